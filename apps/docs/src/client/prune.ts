/** What each value of an include parameter adds: the path of a member of the body. */
export type Added = Readonly<Record<string, readonly string[]>>;

/**
 * A body without what was not asked for. The object around a member that is gone stays, and so does what holds something
 * that was asked for.
 */
export function prune(body: unknown, adds: Added, asked: readonly string[]): unknown {
  const copy: unknown = structuredClone(body);
  const wanted = asked.flatMap((value) => (adds[value] === undefined ? [] : [adds[value]]));
  for (const path of Object.values(adds)) {
    if (!wanted.some((other) => path.every((name, index) => other[index] === name))) {
      remove(copy, path);
    }
  }
  return copy;
}

function remove(body: unknown, path: readonly string[]): void {
  const holder = path.slice(0, -1).reduce(memberOf, body);
  if (typeof holder === "object" && holder !== null) {
    Reflect.deleteProperty(holder, path.at(-1) ?? "");
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
