// The repository resolves its packages to their sources by a condition of `exports`. A packed
// package has no sources, so the condition would break users who set it: `prepack` removes it, and
// `postpack` adds it again.

/** The condition under which a package of this repository exports its sources. */
const condition = "@workflow-api/source";

/** A value of `exports` in a package.json: a path, or one for each condition. */
export type ExportTarget = string | { readonly [condition: string]: ExportTarget };

/** The exports of a package with the condition, where what they lead to is built. */
export function addCondition(exported: ExportTarget): ExportTarget {
  return mapObject(exported, (conditions) => {
    const source = sourceOf(conditions);
    return source === undefined ? conditions : { [condition]: source, ...conditions };
  });
}

/** The exports of a package without the condition. */
export function removeCondition(exported: ExportTarget): ExportTarget {
  return mapObject(exported, ({ [condition]: _, ...others }) => others);
}

/** Changes the conditions of each subpath. */
function mapObject(
  exported: ExportTarget,
  change: (conditions: Exclude<ExportTarget, string>) => ExportTarget,
): ExportTarget {
  if (typeof exported === "string") return exported;
  return Object.fromEntries(
    Object.entries(exported).map(([subpath, value]) => [
      subpath,
      typeof value === "string" ? value : change(value),
    ]),
  );
}

/** What a path or its conditions are built from: `./dist/a.js` from `./src/a.ts`. */
function sourceOf(exported: ExportTarget): ExportTarget | undefined {
  if (typeof exported === "string") {
    const [, name] = /^\.\/dist\/(.+)\.js$/.exec(exported) ?? [];
    return name === undefined ? undefined : `./src/${name}.ts`;
  }
  const sources = Object.entries(exported).flatMap(([name, value]): [string, ExportTarget][] => {
    const source = name === "types" ? undefined : sourceOf(value);
    return source === undefined ? [] : [[name, source]];
  });
  if (sources.length === 0) return undefined;
  const [[first, only] = [], ...others] = sources;
  return first === "default" && others.length === 0 ? only : Object.fromEntries(sources);
}
