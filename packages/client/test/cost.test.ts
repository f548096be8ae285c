import { expect, test } from "vitest";
import { bundle, compile, instantiationsOf } from "../bench/cost.ts";
import { operations } from "../src/generated/contract.ts";

/** The operations besides the two that are called. */
const further = Object.keys(operations()).length - 2;

test("an application stays small: 5,300 bytes, or 8,150 by openapi-fetch", async () => {
  expect((await bundle("methods")).gzipped).toBeLessThan(5300 + 150 * further);
  expect((await bundle("openapi-fetch")).gzipped).toBeLessThan(8150 + 150 * further);
});

test("an application that names its operations has no others", async () => {
  const { text, gzipped } = await bundle("one operation");
  expect(gzipped).toBeLessThan(5120 + 80 * further);
  expect(text).toContain("variables_cages");
  expect(text).not.toContain("task_instances");
});

test("the compiler instantiates 1,000 types for 20 calls, 35 for an operation", async () => {
  const [few, many] = await Promise.all([instantiationsOf(20), instantiationsOf(100)]);
  expect(few).toBeLessThanOrEqual(1000 + 35 * further);
  expect(many).toBe(few);
});

test("the compiler says what is wrong with a call in one error, with type names", async () => {
  const printed = await compile(`
const given: number = await api.getVariablesCage({ id: "1", include: ["author"] });
await api.getVariablesCage({ id: "1", include: ["owner"] });
await api.getVariablesCage({ id: "1" }, { timout: 1 });
await api.resetSmartContractInstance({ flowInstanceId: 1 });
createClient({ baseUrl: "http://a.test", auth: { bearer: "token" } });
const bearer = createClient({ baseUrl: "http://a.test", domain: "d", auth: { bearer: "token" } });
await bearer.getVariablesCage({ id: "1" });
`);
  const errors = printed.trimEnd().split(/\n(?=\S)/);
  expect(errors).toEqual(
    [
      /'VariableCageDocumentWith<"author">' is not assignable to type 'number'/,
      /'"owner"' is not assignable to type '"author" \| "client" \| "values"'/,
      /'timout' does not exist in type 'CallOptions'. Did you mean to write 'timeout'/,
      /'number' is not assignable to type 'string'/,
      /'domain' is missing in type .* but required in type 'ClientOptions'/,
      /Type 'Requires<"apiKey and apiSecret">' has no call signatures/,
    ].map((message) => expect.stringMatching(message)),
  );
  expect(Math.max(...errors.map((error) => error.split("\n").length))).toBe(2);
});
