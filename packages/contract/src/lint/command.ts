import { relative } from "node:path";
import { parseArgs } from "node:util";
import { problemText } from "../contract-error.ts";
import { contractFile } from "../load.ts";
import { lintFile } from "./lint.ts";

const help = `Usage: npm run lint -w packages/contract -- [FILE] [--media-type TYPE]...

Lints a contract by the profile, the rules of the house and Redocly's rules.

  FILE                 default: the contract of the workflow service
  --media-type TYPE    a media type that bodies may have; default: application/vnd.api+json

Exit codes: 0 no problem, 1 problems, 2 wrong usage`;

const options = { help: { type: "boolean" }, "media-type": { type: "string", multiple: true } } as const;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const file = positionals[0] ?? relative("", contractFile());
  const mediaTypes = values["media-type"];
  const problems = await lintFile(file, mediaTypes === undefined ? {} : { mediaTypes });
  for (const problem of problems) console.log(problemText(problem));
  console.log(
    `${file}: ${problems.length === 0 ? "no problem" : `${problems.length} problem${problems.length === 1 ? "" : "s"}`}`,
  );
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  return 2;
});
