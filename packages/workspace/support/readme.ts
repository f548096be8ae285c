// The examples of READMEs, which tests run.
import { readFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);

/**
 * The code blocks of a README in a language, in their order.
 *
 * @param path - From the root of the repository.
 */
export function codeBlocks(path: string, language: string): string[] {
  const text = readFileSync(new URL(path, root), "utf8");
  return [...text.matchAll(/^```(\S*)\n(.*?)\n```$/gms)].flatMap(([, name, code = ""]) =>
    name === language ? [code] : [],
  );
}

/**
 * The arguments of each command in the code blocks of a README.
 *
 * @param path - From the root of the repository.
 * @param name - What `npx` runs, such as `@workflow-api/verify`.
 */
export function commandsIn(path: string, name: string): string[][] {
  const blocks = ["sh", "yaml"].flatMap((language) => codeBlocks(path, language));
  // The arguments of a command in YAML go on in lines that begin with an option.
  const text = blocks.join("\n").replaceAll(/\n +(?=--)/g, " ");
  const commands = text.matchAll(new RegExp(`\\bnpx (?:--yes )?${name}( .*)?$`, "gm"));
  return Array.from(commands, ([, args = ""]) =>
    args
      .replace(/ #.*/, "")
      .split(" ")
      .filter((argument) => argument !== "")
      .map((argument) => argument.replaceAll('"', "")),
  );
}
