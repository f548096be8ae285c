import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonValue } from "@workflow-api/contract";
import type { Shape } from "./shape.ts";

/** A value as one of two contracts knows it. */
export interface Remaining {
  /** The value without what is lost. */
  readonly kept: JsonValue;
  /** The paths of the members that are, such as `/lines/[]/price`: brackets stand for every item. */
  readonly lost: readonly string[];
}

/** Takes out of a value the members that one shape has, and another neither has nor leaves open. */
export function withoutLost(value: JsonValue, before: Shape, after: Shape, path = ""): Remaining {
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      withoutLost(item, before.item(index), after.item(index), `${path}/[]`),
    );
    return { kept: items.map(({ kept }) => kept), lost: [...new Set(items.flatMap(({ lost }) => lost))] };
  }
  if (!isObject(value)) return { kept: value, lost: [] };
  const kept: [string, JsonValue][] = [];
  const lost: string[] = [];
  for (const [name, member = null] of Object.entries(value)) {
    const [known, other] = [before.member(name), after.member(name)];
    if (other === undefined && isLost(before, after, name)) {
      lost.push(`${path}/${name}`);
      continue;
    }
    const inner =
      known === undefined || other === undefined
        ? { kept: member, lost: [] }
        : withoutLost(member, known, other, `${path}/${name}`);
    kept.push([name, inner.kept]);
    lost.push(...inner.lost);
  }
  return { kept: Object.fromEntries(kept), lost };
}

/** What is asked for without a word of what it is has no meaning to lose. */
function isLost(before: Shape, after: Shape, name: string): boolean {
  const described = before.describes(name);
  if (described === undefined || after.isOpen) return false;
  return described === "named" || !after.takesOthers;
}

/** A value that is left out and stands for something else. */
export interface ChangedDefault {
  /** The path of the member; the empty string for the value itself. */
  readonly path: string;
  /** What it stands for, as the rest of a sentence about it. */
  readonly meant: string;
}

/** What is left out of a value and stands for something by one shape, but not for the same by another. */
export function defaultsChanged(
  value: JsonValue | undefined,
  before: Shape,
  after: Shape,
  path = "",
): ChangedDefault[] {
  if (value === undefined) {
    const [was, is] = [before.ofAbsent, after.ofAbsent];
    if (was === undefined || isDeepStrictEqual(was, is)) return [];
    const now = is === undefined ? "nothing that is stated" : JSON.stringify(is);
    return [{ path, meant: `stands for ${now} where it is left out, and not for ${JSON.stringify(was)}` }];
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      defaultsChanged(item, before.item(index), after.item(index), `${path}/[]`),
    );
  if (!isObject(value)) return [];
  return [...new Set([...Object.keys(value), ...before.names])].flatMap((name) => {
    const [known, other] = [before.member(name), after.member(name)];
    return known === undefined || other === undefined
      ? []
      : defaultsChanged(value[name], known, other, `${path}/${name}`);
  });
}
