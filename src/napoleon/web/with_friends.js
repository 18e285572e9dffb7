/**
 * The pages that need a server and the people on it, each fetched when it is opened. A site without a server puts
 * `site/no_friends.js` in this place.
 */

/** @import { MakePage } from "./app.js" */

/** @type {[RegExp, () => Promise<MakePage>][]} */
export const WITH_FRIENDS = [
  [/^\/lobby$/, async () => (await import("./pages/lobby.js")).createLobby],
  [/^\/games$/, async () => (await import("./pages/my_games.js")).createMyGames],
  [/^\/bid\/([\w-]+)$/, async () => (await import("./pages/bid.js")).createBid],
  [/^\/tournaments$/, async () => (await import("./measure/tournaments.js")).createTournaments],
  [/^\/tournaments\/new$/, async () => (await import("./measure/tournaments.js")).createNewTournament],
  [/^\/tournament\/([\w-]+)$/, async () => (await import("./measure/tournament.js")).createTournament],
  [/^\/ratings$/, async () => (await import("./measure/ratings.js")).createRatings],
  [/^\/account$/, async () => (await import("./people/account.js")).createAccount],
  [/^\/friends$/, async () => (await import("./people/friends.js")).createFriends],
  [/^\/people\/(.+)$/, async () => (await import("./people/profile.js")).createProfile],
  [/^\/notices$/, async () => (await import("./notices/page.js")).createNotices],
  [/^\/forgot$/, async () => (await import("./notices/links.js")).createForgot],
  [/^\/reset\/([\w-]+)$/, async () => (await import("./notices/links.js")).createReset],
  [/^\/verify\/([\w-]+)$/, async () => (await import("./notices/links.js")).createVerify],
  [/^\/stop\/([\w.-]+)$/, async () => (await import("./notices/links.js")).createStop],
];
