// The notation of plans and actions, as the bot protocol writes it: 5+3, 5>6:3, 5x6:4, 5x6/3, !5, =4, -.

const FORMS = [
  ["place", /^(\d+)\+(\d+)$/, ["source", "armies"]],
  ["move", /^(\d+)>(\d+):(\d+)$/, ["source", "target", "armies"]],
  ["attack", /^(\d+)x(\d+):(\d+)$/, ["source", "target", "armies"]],
  ["attack", /^(\d+)x(\d+)\/(\d)$/, ["source", "target", "dice"]],
  ["pick", /^!(\d+)$/, ["source"]],
  ["occupy", /^=(\d+)$/, ["armies"]],
];

export function parse(text) {
  return text.trim().split(/\s+/).flatMap((word) => {
    for (const [kind, form, names] of FORMS) {
      const found = word.match(form);
      if (found) return [{ kind, text: word, ...Object.fromEntries(names.map((name, i) => [name, +found[i + 1]])) }];
    }
    return [];
  });
}
