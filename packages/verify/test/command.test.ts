import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Departure } from "@workflow-api/workspace/contract-server";
import { expect, test } from "vitest";
import {
  changing,
  contractFile,
  environment,
  folder,
  ranOn,
  runOn,
  withServer,
} from "./support/run.ts";

const broken = changing("getHealth", () => ({ body: '{"ok":true}' }), 200);

/** Few cases: of an operation that writes, and of one that reads. */
const few = ["--explore", "0", "--only", "createNote", "--only", "getHealth"];

test.each<[code: number, server: string, departure: Departure, args: readonly string[]]>([
  [0, "conforms", {}, ["--write"]],
  [1, "does not conform, although not all was tried", broken, []],
  [2, "was not tried wholly", {}, []],
  [0, "was not tried wholly, as --allow-untried allows", {}, ["--allow-untried"]],
])("The exit code is %i if a server %s.", async (expected, _server, departure, args) => {
  const { code } = await ranOn(departure, [...few, ...args]);
  expect(code).toBe(expected);
});

test("Where nothing listens, the run is inconclusive and asks about the server.", async () => {
  const { code, out } = await runOn(nowhere);
  expect(code).toBe(2);
  expect(out).toMatch(/nothing listens there \(ECONNREFUSED\)\. Is the server running\?\n/);
});
const nowhere = { url: "http://127.0.0.1:9" };

test("--help lists the options.", async () => {
  const { code, out } = await runOn(nowhere, ["--help"]);
  expect(code).toBe(0);
  expect(out).toContain("--write-baseline FILE");
});

const outside = join(folder, "outside.json");
const document = JSON.parse(readFileSync(contractFile, "utf8"));
document.paths["/v1/notes"].get.parameters[1].style = "deepObject";
writeFileSync(outside, JSON.stringify(document, undefined, 2));

/** A folder that cannot be made; in `/proc`, a recursive `mkdir` of Node.js never ends. */
const impossible = process.platform === "linux" ? "/proc/none" : join(contractFile, "none");

test.each<[error: RegExp, args: readonly string[]]>([
  [/mkdir/, ["--reporter", `json=${impossible}/a.json`]],
  [/outside\.json:\d+: .*deepObject/, ["--contract", outside]],
  [/^--base-url takes a URL such as/, ["--base-url", "ftp://a"]],
  [/^--base-url must have no credentials/, ["--base-url", "http://user:s3cr3t@a"]],
  [/^An argument belongs to no option: see --help\./, ["s3cr3t"]],
  [/^Option .--only <value>. argument missing: see --help\./, ["--only"]],
  [/^--rate takes a number from 0.001 to/, ["--rate", "fast"]],
  [/^Only one --reporter can write to/, ["--reporter", "json", "--reporter", "tty"]],
  [/^--value must be NAME=VALUE, not "name"\./, ["--value", "name"]],
  [/^No operation of .* has the parameter \\u001b\[31m\./, ["--value", "\u001b[31m=red"]],
  [/^--cert and --key belong together\./, ["--cert", contractFile]],
  [/^--cert and --key must hold a cert/, ["--cert", contractFile, "--key", contractFile]],
  [/^--header must be 'Name: value'\./, ["--header", "s3cr3t"]],
  [/^X-API-KEY has a secret: set WORKFLOW_API_KEY/, ["--header", "X-API-KEY: s3cr3t"]],
  [/^--header x-gate: the environment has no NONE\./, ["--header", "x-gate: $NONE"]],
  [/^The contract does not allow the value of X-Domain: it must/, ["--domain", "here"]],
  [/none\.json cannot be read: it does not exist/, ["--values", join(folder, "none.json")]],
  [/notes\.json is no list of findings: write one/, ["--baseline", contractFile]],
  [/^Nothing is to be checked: --only has a part of a title/, ["--only", "nothing there"]],
])("A run ends with 2 and %o for the arguments %j.", async (message, args) => {
  const { code, error, out } = await runOn(nowhere, args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(error).toMatch(message);
  expect(error).not.toContain("s3cr3t");
});

test("A proxy that is not of the web ends with 2, and is not shown.", async () => {
  const variables = { http_proxy: "socks5://user:s3cr3t@127.0.0.1:1080" };
  const ran = await runOn(nowhere, [], variables);
  expect(ran).toEqual({ code: 2, out: "", error: expect.not.stringContaining("s3cr3t") });
});

test("A baseline is written and read again.", async () => {
  const file = join(folder, "baseline.json");
  expect((await ranOn(broken, [...few, "--write-baseline", file])).code).toBe(1);
  const known = await ranOn(broken, [...few, "--baseline", file]);
  expect(known.code).toBe(0);
  expect(known.out).toMatch(/^Nothing new in what --only selects: 2 known, /);
});

test("A header is sent with each request, and reports name its variable.", async () => {
  await withServer(broken, async (server) => {
    const headers = ["X-Gate: id $GATE", "X-Session-Token: s3cr3t"];
    const args = headers.flatMap((header) => ["--header", header]);
    const { out } = await runOn(server, [...few, ...args], { ...environment, GATE: "g4te" });
    for (const { headers } of server.requests)
      expect(headers).toMatchObject({
        "x-gate": "id g4te",
        "user-agent": expect.stringMatching(/^workflow-api-verify\/\d/),
      });
    expect(out).toContain('-H "x-gate: id $GATE" \\\n    -H "x-session-token: (credential)"');
    expect(out).not.toMatch(/g4te|s3cr3t/);
  });
});
