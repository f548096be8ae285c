import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { createServer as createTlsServer } from "node:tls";
import {
  createContractTarget,
  type Departure,
  listen,
} from "@workflow-api/workspace/contract-server";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import {
  changing,
  contract,
  contractFile,
  environment,
  folder,
  type Ran,
  reportOn,
  runOn,
  secrets,
  withServer,
} from "./support/run.ts";

/** Omits a member of a response, so that many cases fail by one cause. */
const broken = changing("getHealth", () => ({ body: '{"ok":true}' }), 200);

const bin = join(import.meta.dirname, "..", "src", "bin.ts");

const right = ["--write", "--explore", "0"];

/** Few cases: of an operation that writes, and of one that reads. */
const few = ["--explore", "0", "--only", "createNote", "--only", "getHealth"];

test("The exit code is 0 if a server passes, 1 if it fails, 2 if inconclusive.", async () => {
  const codeOf = (
    departure: Departure,
    args: readonly string[],
    variables = environment,
  ): Promise<number> =>
    withServer(departure, async (server) => (await runOn(server, args, variables)).code);
  expect(await codeOf({}, [...few, "--write"])).toBe(0);
  expect(await codeOf(broken, [...few, "--write"])).toBe(1);
  expect(await codeOf(broken, few)).toBe(1);
  expect(await codeOf({}, few)).toBe(2);
  expect(await codeOf({}, [...few, "--allow-untried"])).toBe(0);
  expect(await codeOf({}, ["--only", "getHealth"])).toBe(0);
  expect(await codeOf({}, ["--only", "getNote"], { ...environment, WORKFLOW_API_KEY: "" })).toBe(2);
});

test("Without --write only GET and HEAD are sent, and the first line says so.", async () => {
  await withServer({}, async (server) => {
    const { out } = await runOn(server);
    expect(new Set(server.requests.map(({ method }) => method))).toEqual(new Set(["GET", "HEAD"]));
    expect(out.split("\n")[0]).toMatch(
      /^Inconclusive: .* createNote, removeNote were not tried: what may write is sent only with --write\./,
    );
  });
});

test("With --write, reads come first, then writes, deletes, and robustness.", async () => {
  await withServer({}, async (server) => {
    const { out } = await runOn(server, ["--write", "--reporter", "json", "--concurrency", "1"]);
    const unusual = JSON.parse(out).results.filter(
      ({ group }: { group: string }) => group === "robustness",
    ).length;
    const usual = server.requests.slice(0, -unusual).map(({ method }) => method);
    const first = usual.findIndex((method) => method !== "GET");
    const removal = usual.indexOf("DELETE");
    expect(removal).toBeGreaterThan(first);
    expect(usual.slice(first, removal)).not.toContain("GET");
    expect(new Set(usual.slice(removal))).toEqual(new Set(["DELETE"]));
  });
});

test("A security requirement whose secret is missing is replaced by another one.", async () => {
  const WORKFLOW_BEARER = secrets.bearer;
  const { out } = await withServer({}, (server) => runOn(server, right, { WORKFLOW_BEARER }));
  expect(out).toMatch(
    /^Inconclusive: .* listNotes, getNote were not tried: set WORKFLOW_API_KEY and WORKFLOW_API_SECRET in/,
  );
  expect(out).not.toMatch(/createNote was not tried/);
  await withServer({}, async (server) => {
    const args = ["--write", "--only", "createNote 201", "--only", "random", "--explore", "5"];
    await runOn(server, args, { WORKFLOW_BEARER });
    for (const { headers } of server.requests)
      expect(headers["authorization"]).toBe(`Bearer ${WORKFLOW_BEARER}`);
  });
});

test("A failure of all valid requests is reported once, with what to do.", async () => {
  const all = (status: number): Departure => ({
    changes: ({ response }) => ({ ...response, status }),
  });
  const firstLine = async (departure: Departure, variables = environment): Promise<string> =>
    withServer(departure, async (server) => {
      const { code, out } = await runOn(server, right, variables);
      expect(code).toBe(2);
      return out.split("\n")[0] ?? "";
    });
  expect(await firstLine(all(404))).toMatch(
    /^Inconclusive: .* Every valid request got 404\. Is the base URL right\?/,
  );
  const wrong = Object.fromEntries(Object.keys(environment).map((name) => [name, "wrong"]));
  expect(await firstLine({}, wrong)).toMatch(
    /request with credentials got 401: check WORKFLOW_API_KEY, .*--domain\.$/,
  );
  expect(await firstLine(all(503))).toMatch(/got 503\. Does the service run behind --base-url\?$/);
  expect(await firstLine(all(429))).toMatch(
    /^Inconclusive: .* takes no more requests .* limit them by --rate\.$/,
  );
  const hangsUp = await firstLine({ changes: () => undefined });
  expect(hangsUp).toMatch(
    /^Inconclusive: .* No response came to GET \S+: the connection was closed/,
  );
  expect(hangsUp).not.toContain("running");
  const { code, out } = await runOn({ url: "http://127.0.0.1:9" });
  expect(code).toBe(2);
  expect(out).toMatch(/nothing listens there \(ECONNREFUSED\)\. Is the server running\?\n/);
});

test("An undocumented redirect fails, with its target and no advice to go there.", async () => {
  const moved = { location: "https://user:word@elsewhere.example/login/c2VjcmV0?next=%2F#top" };
  const departure: Departure = {
    changes: ({ response }) => ({ ...response, status: 302, headers: moved }),
  };
  const { code, out } = await withServer(departure, (server) => runOn(server, few));
  expect(code).toBe(1);
  expect(out).toContain("got 302 with the Location https://elsewhere.example/login/…: ");
  expect(out).not.toMatch(/as --base-url|word|c2V|next=/);
});

test("A server fails if it fails at valid requests alone, in whatever way.", async () => {
  const { causes, headline } = await reportOn({
    changes: ({ response }) => (response.status < 300 ? undefined : response),
  });
  expect(headline).toMatch(/^Failed: /);
  expect(new Set(causes.map(({ name }) => name))).toEqual(new Set(["no_response"]));
});

test("A server that stops responding ends the run, and its report says so.", async () => {
  let count = 0;
  const dies: Departure = { changes: ({ response }) => (count++ < 50 ? response : undefined) };
  const { causes, headline, results } = await reportOn(dies);
  expect(headline).toMatch(/^Failed: .* The server stopped responding after \w+ .*\.$/);
  expect(causes.map(({ name }) => name)).toContain("no_response");
  expect(
    results.filter(({ note }) => note.startsWith("The server stopped responding after")).length,
  ).toBeGreaterThan(100);
  expect(results.filter(({ outcome }) => outcome === "failed")).toHaveLength(1);
});

test("A server that dies at its first request fails, and gets no other.", async () => {
  const server = createServer((socket) => {
    server.close();
    socket.on("error", () => undefined).destroy();
  });
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const { out } = await runOn({ url }, ["--concurrency", "1"]);
  expect(out).toMatch(
    /^Failed: 1 case by 1 cause\. The server stopped responding after \w+ .*\.\n/,
  );
});

test("A proxy that is not of the web ends with 2, and is not shown.", async () => {
  const variables = { http_proxy: "socks5://user:s3cr3t@127.0.0.1:1080" };
  const ran = await runOn({ url: "http://127.0.0.1:9" }, [], variables);
  expect(ran).toEqual({ code: 2, out: "", error: expect.not.stringContaining("s3cr3t") });
});

/** A folder that cannot be made; in `/proc`, a recursive `mkdir` of Node.js never ends. */
const impossible = process.platform === "linux" ? "/proc/none" : join(contractFile, "none");
const usage: readonly (readonly [args: readonly string[], error: RegExp])[] = [
  [["--base-url", "http://127.0.0.1:9", "--reporter", `json=${impossible}/a.json`], /mkdir/],
  [["--base-url", "ftp://a"], /^--base-url takes a URL such as/],
  [["--base-url", "http://user:s3cr3t@a"], /^--base-url must have no credentials \(see --help\)/],
  [["s3cr3t"], /^An argument belongs to no option: see --help\./],
  [["--only"], /^Option .--only <value>. argument missing: see --help\./],
  [["--rate", "fast"], /^--rate takes a number from 0.001 to/],
  [
    ["--reporter", "json", "--reporter", "tty"],
    /^Only one --reporter can write to standard output/,
  ],
  [["--value", "name"], /^--value must be NAME=VALUE, not "name"\./],
  [["--value", "\u001b[31m=red"], /^No operation of the contract has the parameter \\u001b\[31m\./],
  [["--cert", contractFile], /^--cert and --key belong together\./],
  [["--cert", contractFile, "--key", contractFile], /^--cert and --key must hold a certificate/],
  [["--header", "s3cr3t"], /^--header must be 'Name: value'\./],
  [["--header", "X-API-KEY: s3cr3t"], /^X-API-KEY has a secret: set WORKFLOW_API_KEY, and no/],
  [["--header", "x-gate: $NONE"], /^--header x-gate: the environment has no NONE\./],
  [
    ["--domain", "here"],
    /^The contract does not allow the value of X-Domain: it must match pattern/,
  ],
  [["--values", join(folder, "none.json")], /none\.json cannot be read: it does not exist/],
  [
    ["--baseline", contractFile],
    /notes\.json is no list of findings: write one with --write-baseline\./,
  ],
  [
    ["--only", "nothing that there is"],
    /^Nothing is to be checked: --only has a part of a title, or of scenario/,
  ],
];

test.each(usage)("%j ends with 2 and says what is wrong.", async (args, message) => {
  const { code, error, out } = await runOn({ url: "http://127.0.0.1:9" }, args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(error).toMatch(message);
  expect(error).not.toContain("s3cr3t");
});

test("A contract outside the profile ends with 2 and every problem with its line.", async () => {
  const document = JSON.parse(readFileSync(contractFile, "utf8"));
  document.paths["/v1/notes"].get.parameters[1].style = "deepObject";
  const file = join(folder, "outside.json");
  writeFileSync(file, JSON.stringify(document, undefined, 2));
  const { code, error } = await runOn({ url: "http://127.0.0.1:9" }, ["--contract", file]);
  expect(code).toBe(2);
  expect(error).toMatch(/outside\.json:\d+: .*deepObject/);
});

test("--help lists the options.", async () => {
  const { code, out } = await runOn({ url: "http://127.0.0.1:9" }, ["--help"]);
  expect(code).toBe(0);
  expect(out).toMatch(/--write-baseline FILE/);
});

test("Values are read by the schemas, and those of an operation win.", async () => {
  const file = join(folder, "values.json");
  writeFileSync(file, JSON.stringify({ noteNumber: 12, "page[size]": 3 }));
  const values = ["page[size]=4", "listNotes.sort=text,number", "label=a,b", "x-language=de"];
  const args = [
    "--values",
    file,
    ...values.flatMap((value) => ["--value", value]),
    "--only",
    "200",
  ];
  await withServer({}, async (server) => {
    await runOn(server, args);
    const targets = server.requests.map(({ target }) => target).join("\n");
    expect(targets).toMatch(/\/v1\/notes\/12\?/);
    expect(targets).toMatch(/label=a&label=b/);
    expect(targets).toMatch(/page%5Bsize%5D=4.*sort=text,number/);
    expect(server.requests.some(({ headers }) => headers["x-language"] === "de")).toBe(true);
  });
});

test("A cause is shown once, with a line and a command that fails alike.", async () => {
  await withServer(broken, async (server) => {
    const { out } = await runOn(server, right);
    const line = readFileSync(contractFile, "utf8").split("\n");
    const [shown, ...further] = out.split("✗ ").slice(1);
    expect(further).toEqual([]);
    expect(shown).toMatch(
      /^getHealth .* and \d+ more\n {2}response_schema_conformance: The body of the 200 /,
    );
    const [, at = ""] = /notes\.json:(\d+)\./.exec(shown ?? "") ?? [];
    expect(line[Number(at) - 1]).toContain('"required"');
    expect(shown).toMatch(
      /curl -i 'http:\/\/127\.0\.0\.1:\d+\/v1\/health' \\\n {4}-H 'accept:'\n {2}Shortened to what is needed to fail\.\n {2}The same in: /,
    );
  });
});

test("A shortened request keeps only what the failure and the contract need.", async () => {
  const { causes } = await reportOn({
    overlooks: () => true,
    changes: ({ operation, request, response }) =>
      operation?.operationId === "getNote" && request.headers["x-language"] !== undefined
        ? { ...response, status: 201 }
        : response,
  });
  const [{ curl = "" } = {}] = causes.filter(({ title }) => title.startsWith("getNote X-Language"));
  const headers = [...curl.matchAll(/-H ['"]([\w-]+):/g)].map(([, name]) => name);
  expect(headers).toEqual(["x-domain", "x-language", "x-api-key", "x-api-secret", "accept"]);
});

test("Even without secrets, a server that requires no credentials is found out.", async () => {
  const { causes } = await reportOn({ overlooks: () => true }, { secrets: {} });
  expect(causes.map(({ name }) => name)).toContain("ignored_auth");
});

test("A request that may write is sent once, however it fails.", async () => {
  const failing = changing("createNote", () => ({ status: 503 }));
  await withServer(failing, async (server) => {
    await runOn(server, ["--write", "--explore", "0"]);
    const writes = server.requests
      .filter(({ method }) => method !== "GET")
      .map((request) => JSON.stringify(request));
    expect(new Set(writes).size).toBe(writes.length);
  });
});

test("Random requests find faults that no case shows, and are shrunk.", async () => {
  const edges = [2_147_483_647, 2_147_483_648, 1e15];
  const isHit = (number: number): boolean => number > 5000 && !edges.includes(number);
  const fails: Departure = {
    changes: ({ response, values }) =>
      isHit(Number(values.get("query page[number]"))) ? { ...response, status: 500 } : response,
  };
  const options = { only: ["listNotes"], write: false };
  expect((await reportOn(fails, options)).causes).toEqual([]);
  const { causes } = await reportOn(fails, { ...options, explore: 100 });
  expect(causes.map(({ title }) => title)).toEqual(["listNotes random requests"]);
  expect(causes[0]?.curl).toMatch(/page%5Bnumber%5D=5001\b/);
});

/** The file of the next version of the contract: with a property more, and an operation less. */
function editedContract(): string {
  const { components, paths, ...others } = JSON.parse(readFileSync(contractFile, "utf8"));
  components.schemas.Health.properties.since = { type: "string" };
  delete paths["/v1/notes/{noteNumber}"].delete;
  const file = join(folder, "edited.json");
  writeFileSync(file, JSON.stringify({ ...others, components, paths }));
  return file;
}

test("A baseline makes its findings and untried operations known, and nothing else.", async () => {
  const file = join(folder, "baseline.json");
  const ranOn = (departure: Departure, ...args: string[]): Promise<Ran> =>
    withServer(departure, async (server) => await runOn(server, ["--explore", "0", ...args]));
  const codeOf = async (...args: Parameters<typeof ranOn>): Promise<number> =>
    (await ranOn(...args)).code;
  expect(await codeOf(broken, "--write-baseline", file)).toBe(1);
  const known = await ranOn(broken, "--baseline", file);
  expect(known).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing new: 3 known, /) });
  const mended = await ranOn({}, "--baseline", file);
  expect(mended.code).toBe(0);
  expect(mended.out).toMatch(
    /\nNote: 1 of the baseline no longer found \(.*\): getHealth response_schema_conformance 200 body/,
  );
  const edited = ["--baseline", file, "--seed", "7", "--contract", editedContract()];
  const next = await ranOn(broken, ...edited);
  expect(next).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing new: 2 known, /) });
  expect(next.out).toMatch(
    /\nNote: 1 of the baseline no longer found \(.*\): removeNote not_tried\./,
  );
  expect(
    await codeOf(
      changing("getHealth", () => ({ status: 500 }), 200),
      "--baseline",
      file,
    ),
  ).toBe(1);
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, "utf8")).slice(0, -1)));
  expect(await codeOf(broken, "--baseline", file)).not.toBe(0);
});

test("A header is sent with each request, and reports name its variable.", async () => {
  await withServer(broken, async (server) => {
    const headers = ["X-Gate: id $GATE", "X-Session-Token: s3cr3t"];
    const args = headers.flatMap((header) => ["--header", header]);
    const { out } = await runOn(server, [...few, ...args], { ...environment, GATE: "g4te" });
    const sent = server.requests.map(({ headers: { "x-gate": gate, "user-agent": agent } }) => ({
      gate,
      agent,
    }));
    expect(new Set(sent.map(({ gate }) => gate))).toEqual(new Set(["id g4te"]));
    expect(sent[0]?.agent).toMatch(/^workflow-api-verify\/\d/);
    expect(out).toContain('-H "x-gate: id $GATE" \\\n    -H "x-session-token: (credential)"');
    expect(out).not.toMatch(/g4te|s3cr3t/);
  });
});

/**
 * All that a run puts out on a server that echoes what it gets, without what differs between two
 * runs.
 */
async function outputsWith(secret: string): Promise<string> {
  const echo: Departure = {
    secrets: { apiKey: secret, apiSecret: secret, bearer: secret },
    changes: ({ request: { headers }, response }) => {
      const sent = headers["x-api-key"] ?? headers["authorization"] ?? "nothing";
      const encoded = (["base64", "hex"] as const).map((as) => Buffer.from(sent).toString(as));
      const echoed = {
        "content-type": `text/${sent}`,
        "x-total": sent,
        location: `/login/${encoded.join("/")}/${encodeURIComponent(`${sent} Ü`)}?${sent}`,
      };
      const status = { 401: 302, 422: 200 }[response.status];
      return {
        status: status ?? response.status,
        headers: echoed,
        body: `"${sent}"`,
      };
    },
  };
  const variables = {
    WORKFLOW_API_KEY: secret,
    WORKFLOW_API_SECRET: secret,
    WORKFLOW_BEARER: secret,
  };
  const files = ["junit", "json", "markdown", "sarif"].map(
    (name) => `${name}=${join(folder, name)}`,
  );
  const reporters = [...files, "tty"].flatMap((name) => ["--reporter", name]);
  const args = [
    "--write",
    "--write-baseline",
    join(folder, "baseline"),
    "--only",
    "getNote",
    "--only",
    "createNote",
    ...reporters,
  ];
  const { out, error } = await withServer(echo, (server) =>
    runOn(server, args, { ...variables, GITHUB_ACTIONS: "true" }),
  );
  const written = ["junit", "json", "markdown", "sarif", "baseline"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );
  expect(error).toMatch(/^::error file=/);
  return [out, error, ...written]
    .join("\n")
    .replaceAll(/127\.0\.0\.1:\d+|time="[\d.]+"|"duration": [\d.]+/g, "");
}

test("All output is the same whatever the secrets are, so none is in it.", async () => {
  const expected = await outputsWith("secret-of-a-user");
  // RFC 6750, 2.1.
  const token = fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,12}$/);
  const same = fc.asyncProperty(token, async (secret) => (await outputsWith(secret)) === expected);
  await fc.assert(same, { numRuns: 5, seed: 5, examples: [["a"], ["json"], ["eyJ.eyJ.c2ln"]] });
});

/** Runs the program as a process, which alone reads the file of a private CA. */
async function runProgram(args: readonly string[], variables: Readonly<Record<string, string>>) {
  const env = { ...environment, ...variables };
  const child = spawn(process.execPath, [bin, "--contract", contractFile, ...args], { env });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return `${out.split("\n")[0]}${error}`;
}

/** The port of a server that is closed when the test ends. */
async function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  return await listenOnFreePort(server);
}

test("A server with a private CA and client certificates is checked through a proxy.", async () => {
  const pem = join(import.meta.dirname, "support", "localhost.pem");
  const [cert, NODE_EXTRA_CA_CERTS] = [readFileSync(pem), pem];
  const server = await listen(createContractTarget(contract, { secrets }));
  onTestFinished(() => server.close());
  const pipe = (socket: Duplex, port: number): void => {
    const other = connect(port, "127.0.0.1").on("error", () => socket.destroy());
    socket
      .on("error", () => other.destroy())
      .pipe(other)
      .pipe(socket);
  };
  const options = { cert, key: cert, ca: cert, requestCert: true };
  const secured = createTlsServer(options, (socket) =>
    pipe(socket, Number(new URL(server.url).port)),
  );
  const port = await portOf(secured);
  const asked = new Set<string | undefined>();
  const proxy = createHttpServer().on("connect", ({ url }, socket) => {
    asked.add(url);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    pipe(socket, port);
  });
  const HTTPS_PROXY = `127.0.0.1:${await portOf(proxy)}`;
  const args = ["--base-url", `https://127.0.0.1:${port}`, "--only", "getHealth"];
  const identity = ["--cert", pem, "--key", pem];
  expect(await runProgram([...args, ...identity], { NODE_EXTRA_CA_CERTS, HTTPS_PROXY })).toBe(
    "Passed: the server conforms to the contract in what --only selects.",
  );
  expect([...asked]).toEqual([`127.0.0.1:${port}`]);
  expect(await runProgram(args, { NODE_EXTRA_CA_CERTS })).toContain(
    "it may want a client certificate (--cert and --key).",
  );
  expect(await runProgram([...args, ...identity], {})).toContain(
    "if you trust it, name its file in NODE_EXTRA_CA_CERTS.",
  );
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s ends a run at once, with %i and a report of what was done.",
  async (signal, code) => {
    const target = createContractTarget(contract, { secrets });
    let count = 0;
    let onHung = (): void => undefined;
    const server = await listen({
      send: (request) => (count++ < 40 ? target.send(request) : new Promise(() => onHung())),
    });
    const args = ["--base-url", server.url, "--contract", contractFile, "--timeout", "3600000"];
    const child = spawn(process.execPath, [bin, ...args], { env: { ...environment } });
    onTestFinished(() => void child.kill("SIGKILL"));
    onHung = () => {
      // A second signal would end it without a report.
      onHung = () => undefined;
      child.kill(signal);
    };
    const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect({ code: await exit, error }).toEqual({ code, error: "" });
    expect(out).toMatch(/^Inconclusive: .* The run was stopped before its end\.\n/);
    expect(out).toMatch(/: \d{2} passed, 0 failed, /);
    await server.close();
  },
);

test("A closed or full standard output ends the program without a stack.", async () => {
  for (const [end, code] of [
    ["| head -1; exit 0", 0],
    [">/dev/full", 2],
    [">&-", 2],
  ] as const) {
    const script = `"$0" "$@" ${end}`;
    const args = ["-c", script, process.execPath, bin, "--base-url", "http://127.0.0.1:9"];
    const { status, stderr } = spawnSync("sh", args, { encoding: "utf8" });
    expect({ end, status }).toEqual({ end, status: code });
    expect(stderr).not.toMatch(/ at |node:/);
  }
});
