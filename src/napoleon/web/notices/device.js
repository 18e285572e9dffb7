/**
 * This browser as a device that takes messages while the page is closed.
 */

/** Whether it can be one. */
export const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/**
 * Ask for leave, and for an address; throws where either is not given.
 * @param {string} key - the public key of the house
 */
export async function subscribe(key) {
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const given = known ?? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = given.toJSON();
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

/** What a person would call it. */
export function deviceName() {
  const agent = navigator.userAgent;
  const browser = [["Edg/", "Edge"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]].find(([mark]) => agent.includes(mark));
  const system = [["Android", "Android"], ["iPhone", "iPhone"], ["iPad", "iPad"], ["Windows", "Windows"], ["Mac OS", "Mac"], ["Linux", "Linux"]].find(([mark]) => agent.includes(mark));
  return [browser?.[1], system?.[1]].filter(Boolean).join(", ");
}
