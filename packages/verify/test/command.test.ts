import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readOptions } from "../src/options.ts";
import { contractFile, environment, folder, isOf, runOn, withServer } from "./support/run.ts";
import { type Departure, where } from "./support/server.ts";

const broken = where(isOf("getHealth", 200), { body: '{"ok":true}' });

/** Few cases: of an operation that writes, and of one that reads. */
const few = ["--explore", "0", "--only", "createNote", "--only", "getHealth"];

test.each<[code: number, server: string, departure: Departure, args: readonly string[]]>([
  [0, "conforms", {}, ["--write"]],
  [1, "does not conform, although not all was tried", broken, []],
  [2, "was not tried completely", {}, []],
])("The exit code is %i if a server %s.", async (expected, _server, departure, args) => {
  const { code } = await withServer(departure, (server) => runOn(server, [...few, ...args]));
  expect(code).toBe(expected);
});

const nowhere = { url: "http://127.0.0.1:9" };

test("Where nothing listens, the run is inconclusive and asks about the server.", async () => {
  const { code, out } = await runOn(nowhere);
  expect(code).toBe(2);
  expect(out).toMatch(/nothing listens there \(ECONNREFUSED\)\. Is the server running\?\n/);
});

test("--help lists each option with its default.", async () => {
  const { code, out } = await runOn(nowhere, ["--help"]);
  expect(code).toBe(0);
  expect(out).toMatch(/\n {2}--explore NUMBER +random requests .* \(default: 20\)\n/);
});

test("The title of random requests brings their seed.", () => {
  const title = "listNotes random requests, seed 7";
  expect(readOptions(["--base-url", nowhere.url, "--only", title])).toMatchObject({ seed: 7 });
});

/** A folder that cannot be made. */
const impossible = join(contractFile, "none");

test.each<[error: RegExp, args: readonly string[]]>([
  [/mkdir/, ["--reporter", `json=${impossible}/a.json`]],
  [/^--base-url must have no credentials/, ["--base-url", "http://user:s3cr3t@a"]],
  [/^--timeout takes a whole number from 1 to/, ["--timeout", "fast"]],
  [/^--value must be NAME=VALUE, not "name"\./, ["--value", "name"]],
  [/^No operation of .* has the parameter \\u001b\[31m\./, ["--value", "\u001b[31m=red"]],
  [/^--header must be 'Name: value'\./, ["--header", "s3cr3t"]],
  [/^X-API-KEY has a secret: set VERIFY_API_KEY/, ["--header", "X-API-KEY: s3cr3t"]],
  [/^--header x-gate: the environment has no NONE\./, ["--header", "x-gate: $NONE"]],
  [/^The contract does not allow the value of X-Domain: it must/, ["--value", "X-Domain=here"]],
  [/none\.json/, ["--baseline", join(folder, "none.json")]],
  [/notes\.json is no list of findings: write one/, ["--baseline", contractFile]],
])("It ends with 2 and says %o for %j.", async (message, args) => {
  const { code, error, out } = await runOn(nowhere, args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(error).toMatch(message);
  expect(error).not.toContain("s3cr3t");
});

test("A baseline is written and read again.", async () => {
  const file = join(folder, "baseline.json");
  await withServer(broken, async (server) => {
    expect((await runOn(server, [...few, "--write-baseline", file])).code).toBe(1);
    const known = await runOn(server, [...few, "--baseline", file]);
    expect(known.code).toBe(0);
    expect(known.out).toMatch(/^Passed in what --only selects: nothing new, [1-9]\d* known/);
  });
});

test("A header is sent with each request, and reports name its variable.", async () => {
  await withServer(broken, async (server) => {
    const headers = ["X-Gate: id $GATE", "X-Session-Token: s3cr3t"];
    const args = headers.flatMap((header) => ["--header", header]);
    const { out } = await runOn(server, [...few, ...args], { ...environment, GATE: "g4te" });
    for (const request of server.requests)
      expect(request.headers).toMatchObject({
        "x-gate": "id g4te",
        "user-agent": expect.stringMatching(/^workflow-api-verify\/\d/),
      });
    expect(out).toContain('-H "x-gate: id $GATE" \\\n    -H "x-session-token: (credential)"');
    expect(out).not.toMatch(/g4te|s3cr3t/);
  });
});

test("A secret may have the older prefix WORKFLOW_.", async () => {
  const older = Object.entries(environment).map(([name, value]) => [
    name.replace("VERIFY", "WORKFLOW"),
    value,
  ]);
  const args = [...few, "--write"];
  const { code } = await withServer({}, (server) => runOn(server, args, Object.fromEntries(older)));
  expect(code).toBe(0);
});

/**
 * All that a run puts out on a server that echoes what it gets, without what differs between two
 * runs.
 */
async function outputsWith(secret: string): Promise<string> {
  const variables = Object.fromEntries(Object.keys(environment).map((name) => [name, secret]));
  const echo: Departure = {
    overlooks: ({ keyword }) => keyword === "secret",
    changes: ({ request: { headers }, response }) => {
      const sent = headers["x-api-key"] ?? headers["authorization"] ?? "nothing";
      const encoded = (["base64", "hex"] as const).map((as) => Buffer.from(sent).toString(as));
      const echoed = {
        "content-type": `text/${sent}`,
        "x-total": sent,
        location: `/login/${encoded.join("/")}/${encodeURIComponent(`${sent} Ü`)}?${sent}`,
      };
      const status = { 401: 302, 422: 200 }[response.status] ?? response.status;
      return { status, headers: echoed, body: `"${sent}"` };
    },
  };
  const files = ["junit", "json", "markdown", "baseline"].map((name) => join(folder, name));
  const [junit, json, markdown, baseline = ""] = files;
  const reporters = ["tty", `junit=${junit}`, `json=${json}`, `markdown=${markdown}`];
  const args = ["--write", "--write-baseline", baseline, "--only", "getNote"];
  const reported = reporters.flatMap((name) => ["--reporter", name]);
  const { out, error } = await withServer(echo, (server) =>
    runOn(server, [...args, ...reported], { ...variables, GITHUB_ACTIONS: "true" }),
  );
  expect(error).toMatch(/^::error file=/);
  return [out, error, ...files.map((file) => readFileSync(file, "utf8"))]
    .join("\n")
    .replaceAll(/127\.0\.0\.1:\d+|time="[\d.]+"|"duration": [\d.]+/g, "");
}

test("All output is the same whatever the secrets are, so none is in it.", async () => {
  const expected = await outputsWith("secret-of-a-user");
  // RFC 6750, 2.1.
  const token = fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,12}$/);
  const same = fc.asyncProperty(token, async (secret) => (await outputsWith(secret)) === expected);
  await fc.assert(same, { numRuns: 3, seed: 5, examples: [["a"], ["json"]] });
});
