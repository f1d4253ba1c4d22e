// The API in words, from its OpenAPI description.

import { h } from "./dom.js";

const marked = (text) => text.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));

// The names of the schemas that a union has.
const names = (union) => union.oneOf.map(({ $ref }) => $ref.split("/").at(-1)).join(", ");

export async function show(main) {
  const schema = await (await fetch("/openapi.json")).json();
  const rows = Object.entries(schema.paths).flatMap(([path, verbs]) => Object.entries(verbs).map(([verb, about]) => h("tr", {},
    h("td", {}, h("code", {}, `${verb.toUpperCase()} ${path}`.replaceAll("/", "\u200b/"))), h("td", {}, marked(about.description ?? about.summary)))));
  main.append(h("div", { class: "page stack" }, h("h1", {}, `API of Hegemon ${schema.info.version}`), h("p", {}, marked(schema.info.description)), h("p", {}, h("a", { href: "/openapi.json", target: "_blank" }, "OpenAPI description")),
    h("div", { class: "tablewrap", tabindex: 0, role: "region", "aria-label": "Requests" }, h("table", { class: "requests" }, h("thead", {}, h("tr", {}, h("th", {}, "request"), h("th", {}, "what it does"))), h("tbody", {}, rows))),
    h("h2", {}, "WebSocket"), Object.entries(schema["x-websockets"]).map(([path, about]) => h("p", {}, h("code", {}, path), " ", marked(about.description), " Messages to the server: ", names(about.receives), "; from it: ", names(about.sends), ".")),
    h("h2", {}, "Schemas"), Object.entries(schema.components?.schemas ?? {}).map(([name, about]) => h("details", { class: "card" }, h("summary", {}, name), h("pre", {}, JSON.stringify(about, null, 2))))));
}
