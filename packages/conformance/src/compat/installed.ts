import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The file of a package that need not be installed: beside this one, else in the project that the command is run in.
 * @param find Resolves the file from one of the two.
 * @returns `undefined` if it is in neither.
 */
export function installed(find: (require: NodeJS.Require) => string): string | undefined {
  for (const place of [import.meta.filename, join(process.cwd(), "package.json")]) {
    try {
      return find(createRequire(place));
    } catch {}
  }
  return undefined;
}

/**
 * The file of the program of a package that need not be installed.
 * @param find Resolves the `package.json` of the package.
 * @param program Its path in the package.
 */
export function installedProgram(
  find: (require: NodeJS.Require) => string,
  program: string,
): string | undefined {
  const manifest = installed(find);
  return manifest && join(dirname(manifest), program);
}
