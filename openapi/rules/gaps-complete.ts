import { child, isObject, items, members, type Place, text } from "./reading/place.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const gapsComplete: HouseRule = {
  id: "gaps-complete",
  asks: "Each entry of `x-gaps` states its unique snake_case `id`, the `section` of the description, what is `unknown` and what holds `until_known`, and nothing else.",
  create: () => ({
    Root: (root, context) => check(child({ value: root, at: context.location }, "x-gaps"), context),
  }),
};

const required = ["id", "section", "unknown", "until_known"];

function check(gaps: Place, context: Context): void {
  if (gaps.value !== undefined && !Array.isArray(gaps.value)) {
    context.report({ message: "x-gaps is a list of gaps.", location: gaps.at.key() });
  }
  const seen = new Set<string>();
  for (const gap of items(gaps)) {
    checkMembers(gap, context);
    const id = text(gap, "id");
    if (id !== "" && !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(id)) {
      context.report({
        message: `The id "${id}" of a gap is not snake_case.`,
        location: child(gap, "id").at,
      });
    }
    if (id !== "" && seen.has(id)) {
      context.report({ message: `Two gaps have the id "${id}". Rename one.`, location: child(gap, "id").at });
    }
    seen.add(id);
  }
}

function checkMembers(gap: Place, context: Context): void {
  for (const name of required) {
    if (text(gap, name) !== "") continue;
    const isAbsent = !isObject(gap.value) || gap.value[name] === undefined;
    const message = isAbsent
      ? `A gap has no ${name}. Each states ${required.join(", ")}.`
      : `The ${name} of a gap is a text that is not empty${name === "section" ? ', in quotes: "2.1"' : ""}.`;
    context.report({ message, location: isAbsent ? gap.at : child(gap, name).at });
  }
  for (const [name, { at }] of members(gap)) {
    if (required.includes(name)) continue;
    const message = `A gap has no member "${name}". Each states ${required.join(", ")}.`;
    context.report({ message, location: at.key() });
  }
}
