/**
 * What is asked of the browser client and of its tests. Types are checked by tsc (tsconfig.json).
 */

import js from "@eslint/js";
import globals from "globals";

// A room may use what stands before it, and itself; `app.js` opens the pages and the table.
const ROOMS = [
  { room: "lib", closed: ["map", "battle", "rules", "table", "pages", "people", "notices", "measure"] },
  { room: "map", closed: ["battle", "rules", "table", "pages", "people", "notices", "measure"] },
  { room: "battle", closed: ["map", "rules", "table", "pages", "people", "notices", "measure"] },
  { room: "rules", closed: ["table", "pages", "people", "notices", "measure"] },
  { room: "table", closed: ["pages", "people", "notices", "measure"] },
  { room: "pages", closed: ["people", "notices", "measure"] },
  // Fetched when one of their pages is opened.
  { room: "people", closed: ["map", "battle", "rules", "table", "notices", "measure"] },
  { room: "notices", closed: ["people", "measure"] },
  { room: "measure", closed: ["people", "notices"] },
  { room: "site", closed: ["lib", "map", "battle", "rules", "table", "pages", "people", "notices", "measure"] }, // workers, and what takes the place of lib/home.js
];

export default [
  { ignores: ["build/", "dist/", "node_modules/", ".venv/", "tests/web/"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "curly": ["error", "multi-line"],
      "default-case-last": "error",
      "eqeqeq": "error",
      "max-lines": ["error", 500],
      "no-constructor-return": "error",
      "no-else-return": ["error", { allowElseIf: true }],
      "no-empty": ["error", { allowEmptyCatch: false }],
      "no-eval": "error",
      "no-implicit-coercion": ["error", { boolean: false, allow: ["+"] }],
      "no-multi-assign": "off",
      "no-param-reassign": "error",
      "no-self-compare": "error",
      "no-shadow": ["error", { builtinGlobals: false }],
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unneeded-ternary": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { args: "after-used", caughtErrors: "none" }],
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  { files: ["src/napoleon/web/**"], languageOptions: { globals: globals.browser } },
  ...ROOMS.map(({ room, closed }) => ({
    files: [`src/napoleon/web/${room}/**`],
    rules: {
      "no-restricted-imports": ["error", { patterns: [...closed.map((name) => `../${name}/*`), "../app.js"] }],
    },
  })),
  { files: ["tests/client/**", "eslint.config.js", "src/napoleon/site/*.mjs", "scripts/*.mjs"], languageOptions: { globals: globals.node } },
];
