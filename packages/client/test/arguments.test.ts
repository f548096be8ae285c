import { describe, expect, test } from "vitest";
import {
  CAGE,
  callAny,
  clientOf,
  fetchOf,
  INSTANCE,
  NOWHERE,
  refusalOf,
  responding,
} from "./service.ts";

describe("a path argument", () => {
  const refused = ["", ".", "..", undefined, null, 5, true, {}, ["a"], Symbol("a"), "a\udc00"];
  test.each(refused.map((value) => ({ value })))(
    "that is $value is refused by its name",
    async ({ value }) => {
      for (const argument of Object.keys(INSTANCE)) {
        const args = { ...INSTANCE, [argument]: value };
        expect(await refusalOf("resetSmartContractInstance", args)).toMatchObject({
          name: "ArgumentError",
          kind: "argument",
          argument,
          message: expect.stringContaining(`The argument ${argument} `),
        });
      }
    },
  );

  test.each([[[]], [[null]], [[undefined]]])("that is omitted is refused: %j", async (args) => {
    const message = "getVariablesCage: The argument id is required.";
    expect(await refusalOf("getVariablesCage", ...args)).toHaveProperty("message", message);
  });

  test.each([
    "a/b",
    "%2F",
    "a?b=c#d",
    "ünï ☃ 🙂",
    ";a=1",
    "a\nb",
    "...",
    "%2e%2e",
    "\\",
    "{id}",
    "$&",
  ])("%j arrives as one segment that decodes to the same", async (id) => {
    const service = await responding(200, CAGE);
    await clientOf(service.url).getVariablesCage({ id });
    const [, ...segments] = service.received[0]?.url?.split(/[/?]/) ?? [];
    expect(segments.map(decodeURIComponent)).toEqual(["data_dictionary", "variables_cages", id]);
  });
});

test.each([[{ include: [] }], [{ include: undefined }], [{ include: null }], [{}]])(
  "an include of nothing is not sent: %j",
  async (rest) => {
    const service = await responding(200, CAGE);
    await callAny(clientOf(service.url).getVariablesCage, { id: "1", ...rest }, null);
    expect(service.received[0]?.url).toBe("/data_dictionary/variables_cages/1");
  },
);

test.each([[["author", "author"]], [["owner"]], [["toString"]], ["author"], [[null]]])(
  "the include %j is refused",
  async (include) => {
    const error = await refusalOf("getVariablesCage", { id: "1", include });
    expect(error).toMatchObject({ kind: "argument", argument: "include" });
  },
);

test("a body that an operation does not take is not sent", async () => {
  const fetch = fetchOf({ acknowledge: true });
  const { resetSmartContractInstance } = clientOf(NOWHERE, { fetch });
  await callAny(resetSmartContractInstance, { ...INSTANCE, body: { a: 1 } });
  const [, init] = fetch.mock.calls[0] ?? [];
  expect(init?.body).toBe(null);
  expect(init?.headers).not.toHaveProperty("content-type");
});
