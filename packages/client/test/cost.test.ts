import { expect, test } from "vitest";
import { bundle, compile, instantiationsOf } from "../bench/cost.ts";
import { operations } from "../src/generated/contract.ts";

/** The operations besides the two that are called. */
const further = Object.keys(operations()).length - 2;

test("an application stays small: 5,300 bytes, or 8,150 by openapi-fetch", async () => {
  expect((await bundle("methods")).gzipped).toBeLessThan(5300 + 100 * further);
  expect((await bundle("openapi-fetch")).gzipped).toBeLessThan(8150 + 100 * further);
});

test("an application that names its operations has no others", async () => {
  const { text, gzipped } = await bundle("one operation");
  expect(gzipped).toBeLessThan(5120 + 30 * further);
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
  // Where an operation needs no credentials, they are optional.
  const types = printed.replace(/auth\?: (.*?) \| undefined;/, "auth: $1;");
  expect(types.replaceAll(/^use.*?: /gm, "")).toBe(`\
error TS2322: Type 'VariableCageDocumentWith<"author">' is not assignable to type 'number'.
error TS2322: Type '"owner"' is not assignable to type '"author" | "client" | "values"'.
error TS2561: Object literal may only specify known properties, but 'timout' does not exist in type 'CallOptions'. Did you mean to write 'timeout'?
error TS2322: Type 'number' is not assignable to type 'string'.
error TS2345: Argument of type '{ baseUrl: string; auth: { bearer: "token"; }; }' is not assignable to parameter of type 'ClientOptions & { readonly auth: { readonly bearer: "token"; }; }'.
  Property 'domain' is missing in type '{ baseUrl: string; auth: { bearer: "token"; }; }' but required in type 'ClientOptions'.
error TS2349: This expression is not callable.
  Type 'Requires<"apiKey and apiSecret">' has no call signatures.
`);
});
