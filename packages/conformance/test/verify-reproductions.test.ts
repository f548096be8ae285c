import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { CaseRequest } from "../src/case.ts";
import { curlOf } from "../src/curl.ts";
import { deriveCases, type Report } from "../src/index.ts";
import { startContractServer } from "./support/contract-server.ts";
import { answers, contract, overlooks, run } from "./support/verify-desk.ts";

/** What a shell sends when it is given a reproduction. */
async function replay(curl: string, environment: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", curl], {
    env: { PATH: process.env["PATH"], ...environment },
  });
  return stdout;
}

test("A reproduction is as short as it can be, and runs as it is printed.", async () => {
  const fault = overlooks("cookie trace");
  const server = await startContractServer(contract, fault);
  try {
    const { out } = await run(server.url, ["--reporter", "json"]);
    const report: Report = JSON.parse(out);
    const found = report.results.find(({ isShortened, part }) => isShortened && part === "cookie trace");
    expect(found?.curl.split(" \\\n  ")).toEqual([
      `curl -i '${server.url}/tickets/1'`,
      expect.stringMatching(/^-H 'Cookie: trace=.*'$/),
      '-H "Authorization: Bearer $WORKFLOW_LOGIN"',
      "-H 'Accept:'",
    ]);
    expect(await replay(found?.curl ?? "", { WORKFLOW_LOGIN: "t0ken" })).toMatch(/^HTTP\/1.1 200 /);
    expect(server.requests.at(-1)?.headers).toMatchObject({ authorization: "Bearer t0ken" });
  } finally {
    await server.close();
  }
});

test.each([
  ["of a form in parts", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
  ["that looks like an option", "--x\n"],
  ["with what printf reads", "100 %s\n\\n \\0101 '$HOME' `id`\n\n"],
])("A body of several lines %s is sent as it is, wherever the command stands.", async (_what, body) => {
  const server = await startContractServer(contract);
  try {
    const headers = { "Content-Type": "text/plain" };
    const curl = curlOf(server.url, { method: "POST", target: "/tickets", headers, body }, {});
    // A report indents it.
    await replay(curl.replaceAll(/^/gm, "    "), {});
    expect(server.requests.map((request) => request.body)).toEqual([body]);
  } finally {
    await server.close();
  }
});

test("Every reproduction sends what the case sends.", async () => {
  const server = await startContractServer(contract, { spoils: (answer) => ({ ...answer, status: 500 }) });
  const cases = new Map(
    deriveCases(contract, { credentials: { login: "t0ken" } }).map((one) => [one.title, one]),
  );
  try {
    const { out } = await run(server.url, ["--write", "--reporter", "json"]);
    const report: Report = JSON.parse(out);
    const tried = report.results.filter(
      ({ group, isShortened, outcome }) => outcome === "failed" && !isShortened && group !== "random",
    );
    const sample = tried.filter((_, index) => index % 7 === 0);
    for (const { curl, title } of sample) {
      const before = server.requests.length;
      await replay(curl, { WORKFLOW_LOGIN: "t0ken" });
      const [sent, ...more] = server.requests.slice(before);
      expect(more).toEqual([]);
      expect(essence(sent), title).toEqual(essence(cases.get(title)?.request));
    }
    const methods = new Set(sample.map(({ title }) => cases.get(title)?.request.method));
    expect([...methods]).toEqual(expect.arrayContaining(["GET", "HEAD", "DELETE", "POST"]));
  } finally {
    await server.close();
  }
});

/** What of a request a case decides: not what a connection adds. */
function essence(request: CaseRequest | undefined): unknown {
  const headers = Object.entries(request?.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value])
    .filter(([name]) => !/^(host|connection|user-agent|content-length)$/.test(name ?? ""));
  return { ...request, headers: Object.fromEntries(headers), body: request?.body };
}

test("What may write is not sent again to make it shorter.", async () => {
  const server = await startContractServer(
    contract,
    answers(() => ({ status: 500 }), "openTicket"),
  );
  try {
    const { out } = await run(server.url, ["--write", "--reporter", "json"]);
    const report: Report = JSON.parse(out);
    const posts = server.requests.filter(({ method }) => method === "POST");
    const cases = report.results.filter(
      ({ curl, outcome }) => curl.includes("-X POST") && outcome !== "skipped",
    );
    expect(posts).toHaveLength(cases.length);
    expect(report.results.filter(({ curl, isShortened }) => isShortened && curl.includes("-X POST"))).toEqual(
      [],
    );
  } finally {
    await server.close();
  }
});

const secrets = ["a", "0", "e1", "json", 'quo"te', "a$b`c", "per%cent&", "x".repeat(400)];

test.each(secrets)("The secret %j reaches the server and no report.", async (secret) => {
  const server = await startContractServer(contract, {
    ...overlooks("security"),
    spoils: (answer) => ({
      ...answer,
      headers: { ...answer.headers, "content-type": `text/${secret.replaceAll(/[^\w]/g, "")}` },
    }),
  });
  try {
    const few = ["--only", "scenario", "--only", "security", "--only", "random"];
    const reporters = ["tty", "junit", "json", "markdown", "html", "sarif"].flatMap((name) => [
      "--reporter",
      name,
    ]);
    const masked = await run(server.url, ["--write", ...few, ...reporters], { WORKFLOW_LOGIN: secret });
    expect(server.requests.some(({ headers }) => Object.values(headers).includes(`Bearer ${secret}`))).toBe(
      true,
    );
    const other = await run(server.url, ["--write", ...few, ...reporters], { WORKFLOW_LOGIN: "another" });
    expect(masked.code).toBe(1);
    expect(masked.out).toContain("$WORKFLOW_LOGIN");
    expect(masked.out).not.toContain(`Bearer ${secret}`);
    if (secret.length > 6) expect(masked.out).not.toContain(secret);
    // Nothing else is garbled: a report is the same whatever the secret is.
    const lines = (text: string): number => text.split("\n").length;
    expect(lines(masked.out)).toBe(lines(other.out));
    expect(masked.out).toContain("WORKFLOW_LOGIN");
    expect(masked.out).toContain("The contract says");
  } finally {
    await server.close();
  }
});
