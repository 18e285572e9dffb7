/**
 * The style sheet of these pages, which no other page has to fetch.
 */

const SHEET = "/static/notices/notices.css";

/** Have it in the page, once. */
export function addStyles() {
  if (document.querySelector(`link[href="${SHEET}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = SHEET;
  document.head.append(link);
}
