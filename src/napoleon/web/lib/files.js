/**
 * Texts out of the browser and into it, as files.
 */

/**
 * Have a text saved as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Let a file be chosen; its text, or null if none was.
 * @param {string} kinds - such as ".json,.txt"
 * @returns {Promise<string|null>}
 */
export function pickText(kinds) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = kinds;
  return new Promise((resolve) => {
    input.onchange = () => resolve(input.files?.[0]?.text() ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}
