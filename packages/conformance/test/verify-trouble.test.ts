import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contract, loadContract } from "@workflow-api/contract";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Report, runVerify } from "../src/index.ts";
import { progressLine } from "../src/report/progress.ts";
import { startContractServer } from "./support/contract-server.ts";
import { desk } from "./support/desk.ts";

let contract: Contract;
let file: string;
beforeAll(async () => {
  file = join(await mkdtemp(join(tmpdir(), "trouble-")), "desk.json");
  await writeFile(file, JSON.stringify(desk));
  contract = await loadContract(file);
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function run(url: string, args: readonly string[] = [], token = "t0ken-of-mine"): Promise<Ran> {
  const out: string[] = [];
  const error: string[] = [];
  const code = await runVerify(["--base-url", url, "--contract", file, ...args], {
    environment: { WORKFLOW_LOGIN: token },
    print: (text) => void out.push(text),
    printError: (text) => void error.push(text),
    progress: undefined,
  });
  return { code, out: out.join(""), error: error.join("") };
}

async function against<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  try {
    return await use(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A body that does not end: it is sent for as long as somebody reads it. */
const endless: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const more = (): void => {
    while (!response.destroyed && response.write("a".repeat(2 ** 16)));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
};

const troubles: readonly [name: string, listener: RequestListener, args: readonly string[], says: RegExp][] =
  [
    [
      "never answers",
      () => undefined,
      ["--timeout", "200"],
      /^No answer to \w+ \/tickets\S*: nothing came within 200 ms/,
    ],
    [
      "begins an answer and never ends it",
      (_, response) => void response.writeHead(200).write("{"),
      ["--timeout", "200"],
      /nothing came within 200 ms/,
    ],
    ["hangs up", (request) => void request.socket.destroy(), [], /socket hang up/],
    ["answers without end", endless, [], /the body is longer than 10485760 bytes/],
    [
      "redirects",
      (_, response) =>
        void response.writeHead(308, { location: "https://other.example/v3?key=t0ken-of-mine" }).end(),
      [],
      /redirect \(308 to https:\/\/other\.example\/v3\)/,
    ],
    [
      "knows none of the values",
      (_, response) => void response.writeHead(404).end(),
      [],
      /answers every right request with 404: it does not know .*--value id=…/,
    ],
    [
      "refuses the credentials",
      (request, response) => void response.writeHead(request.method === "HEAD" ? 200 : 401).end(),
      ["--only", "scenario"],
      /answers every right request with 401.*WORKFLOW_LOGIN/,
    ],
  ];

describe("A server that cannot be tried is told at once, with exit code 2", () => {
  test.each(troubles)("One that %s.", async (_name, listener, args, says) => {
    let count = 0;
    const counting: RequestListener = (request, response) => {
      count++;
      listener(request, response);
    };
    const { code, error, out } = await against(counting, (url) => run(url, args));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(error).toMatch(says);
    expect(error).not.toContain("t0ken-of-mine");
    expect(count).toBeLessThan(10);
  });

  test("One that is not there.", async () => {
    const unused = await against(
      () => undefined,
      async (url) => url,
    );
    expect(await run(unused)).toMatchObject({ code: 2, error: expect.stringContaining("ECONNREFUSED") });
    expect(await run(unused.replace("127.0.0.1", "localhost"))).toMatchObject({
      code: 2,
      error: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("One that does not speak TLS.", async () => {
    const { code, error } = await against(
      () => undefined,
      (url) => run(url.replace("http:", "https:")),
    );
    expect(code).toBe(2);
    expect(error).toContain("it does not speak TLS");
  });

  test("One that does not speak HTTP.", async () => {
    const server = createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n", () => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect(await run(`http://127.0.0.1:${port}`)).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^No answer/),
    });
    await new Promise((resolve) => server.close(resolve));
  });

  test("A secret that no header can carry is named, not shown.", async () => {
    const { code, error } = await run("http://127.0.0.1:9", [], "two\nlines");
    expect({ code, error }).toEqual({
      code: 2,
      error: expect.stringContaining("WORKFLOW_LOGIN begins or ends"),
    });
    expect(error).not.toContain("two");
  });
});

test("A contract without operations is told, and no option is blamed.", async () => {
  const none = file.replace("desk.json", "none.json");
  await writeFile(none, JSON.stringify({ ...desk, paths: {} }));
  const { code, error } = await run("http://127.0.0.1:9", ["--contract", none]);
  expect({ code, error }).toEqual({
    code: 2,
    error: expect.stringContaining("The contract has no operations"),
  });
  expect(error).not.toContain("--only");
});

test("A report gets the folder that it is to be written to, or the run does not begin.", async () => {
  const server = await startContractServer(contract);
  const folder = await mkdtemp(join(tmpdir(), "folder-"));
  const to = join(folder, "a", "b", "report.json");
  await run(server.url, ["--only", "scenario", "--reporter", `json=${to}`]);
  const { results }: Report = JSON.parse(await readFile(to, "utf8"));
  expect(results).not.toEqual([]);
  const before = server.requests.length;
  const { code, error } = await run(server.url, ["--reporter", `json=${join(to, "report.json")}`]);
  await server.close();
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("cannot be written") });
  expect(server.requests).toHaveLength(before);
});

test("A report in a file has no colours, though the terminal has.", async () => {
  const server = await startContractServer(contract);
  const to = join(await mkdtemp(join(tmpdir(), "colours-")), "report.txt");
  vi.stubEnv("FORCE_COLOR", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const args = ["--only", "scenario", "--reporter", "tty", "--reporter", `tty=${to}`];
  const { out } = await run(server.url, args);
  await server.close();
  expect(out).toContain("\u001b[");
  const written = await readFile(to, "utf8");
  expect(written).toContain("The server agrees with its contract");
  expect(written).not.toContain("\u001b[");
});

test("A server that stops answering is not asked for the rest.", async () => {
  const server = await startContractServer(contract);
  let left = 30;
  const { code, out } = await against(
    (request, response) => {
      if (left-- <= 0) request.socket.destroy();
      else
        void fetch(`${server.url}${request.url}`, { headers: { authorization: "Bearer t0ken" } }).then(
          async (answer) =>
            response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text()),
        );
    },
    (url) => run(url, ["--reporter", "json"]),
  );
  await server.close();
  const { results }: Report = JSON.parse(out);
  expect(code).toBe(1);
  expect(
    results.filter(({ reason }) => reason === "The server has stopped answering.").length,
  ).toBeGreaterThan(20);
  expect(
    results.filter(({ findings }) => findings.some(({ name }) => name === "no_answer")).length,
  ).toBeLessThan(30);
});

test("A connection that the server has closed meanwhile is no failure of the server.", async () => {
  const server = await startContractServer(contract);
  const { code, out } = await against(
    (request, response) => {
      const { authorization, cookie, "x-locale": locale, accept } = request.headers;
      const headers = new Headers({
        ...(authorization && { authorization }),
        ...(cookie && { cookie }),
        ...(locale && { "x-locale": String(locale) }),
        ...(accept && { accept }),
      });
      void fetch(`${server.url}${request.url}`, { headers, method: request.method ?? "GET" }).then(
        async (answer) => {
          response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
          response.once("close", () => request.socket.destroy());
        },
      );
    },
    (url) => run(url, ["--only", "parameter", "--concurrency", "1"]),
  );
  await server.close();
  expect(out).not.toContain("no_answer");
  expect(code).toBeLessThan(2);
});

test("No more requests are sent at a time, or in a second, than is allowed.", async () => {
  const server = await startContractServer(contract);
  let now = 0;
  let most = 0;
  const arrivals: number[] = [];
  await against(
    (request, response) => {
      arrivals.push(performance.now());
      most = Math.max(most, ++now);
      void fetch(`${server.url}${request.url}`).then(async (answer) => {
        now--;
        response.writeHead(answer.status).end(await answer.text());
      });
    },
    (url) => run(url, ["--concurrency", "2", "--rate", "200", "--only", "accept", "--only", "path"]),
  );
  await server.close();
  expect(most).toBeLessThanOrEqual(2);
  const [first = 0] = arrivals;
  const last = arrivals.at(-1) ?? 0;
  // The probes are the one thing that is not paced.
  expect(((last - first) / 1000) * 200).toBeGreaterThanOrEqual(
    arrivals.length - 1 - contract.operations.length,
  );
});

test("Values of the server's own come from a file, and from flags that win.", async () => {
  const server = await startContractServer(contract);
  const values = join(await mkdtemp(join(tmpdir(), "values-")), "values.json");
  await writeFile(values, JSON.stringify({ id: 7, "peekTicket.id": 8, "X-Locale": "de" }));
  await run(server.url, ["--values", values, "--only", "scenario", "--only", "include"]);
  await run(server.url, ["--values", values, "--value", "id=9", "--only", "scenario"]);
  await server.close();
  const targets = server.requests.map(({ method, target }) => `${method} ${target.split("?", 1)[0]}`);
  expect(targets).toEqual(expect.arrayContaining(["GET /tickets/7", "HEAD /tickets/8", "GET /tickets/9"]));
  expect(server.requests.some(({ headers }) => headers["x-locale"] === "de")).toBe(true);
  expect(targets).not.toContain("GET /tickets/1");
});

test("The same seed sends the same.", async () => {
  const sent = async (seed: string): Promise<string> => {
    const server = await startContractServer(contract);
    await run(server.url, ["--seed", seed, "--concurrency", "1", "--write"]);
    await server.close();
    return JSON.stringify(
      server.requests.map(({ headers: { host: _, ...headers }, ...rest }) => ({ ...rest, headers })),
    );
  };
  expect(await sent("7")).toBe(await sent("7"));
});

test("The progress fills a line, and leaves none behind.", () => {
  expect(progressLine(1, 3)).toBe(`\r${"█".repeat(10)}${"░".repeat(20)} 1 of 3 cases`);
  expect(progressLine(3, 3)).toBe("\r\u001b[K");
});

test.each([
  ["--rate", "0", /--rate is a number above 0.*without it there is no limit/],
  ["--rate", "0.0", /--rate is a number above 0/],
  ["--timeout", "0", /--timeout is a whole number from 1/],
  ["--concurrency", "0", /--concurrency is a whole number from 1/],
])("What is none is refused, and never taken for no limit: %s %s.", async (option, value, message) => {
  const { code, error } = await run("http://127.0.0.1:9", [option, value]);
  expect(code).toBe(2);
  expect(error).toMatch(message);
});

test("A letter that is no option is refused by its name.", async () => {
  const { code, error } = await run("http://127.0.0.1:9", ["-x"]);
  expect({ code, error }).toEqual({
    code: 2,
    error: "There is no option -x: --help lists those that there are.\n",
  });
});
