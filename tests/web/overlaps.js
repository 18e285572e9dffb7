// What covers what on the map: names of towns, tags on roads and notes, and the blocks of towns with their
// numbers, as boxes on the screen. Returns the pairs that cover each other by more than a hair.
(() => {
  const host = document.querySelector(".campaign");
  const seen = host.getBoundingClientRect();
  const boxes = [];
  const add = (kind, name, box) => {
    if (box.width && box.right > seen.left && box.left < seen.right && box.bottom > seen.top && box.top < seen.bottom) boxes.push({ kind, name, ...box });
  };
  const plain = ({ left, top, right, bottom, width, height }) => ({ left, top, right, bottom, width, height });
  for (const text of document.querySelectorAll(".map-captions .map-name")) {
    const box = plain(text.getBoundingClientRect());
    // The box of a text has room for accents above and tails below, which names hardly use.
    add("name", `${text.dataset.name} ${text.textContent}`, { ...box, top: box.top + box.height * 0.26, bottom: box.bottom - box.height * 0.24 });
  }
  for (const tag of document.querySelectorAll(".map-tag rect")) add("tag", tag.parentNode.textContent, plain(tag.getBoundingClientRect()));
  const stacks = new Map();
  const grow = (town, box) => {
    const had = stacks.get(town);
    stacks.set(town, had ? { left: Math.min(had.left, box.left), top: Math.min(had.top, box.top), right: Math.max(had.right, box.right), bottom: Math.max(had.bottom, box.bottom) } : box);
  };
  const isShown = (one) => getComputedStyle(one).visibility !== "hidden";
  for (const piece of [...document.querySelectorAll(".map-piece")].filter(isShown)) grow(piece.dataset.at, bodyOf(piece));
  for (const back of document.querySelectorAll("[data-layer=backs] [data-at] .nb")) grow(back.closest("[data-at]").dataset.at, bodyOf(back));
  for (const badge of document.querySelectorAll("[data-layer=badges] [data-at]")) grow(badge.dataset.at, plain(badge.getBoundingClientRect()));
  // Without the halo, which is there but not drawn.
  function bodyOf(one) {
    const box = one.querySelector(".nb-halo").getBoundingClientRect();
    const edge = (box.width * 6) / 112;
    return { left: box.left + edge, top: box.top + edge, right: box.right - edge, bottom: box.bottom - edge };
  }
  for (const [town, box] of stacks) add("blocks", town, { ...box, width: box.right - box.left, height: box.bottom - box.top });
  const HAIR = 1; // pixel
  const covering = [];
  boxes.forEach((p, i) => boxes.slice(i + 1).forEach((q) => {
    const [w, h] = [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
    const isOneName = p.kind === "name" && q.kind === "name" && p.name.split(" ")[0] === q.name.split(" ")[0];
    if (w > HAIR && h > HAIR && !isOneName) covering.push(`${p.kind} ${p.name} / ${q.kind} ${q.name}: ${w.toFixed(0)} by ${h.toFixed(0)}`);
  }));
  const named = new Set([...document.querySelectorAll(".map-captions .map-name")].map((one) => one.dataset.name));
  return {
    covering, names: named.size, level: Number(host.dataset.level), towns: document.querySelectorAll(".map-spot").length,
    blocks: stacks.size, tags: boxes.filter(({ kind }) => kind === "tag").length,
  };
})()
