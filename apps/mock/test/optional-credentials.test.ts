import { fileURLToPath } from "node:url";
import { type Case, checkAnswer, createProcessTarget, deriveCases } from "@workflow-api/conformance";
import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";

const file = fileURLToPath(new URL("fixtures/optional-credentials.yaml", import.meta.url));
const contract = await loadContract(file);
const cases = deriveCases(contract).filter(({ group }) => group === "security");

function isWrong({ expected: { statuses } }: Case): boolean {
  return statuses.includes("200") && statuses.includes("401");
}

test.each(contract.operations.map((operation) => ({ operation })))(
  "Wrong credentials for $operation.operationId are tried: a server may overlook or refuse them",
  ({ operation }) => {
    const own = cases.filter((one) => one.operation === operation && isWrong(one));
    const isInHeader = ({ request }: Case): boolean => request.headers["Authorization"] !== undefined;
    expect(own.filter(isInHeader)).not.toEqual([]);
    expect(own.filter((one) => !isInHeader(one))).not.toEqual([]);
    for (const one of own) {
      const found = (status: number): string[] =>
        checkAnswer(one, {
          status,
          headers: { "content-type": "application/json" },
          body: "{}",
        }).map(({ name }) => name);
      expect([found(200), found(401)]).toEqual([[], []]);
      expect(found(500)).not.toEqual([]);
    }
  },
);

test("The mock refuses those in an Authorization header, as Prism does, and overlooks the others", async () => {
  const mock = createProcessTarget(await createMock(contract));
  const statuses = new Map<string, Set<number>>();
  for (const one of cases) {
    const answer = await mock.send(one);
    expect(checkAnswer(one, answer, { as: "mock" }), one.title).toEqual([]);
    const kind = `${isWrong(one) ? "wrong" : "right"}, ${one.request.headers["Authorization"] === undefined ? "elsewhere" : "in Authorization"}`;
    statuses.set(kind, (statuses.get(kind) ?? new Set()).add(answer.status));
  }
  expect([...statuses].sort()).toEqual([
    ["right, elsewhere", new Set([200])],
    ["right, in Authorization", new Set([200])],
    ["wrong, elsewhere", new Set([200])],
    ["wrong, in Authorization", new Set([401])],
  ]);
});

test("A token for another scheme of the same form is not tried: only a server can tell it", () => {
  const titles = cases.filter(
    ({ request }) => request.headers["Authorization"] === "Bearer other-of-the-case",
  );
  expect(titles.map(({ operation }) => operation?.operationId)).not.toContain("readByToken");
});
