/**
 * What a site without a server knows of itself, and what passes between its page and its workers.
 */

/** Where the files of a site lie, from its page. */
export interface SiteSettings {
  version: string;
  /** An address where games with friends can be played; "" if none was named. */
  server: string;
  host: string;
  thinker: string;
  python: PythonFiles;
  /** Files by the path under which a server has them. */
  files: Record<string, string>;
  /** All that is needed without a network. */
  all: string[];
}

/** Pyodide, its library and our package. */
export interface PythonFiles {
  /** The folder of Pyodide. */
  folder: string;
  /** What it wants to be told about itself. */
  about: Record<string, string>;
  wasm: string;
  library: string;
  ours: string;
  /** What travels, in bytes. */
  size: number;
}

/** From the page to the worker with the games. */
export type ToHost =
  | { t: "start"; settings: SiteSettings; base: string }
  | { t: "call"; id: number; method: string; path: string; body: string; lang: string }
  | { t: "open"; id: number; path: string }
  | { t: "say"; id: number; text: string }
  | { t: "close"; id: number };

/** And back. */
export type FromHost =
  | { t: "progress"; part: number }
  | { t: "trouble"; text: string }
  | { t: "ready" }
  | { t: "answer"; id: number; status: number; kind: string; text: string }
  | { t: "line"; id: number; text: string | null; code: number };

/** The part of Pyodide that is used. */
export interface Python {
  FS: { writeFile(path: string, data: Uint8Array): void };
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  pyimport(name: string): any;
  runPython(code: string): any;
}
