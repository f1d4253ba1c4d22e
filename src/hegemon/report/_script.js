"use strict";
// The page reads well without this: a click on a head sorts its table, and films can be made larger.
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
for (const strip of document.querySelectorAll(".strip")) {
  const button = document.createElement("button");
  button.className = "larger";
  button.textContent = "larger";
  button.addEventListener("click", () => {
    button.textContent = strip.classList.toggle("large") ? "smaller" : "larger";
  });
  strip.querySelector("p").append(button);
}
