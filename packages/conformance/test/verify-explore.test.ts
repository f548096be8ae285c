import { describe, expect, test } from "vitest";
import type { CaseRequest, Target } from "../src/case.ts";
import { NoAnswer, type Report, type Result } from "../src/index.ts";
import { exploreOperation } from "../src/verify/explore.ts";
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

/** What random requests of one operation find on a target. */
async function exploredOn(target: Target): Promise<Result | undefined> {
  const [operation] = contract.operations.filter(({ operationId }) => operationId === "readTicket");
  if (operation === undefined) throw new Error("The desk has the operation.");
  const judging = {
    contract,
    baseUrl: "http://127.0.0.1",
    credentials: {},
    exact: false,
    known: new Set(""),
  };
  return exploreOperation(
    { ...judging, target, rate: 0, explore: 60, interrupted: undefined },
    operation,
    {},
  );
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

  test("A request that the server hangs up at is shrunk too, and what follows is tried all the same.", async () => {
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
    expect(random[0]?.curl).toMatch(/\/tickets\/100'/);
  });

  test("Of a server that ends at a request, that request is shown, and none after it.", async () => {
    const sent: string[] = [];
    const found = await exploredOn({
      send: async ({ request: { method, target } }) => {
        sent.push(target);
        const cause = Object.assign(new Error("It is not there."), {
          code: sent.length > 1 ? "ECONNREFUSED" : "ECONNRESET",
        });
        throw new NoAnswer(method, target, { cause });
      },
    });
    expect(sent).toHaveLength(2);
    expect(found?.curl).toContain(`${sent[0]}'`);
  });

  test("With a request that waits for an answer in vain the operation is given up: others would wait as long.", async () => {
    const sent: string[] = [];
    const found = await exploredOn({
      send: async ({ request: { method, target } }) => {
        sent.push(target);
        throw new NoAnswer(method, target, { cause: new Error("nothing came within 10000 ms") });
      },
    });
    expect(sent).toHaveLength(1);
    expect(found).toMatchObject({ outcome: "failed", findings: [{ name: "no_answer" }] });
    expect(found?.curl).toContain(`${sent[0]}'`);
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
