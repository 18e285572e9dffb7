// What a player sees on the screen and could point at, for the robots of the tests. Reads only the
// document: what is lit, enabled and not covered by something else.
(() => {
  const spot = (one) => {
    const box = one.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const isShown = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(one).visibility !== "hidden";
  };
  const words = (one) => (one.getAttribute("aria-label") || one.textContent).trim();
  // A target is reached if the point at its middle belongs to it.
  const isReached = (one) => {
    const { x, y } = spot(one);
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit && (one === hit || one.contains(hit)));
  };
  // An area is reached where nothing lies on it.
  const areaSpot = (one) => {
    const box = one.getBoundingClientRect();
    for (const dy of [0.5, 0.9, 0.1, 0.75, 0.25]) {
      for (const dx of [0.5, 0.1, 0.9, 0.25, 0.75, 0.03, 0.97]) {
        const point = { x: box.left + box.width * dx, y: box.top + box.height * dy };
        const hit = document.elementFromPoint(point.x, point.y);
        if (hit && (hit === one || one.contains(hit))) return { ...point, isReached: true };
      }
    }
    return { ...spot(one), isReached: false };
  };
  const things = (selector, more = () => ({})) =>
    [...document.querySelectorAll(selector)].filter((one) => isShown(one) && !one.disabled).map((one) => ({
      ...spot(one), words: words(one), classes: [...one.classList], isReached: isReached(one), ...more(one),
    }));
  const table = document.querySelector(".table");
  const field = document.querySelector(".map-host");
  const inMap = (point) => {
    const hit = document.elementFromPoint(point.x, point.y);
    return Boolean(hit && field?.contains(hit));
  };
  const towns = [...document.querySelectorAll(".map-ring[data-ring]")].map((ring) => {
    const town = ring.dataset.ring;
    const kind = [...ring.classList].find((name) => name.startsWith("map-") && name !== "map-ring").slice(4);
    const point = spot(document.querySelector(`.map-spot[data-town="${town}"]`));
    return { town, kind, ...point, isReached: inMap(point) };
  });
  const pieces = [...document.querySelectorAll(".map-piece")].filter((one) => isShown(one) && one.querySelector(".is-lit")).map((one) => ({
    unit: one.dataset.piece, ...spot(one), isReached: inMap(spot(one)),
  }));
  return {
    isTable: Boolean(table),
    isMine: Boolean(table?.classList.contains("is-mine")),
    mode: table?.dataset.mode || "",
    turn: Number(/turn (\d+)/.exec(document.querySelector(".numbers .figure")?.textContent || "")?.[1] || 0),
    prompt: document.querySelector(".prompt-text")?.textContent.trim() || "",
    notice: document.querySelector(".notice:not([hidden])")?.textContent.trim() || "",
    banner: document.querySelector(".banner:not([hidden])")?.textContent.trim() || "",
    isCurtain: Boolean(document.querySelector(".curtain")),
    isEnd: Boolean(document.querySelector(".end")),
    // The map glides, or something is animated that comes to an end.
    isMoving: Boolean(document.querySelector(".campaign.is-moving")) || document.getAnimations()
      .some((one) => one.playState === "running" && Number.isFinite(one.effect.getComputedTiming().endTime)),
    card: things(".card button"),
    actions: things(".actions button", (one) => ({ act: one.dataset.act || "" })),
    tabs: things(".tabs button", (one) => ({ isOn: one.getAttribute("aria-pressed") === "true" })),
    towns,
    pieces,
    able: things(".stack .unit.is-able", (one) => ({ unit: one.dataset.unit, isChosen: one.getAttribute("aria-pressed") === "true" })),
    stackButtons: things(".stack .row button:not([data-act=odds])"),
    battle: table?.dataset.mode === "battle" ? {
      isBusy: Boolean(document.querySelector(".battle.is-busy")),
      title: document.querySelector(".b-name")?.textContent || "",
      hint: document.querySelector(".b-hint")?.textContent || "",
      isPicked: Boolean(document.querySelector(".b-block.is-picked")),
      blocks: things(".b-block.can-act", (one) => ({ unit: one.dataset.key, isReady: one.classList.contains("is-ready") })),
      targets: things(".b-block.is-target"),
      zones: things(".b-zone.is-lit", (one) => ({ zone: one.dataset.zone, ...areaSpot(one) })),
      slots: things(".b-slot"),
      buttons: things(".b-bar .b-act"),
    } : null,
  };
})()
