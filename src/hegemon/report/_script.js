"use strict";
// The page reads well without this: a click on a head sorts its table, games are stepped through, and stills can be made
// larger.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const value = (row, at) => row.cells[at].dataset.v ?? row.cells[at].textContent;
  heads.forEach((head, at) => {
    const sort = () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      const rows = [...table.tBodies[0].rows].sort((a, b) => {
        const x = value(a, at), y = value(b, at);
        const order = Number.isNaN(+x) || Number.isNaN(+y) ? x.localeCompare(y) : x - y;
        return down ? -order : order;
      });
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      table.tBodies[0].append(...rows);
    };
    head.tabIndex = 0;
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => event.key === "Enter" && sort());
  });
}
for (const strip of document.querySelectorAll(".stills")) {
  const button = document.createElement("button");
  button.className = "larger";
  button.textContent = "larger";
  button.addEventListener("click", () => {
    button.textContent = strip.classList.toggle("large") ? "smaller" : "larger";
  });
  strip.querySelector(".note").append(button);
}
for (const box of document.querySelectorAll(".player")) {
  const { classes, steps } = JSON.parse(box.querySelector(".data").textContent);
  const lands = [...box.querySelectorAll(".land")], counts = [...box.querySelectorAll(".count")];
  const now = box.querySelector(".now"), told = box.querySelector(".told");
  const name = (owner) => classes[owner] ?? "none";
  const add = (parent, kind, text, style) => {
    const made = document.createElement(kind);
    made.textContent = text;
    if (style) made.className = style;
    parent.append(made);
    return made;
  };
  const states = []; // owners and armies after every step, made when first needed
  const state = (at) => {
    for (let step = states.length; step <= at; step++) {
      const { owners, armies } = states[step - 1] ?? { owners: [], armies: [] };
      const next = { owners: [...owners], armies: [...armies] };
      for (const [t, owner, count] of steps[step][1]) [next.owners[t], next.armies[t]] = [owner, count];
      states.push(next);
    }
    return states[at];
  };
  const show = (step) => {
    at = Math.max(0, Math.min(steps.length - 1, step));
    const [title, changed, income, lines] = steps[at], { owners, armies } = state(at);
    const fresh = new Set(at ? changed.map(([t]) => t) : []);
    owners.forEach((owner, t) => {
      lands[t].setAttribute("class", `land ${name(owner)}${fresh.has(t) ? " fresh" : ""}`);
      counts[t].setAttribute("class", `count ${name(owner)}`);
      counts[t].textContent = armies[t] < 0 ? "?" : armies[t];
    });
    now.replaceChildren();
    add(now, "b", at === steps.length - 1 && at ? `${title} (end)` : title);
    classes.forEach((style, seat) => {
      const own = owners.map((owner, t) => (owner === seat ? armies[t] : null)).filter((n) => n !== null);
      const line = add(now, "span", "");
      add(line, "i", "", `swatch ${style}`);
      line.append(`${own.length} · ${own.reduce((a, b) => a + b, 0)} +${income[seat]}`);
    });
    told.replaceChildren();
    for (const [seat, text] of lines) {
      const line = add(told, "li", "");
      add(line, "i", "", `swatch ${classes[seat]}`);
      line.append(text);
    }
    if (!lines.length) add(told, "li", at ? "no effect" : "before the first turn", "soft");
    slider.value = at;
    slider.setAttribute("aria-valuetext", title);
    count.textContent = `${at} / ${steps.length - 1}`;
  };
  let at = 0, timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "play";
  };
  const start = () => {
    if (at === steps.length - 1) show(0);
    play.textContent = "pause";
    timer = setInterval(() => (at < steps.length - 1 ? show(at + 1) : stop()), 900);
  };
  const moves = {
    Home: () => show(0), ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), End: () => show(steps.length - 1),
    " ": () => (timer ? stop() : start()),
  };
  const controls = document.createElement("div");
  controls.className = "controls";
  const button = (text, label, key) => {
    const made = add(controls, "button", text);
    made.type = "button";
    made.title = made.ariaLabel = label;
    made.addEventListener("click", () => { if (key !== " ") stop(); moves[key](); });
    return made;
  };
  button("«", "first position (Home)", "Home");
  button("‹", "one turn back (left arrow)", "ArrowLeft");
  const play = button("play", "play or pause (space bar)", " ");
  button("›", "one turn on (right arrow)", "ArrowRight");
  button("»", "last position (End)", "End");
  const slider = add(controls, "input", "");
  slider.type = "range";
  slider.min = 0;
  slider.max = steps.length - 1;
  slider.ariaLabel = "turn";
  slider.addEventListener("input", () => { stop(); show(+slider.value); });
  const count = add(controls, "span", "", "soft");
  const alone = document.querySelectorAll(".player").length === 1; // a page of one game: its keys work everywhere
  (alone ? document : box).addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    if (!moves[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    moves[event.key]();
  });
  box.querySelector(".field").append(controls);
  box.classList.add("ready");
  show(0);
}
