import { fileURLToPath } from "node:url";
import { checkAnswer, createHttpTarget, deriveCases } from "@workflow-api/conformance";
import { loadContract } from "@workflow-api/contract";
import { afterAll, expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { type Received, send } from "./support/http.ts";
import { startStockPrism } from "./support/stock-prism.ts";

const contractFile = fileURLToPath(new URL("fixtures/form-answers.yaml", import.meta.url));
const mock = await startMock({ contractFile });

afterAll(() => mock.close());

function get(target: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
  return send(mock.url, { method: "GET", target, headers });
}

/** As any client reads a form. */
async function fieldsOf({ body, headers }: Received): Promise<[string, unknown][]> {
  const response = new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } });
  return [...(await response.formData())];
}

/** The example, as the encodings of both forms have it written. */
const written = [
  ["name", "Ada & Bob"],
  ["tags", "a"],
  ["tags", "b c"],
  ["turns", "1,2"],
  ["place[x]", "1.5"],
  ["note", '{"by":"Eve"}'],
];

test("A form travels in the styles that its encoding states", async () => {
  const answer = await get("/fields?of=ada");
  expect(answer.headers).toMatchObject({ "content-type": "application/x-www-form-urlencoded" });
  expect(answer.headers["sl-violations"]).toBeUndefined();
  expect(await fieldsOf(answer)).toEqual(written);
});

test("A form in parts names what is between them", async () => {
  const answer = await get("/parts");
  expect(answer.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(await fieldsOf(answer)).toEqual(written);
});

test("An error that a range of statuses documents is a form too", async () => {
  const answer = await get("/fields?of=nobody");
  expect([answer.status, answer.body]).toEqual([400, "error=none"]);
});

test.each([{}, { Prefer: "dynamic=true" }])("A form that is made up is one: %j", async (headers) => {
  expect((await get("/made-up", headers)).body).toMatch(/^count=-?\d+$/);
});

test("Of an example that breaks the schema of a form the header tells", async () => {
  const { body, headers } = await get("/wrong");
  expect(body).toBe("count=many");
  expect(JSON.parse(headers["sl-violations"] ?? "[]")).toMatchObject([
    { location: ["response", "body", "count"], severity: "Error", code: "type" },
  ]);
});

test("Every derived case agrees with forms that are answered", async () => {
  const target = createHttpTarget(mock.url);
  const disputed: string[] = [];
  for (const one of deriveCases(await loadContract(contractFile))) {
    if (one.operation?.operationId === "readWrong") continue;
    const findings = checkAnswer(one, await target.send(one), { as: "mock" });
    disputed.push(...findings.map(({ message }) => `${one.title}: ${message}`));
  }
  expect(disputed).toEqual([]);
});

test.each([
  ["with another value", "count=2&name=a", ["body_conformance"]],
  ["with a pair more", "count=1&name=a&count=1", ["body_conformance"]],
  ["in another order", "name=a&count=1", []],
])("A form %s is found by its fields", async (_, body, names) => {
  const cases = deriveCases(await loadContract(contractFile));
  const one = cases.find(({ title }) => title === "readPair 200 one");
  if (one === undefined) throw new Error("readPair has a scenario.");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const findings = checkAnswer(one, { status: 200, headers, body }, { as: "mock" });
  expect(findings.map(({ name }) => name)).toEqual(names);
});

test("Other bodies in parts are the JSON of their example", async () => {
  const { body, headers } = await get("/mixed");
  expect([headers["content-type"], body]).toEqual(["multipart/mixed", '{"count":1}']);
});

test("Prism alone can write neither", async () => {
  const stock = await startStockPrism(contractFile);
  for (const target of ["/fields", "/parts", "/mixed"]) {
    const { status, body } = await send(stock.url, { method: "GET", target, headers: {} });
    expect(status).toBe(500);
    expect(JSON.parse(body).title).toMatch(/^Cannot find serializer for /);
  }
  await stock.close();
});
