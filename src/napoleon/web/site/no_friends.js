/**
 * Where there is no server, there are no pages of people.
 */

/** @type {[RegExp, () => Promise<import("../app.js").MakePage>][]} */
export const WITH_FRIENDS = [];
