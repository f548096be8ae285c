import { describe, expect, test } from "vitest";
import type { CaseRequest } from "../src/case.ts";
import type { Report, Result } from "../src/index.ts";
import { type Fault, startContractServer } from "./support/contract-server.ts";
import { contract, run } from "./support/verify-desk.ts";

/** What a run sends and finds. */
async function explored(
  fault: Fault,
  ...args: readonly string[]
): Promise<{
  readonly random: readonly Result[];
  readonly sent: readonly CaseRequest[];
  readonly code: number;
}> {
  const server = await startContractServer(contract, fault);
  const { code, out } = await run(server.url, ["--concurrency", "1", ...args, "--reporter", "json"]);
  await server.close();
  const { results }: Report = JSON.parse(out);
  return { code, random: results.filter(({ group }) => group === "random"), sent: server.requests };
}

/** A server that fails where the path has a number of three digits. */
const threeDigits: Fault = {
  spoils: (answer, { method, target }) => {
    const id = Number(/^\/tickets\/(\d+)/.exec(target)?.[1]);
    return method === "GET" && answer.status === 200 && id > 99 && id < 1000
      ? { status: 500, headers: {}, body: "" }
      : answer;
  },
};

const paths = (sent: readonly CaseRequest[]): string[] =>
  sent.map(({ method, target }) => `${method} ${target}`);

describe("Beyond the cases of the contract, random requests are tried", () => {
  test("What only they find is shrunk to the smallest request that fails, and ends with 1.", async () => {
    expect((await explored(threeDigits, "--explore", "0")).code).toBe(0);
    const { code, random } = await explored(threeDigits, "--explore", "100");
    expect(code).toBe(1);
    const failed = random.filter(({ outcome }) => outcome === "failed");
    expect(failed.map(({ findings, status, title }) => [title, findings[0]?.name, status])).toEqual([
      ["readTicket random requests", "not_a_server_error", 500],
    ]);
    expect(failed[0]?.curl).toMatch(/\/tickets\/100'/);
  });

  test("Another seed sends others, and the same seed the same.", async () => {
    const sent = async (seed: string): Promise<string[]> => paths((await explored({}, "--seed", seed)).sent);
    const [first, again, other] = [await sent("1"), await sent("1"), await sent("2")];
    expect(again).toEqual(first);
    const known = new Set(first);
    expect(other.filter((each) => !known.has(each)).length).toBeGreaterThan(10);
  });

  test("They only read unless --write says so, and what writes is not sent again.", async () => {
    const { sent } = await explored({});
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(["GET", "HEAD"]));
    const failing: Fault = {
      spoils: (answer, { method }) => (method === "POST" ? { status: 500, headers: {}, body: "" } : answer),
    };
    const written = async (count: string): Promise<number> => {
      const { sent: all } = await explored(failing, "--write", "--explore", count);
      return all.filter(({ method }) => method === "POST").length;
    };
    expect((await written("30")) - (await written("0"))).toBe(1);
  });

  test("A request that is not answered is shown, and what follows is tried all the same.", async () => {
    const server = await startContractServer(contract, {
      spoils: (answer, { target }) => (/\/tickets\/\d{3}/.test(target) ? undefined : answer),
    });
    const args = ["--only", "random", "--only", "scenario", "--explore", "60", "--reporter", "json"];
    const { out } = await run(server.url, args);
    await server.close();
    const { results }: Report = JSON.parse(out);
    const random = results.filter(({ group }) => group === "random");
    expect(random.map(({ title }) => title)).toEqual([
      "readTicket random requests",
      "peekTicket random requests",
    ]);
    expect(random[0]).toMatchObject({ outcome: "failed", findings: [{ name: "no_answer" }] });
    expect(random[0]?.curl).toMatch(/\/tickets\/\d{3}/);
    // Once by each operation, and once more where the connection may have been an old one.
    const lost = server.requests.filter(({ target }) => /\/tickets\/\d{3}/.test(target));
    expect(lost.length).toBeLessThanOrEqual(4);
  });

  test("Of an operation that cannot be tried, and of one that --only leaves out, none are sent.", async () => {
    const server = await startContractServer(contract);
    const { out } = await run(server.url, ["--reporter", "json"], {});
    const { out: few } = await run(server.url, ["--only", "peekTicket", "--reporter", "json"]);
    await server.close();
    const titles = (text: string): string[] => {
      const { results }: Report = JSON.parse(text);
      return results.flatMap(({ group, title }) => (group === "random" ? [title] : []));
    };
    expect(titles(out)).toEqual(["peekTicket random requests"]);
    expect(titles(few)).toEqual(["peekTicket random requests"]);
  });
});
