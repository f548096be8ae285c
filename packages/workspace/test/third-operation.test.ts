import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, loadContract } from "@workflow-api/contract";
import { withOperations } from "@workflow-api/openapi/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyRepository } from "../src/copy-repository.ts";
import { root } from "../src/environment.ts";
import { runCommand } from "../src/run-command.ts";

// Operations of other shapes are added to a copy of the contract: no line of TypeScript is written for them. The
// docs do the same for their pages in a test of their own.
const fragment = new URL("./fixtures/notes.yaml", import.meta.url);
const copy = copyRepository(true);
// What comes of these tests hangs on contracts of their own, not on the operations that are added here: each of them
// passes where there is no contract at all. (How the contract can be rewritten, the score tries here too.)
const unconcerned = [
  "test/{bare-loops,rules}.test.ts",
  "test/{bodies,edges,shapes}.test.ts",
  "test/canonical-*.test.ts",
  "test/compat{,-*}.test.ts",
  "test/stock-faults.test.ts",
  "test/derive-{credentials,forms,parts,plain}.test.ts",
  "test/describe-changes.test.ts",
  "test/{discriminators,endings,join-discriminator,load-contract,one-way,parameters}.test.ts",
  "test/{refusals,several-includes}.test.ts",
  "test/{form-answers,form-body,form-fields,http-answers,unwritten-bodies}.test.ts",
  "test/{lean-prism,optional-credentials,own-servers,query-conditions,stock-prism}.test.ts",
  "test/{example-command,one-way-members,other-shapes,rare-shapes,recursive-references,recursive-schemas,schema-values}.test.ts",
  "test/{reports,routes}.test.ts",
  "test/verify-*.test.ts",
];
// These read the contract, but what they show is not about its operations: how an engine ends, a bundle is loaded, a
// package is packed, a request is refused unread, a command line is read, a fault is named, a file is watched, a secret
// is hidden, a file in parts is read, operations are added. To run them twice would cost minutes.
const costly = [
  "test/{command-line,differences,early-refusals,msw-bundle,playwright-recipe,score}.test.ts",
  "test/{msw-browser,origins,reload,storybook-recipe,tls,verify}.test.ts",
  "test/{contract-judge,package,packed,readme,remembered-answers}.test.ts",
  "test/{secrets,split-contract,third-operation}.test.ts",
];
const others = ["browser", "docs", "workspace"].map((name) => `--filter=!@workflow-api/${name}`);
let before: Contract;
let after: Contract;

beforeAll(async () => {
  before = await loadContract();
  const file = join(copy.folder, "openapi", "openapi.yaml");
  writeFileSync(file, withOperations(readFileSync(file, "utf8"), readFileSync(fragment, "utf8")));
  after = await loadContract(file);
  removeInvented();
  edit("vitest.config.ts", /(?=include: )/, `exclude: ${JSON.stringify([...unconcerned, ...costly])}, `);
});
afterAll(() => copy.remove());

/** What is held to contracts of other services hangs on them alone. Those stay that a test names. */
function removeInvented(): void {
  const folder = join(copy.folder, "apps/mock/test/contracts");
  for (const name of readdirSync(folder))
    if (!/^(ledger|styles)\.yaml$/.test(name)) rmSync(join(folder, name), { recursive: true });
}

function edit(name: string, place: RegExp, text: string): void {
  const file = join(copy.folder, name);
  const before = readFileSync(file, "utf8");
  expect(before).toMatch(place);
  writeFileSync(file, before.replace(place, text));
}

async function npm(script: string, ...args: string[]): Promise<string> {
  const command = runCommand(copy.folder, "npm", "run", script, "--", ...args);
  const code = await command.exit;
  expect(code, command.output()).toBe(0);
  return command.output();
}

function added(): Contract["operations"] {
  const known = new Set(before.operations.map(({ operationId }) => operationId));
  return after.operations.filter(({ operationId }) => !known.has(operationId));
}

describe("an operation that is added to the contract", { timeout: 1_800_000 }, () => {
  test("is there", () => {
    expect(added().length).toBeGreaterThan(0);
  });

  test("is read by no test that is left out", () => {
    const files = globSync(
      unconcerned.map((pattern) => `{openapi,packages/*,apps/*}/${pattern}`),
      { cwd: root },
    );
    const reading = files.filter((file) =>
      /\b(contractFile|loadContract|startMock|startServer)\(\)|loadContracts|writeExtended|openapi\.d\.ts/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
    expect(reading).toEqual(["packages/conformance/test/compat-rewrites.test.ts"]);
    for (const pattern of [...unconcerned, ...costly])
      expect(globSync(`{openapi,packages/*,apps/*}/${pattern}`, { cwd: root }), pattern).not.toEqual([]);
  });

  test("gets its types and its client method by `npm run generate`", async () => {
    await npm("generate", ...others);
    const types = readFileSync(join(copy.folder, "packages/types/openapi.d.ts"), "utf8");
    for (const { operationId } of added()) expect(types).toContain(`${operationId}: {`);
  });

  test("passes everything that must hold, each of its scenarios as a case of the mock and the client", async () => {
    // Only this task looks for what is used by nobody, in all workspaces.
    await npm("lint", "--filter=@workflow-api/workspace");
    expect(await npm("test", ...others)).toMatch(/\d+ passed, 0 failed\s*$/);
    const report = readFileSync(join(copy.folder, "apps/mock/.reports/vitest.json"), "utf8");
    for (const { operationId, scenarios } of added()) {
      for (const { name, status } of scenarios) expect(report).toContain(`${operationId} ${status} ${name}`);
    }
  });
});
