import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Report, runVerify } from "@workflow-api/conformance";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { accept, faults } from "./support/faults.ts";
import { withFault } from "./support/faulty-server.ts";

const { securitySchemes } = await loadContract();
const secrets = Object.fromEntries(
  securitySchemes.map(({ key, scheme }, index) => [
    `WORKFLOW_${key.replaceAll(/(?<=[a-z])[A-Z]/g, "_$&").toUpperCase()}`,
    `${scheme === "basic" ? "user:" : ""}s-7f8e9d${index}`,
  ]),
);

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = secrets,
): Promise<Ran> {
  const out: string[] = [];
  const error: string[] = [];
  const code = await runVerify(args, {
    environment,
    print: (text) => void out.push(text),
    printError: (text) => void error.push(text),
    progress: undefined,
  });
  return { code, out: out.join(""), error: error.join("") };
}

describe("A server that breaks the contract is found, and the fault is named", () => {
  test.each(faults)("It %s", async (_name, finding, spoil) => {
    const write = finding === "unsupported_method" ? ["--write"] : [];
    const args = [...write, "--reporter", "json"];
    const { code, out } = await withFault(mock.mock, spoil, (url) => run(["--base-url", url, ...args]));
    expect(code).toBe(1);
    const report: Pick<Report, "results"> = JSON.parse(out);
    const failed = report.results.filter(({ outcome }) => outcome === "failed");
    expect(failed.flatMap(({ findings }) => findings.map(({ name }) => name))).toContain(finding);
  });
});

test("Without --write nothing is sent that may write.", async () => {
  const methods = new Set<string>();
  await withFault(
    mock.mock,
    (passing) => {
      methods.add(passing.method);
      return passing;
    },
    (url) => run(["--base-url", url]),
  );
  expect([...methods]).toEqual(["GET", "HEAD"]);
});

test("Without credentials only what needs none is sent, and it is open whether the server agrees.", async () => {
  const { code, out } = await run(["--base-url", mock.url], {});
  expect(code).toBe(2);
  expect(out).toContain("set WORKFLOW_API_KEY and WORKFLOW_API_SECRET in the environment");
});

test("Values of the server's own take the place of those of the examples.", async () => {
  const seen = new Set<string>();
  await withFault(
    mock.mock,
    (passing) => {
      seen.add(passing.url.split("?", 1)[0] ?? "");
      return passing;
    },
    (url) => run(["--base-url", url, "--value", "getVariablesCage.id=own-id", "--only", "scenario"]),
  );
  expect([...seen]).toContain("/data_dictionary/variables_cages/own-id");
  expect([...seen]).not.toContain("/data_dictionary/variables_cages/cage-text");
});

test("No secret reaches a report, and a reproduction names its variable.", async () => {
  const reporters = ["tty", "junit", "json", "markdown", "html", "sarif"].flatMap((name) => [
    "--reporter",
    name,
  ]);
  const { out } = await withFault(mock.mock, accept, (url) =>
    run(["--base-url", url, "--write", ...reporters]),
  );
  for (const secret of Object.values(secrets)) expect(out).not.toContain(secret);
  expect(out).toContain("$WORKFLOW_API_KEY");
  expect(out).toContain("Authorization: Bearer $WORKFLOW_BEARER");
});

test("With a baseline only what is new fails.", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "verify-")), "baseline.json");
  await withFault(mock.mock, accept, async (url) => {
    expect(await run(["--base-url", url, "--write-baseline", file])).toMatchObject({ code: 1 });
    expect(await run(["--base-url", url, "--baseline", file])).toMatchObject({ code: 0 });
    const known: string[] = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify(known.slice(1)));
    expect(await run(["--base-url", url, "--baseline", file])).toMatchObject({ code: 1 });
  });
});

const unusable: readonly [args: readonly string[], error: RegExp][] = [
  [[], /--base-url is missing/],
  [["--base-url", "ftp://example.com"], /not an http/],
  [["--base-url", "http://user:secret@127.0.0.1"], /in the environment/],
  [["--base-url", "http://127.0.0.1:9", "--timeout", "soon"], /--timeout is a number/],
  [["--base-url", "http://127.0.0.1:9"], /No answer to GET/],
  [["--base-url", "http://127.0.0.1:9", "--contract", "missing.yaml"], /missing\.yaml/],
  [["--base-url", "http://127.0.0.1:9", "--reporter", "pdf"], /There is no reporter/],
  [["--base-url", "http://127.0.0.1:9", "--value", "colour=red"], /No operation of the contract has/],
  [["--base-url", "http://127.0.0.1:9", "--baseline", "missing.json"], /--baseline missing\.json/],
  [["--base-url", "http://127.0.0.1:9", "--api-key", "x"], /There is no option --api-key/],
  [["http://127.0.0.1:9"], /an option: --base-url URL/],
  [["--base-url", "http://127.0.0.1:9", "--reporter", "json="], /names no file/],
  [["--base-url", "http://127.0.0.1:9", "--value", "x-domian=a"], /did you mean X-Domain\?/],
  [
    ["--base-url", "http://127.0.0.1:9", "--domain", "none"],
    /not allow the value that is given for \w+\.X-Domain/,
  ],
  [["--base-url", "http://127.0.0.1:9", "--rate"], /argument missing: see --help/],
  [["--basurl", "http://127.0.0.1:9"], /did you mean --base-url\?/],
  [["--base-url", "http://127.0.0.1:9", "--time-out=5"], /did you mean --timeout\?/],
  [["--base-url", "http://127.0.0.1:9?key=a"], /has a query/],
  [["--base-url", "http://127.0.0.1:9", "--seed", "1.5"], /--seed is a whole number/],
  [["--base-url", "http://127.0.0.1:9", "--concurrency", "0"], /--concurrency is a whole number from 1/],
];

test.each(unusable)("%j cannot run, and says why.", async (args, error) => {
  const ran = await run(args);
  expect(ran.code).toBe(2);
  expect(ran.error).toMatch(error);
  expect(ran.error).not.toContain("secret@");
});
