import { describe, expect, test, vi } from "vitest";
import {
  CAGE,
  callAny,
  clientOf,
  fetchCage,
  INSTANCE,
  NOWHERE,
  rejectionOf,
  responding,
} from "./service.ts";

describe("a path argument", () => {
  const refused = ["", ".", "..", undefined, null, 5, true, {}, ["a"], Symbol("a"), "a\udc00"];
  test.each(refused.map((value) => ({ value })))(
    "that is $value is refused by its name before anything is sent",
    async ({ value }) => {
      const fetch = vi.fn(fetchCage);
      const { resetSmartContractInstance } = clientOf(NOWHERE, { fetch });
      for (const argument of Object.keys(INSTANCE)) {
        const call = callAny(resetSmartContractInstance, { ...INSTANCE, [argument]: value });
        expect(await rejectionOf(call)).toMatchObject({
          name: "ArgumentError",
          kind: "argument",
          argument,
          message: expect.stringContaining(`The argument ${argument} `),
        });
      }
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  test.each([[[]], [[null]], [[undefined]]])("that is omitted is refused: %j", async (args) => {
    const call = callAny(clientOf(NOWHERE).getVariablesCage, ...args);
    expect(await rejectionOf(call)).toHaveProperty(
      "message",
      "getVariablesCage: The argument id is required.",
    );
  });

  const awkward = [
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
  ];
  test.each(awkward)("%j arrives as one segment that decodes to the same", async (id) => {
    const service = await responding(200, CAGE);
    await clientOf(service.url).getVariablesCage({ id });
    const segments = service.received[0]?.target.split("/") ?? [];
    expect(segments).toHaveLength(4);
    expect(decodeURIComponent(segments[3] ?? "")).toBe(id);
    expect(service.received[0]?.target).not.toContain("?");
  });
});

describe("include", () => {
  test.each([[{ include: [] }], [{ include: undefined }], [{ include: null }], [{}]])(
    "sends no parameter for %j",
    async (rest) => {
      const service = await responding(200, CAGE);
      await callAny(clientOf(service.url).getVariablesCage, { id: "cage-1", ...rest }, null);
      expect(service.received[0]?.target).toBe("/data_dictionary/variables_cages/cage-1");
    },
  );

  test.each([[["author", "author"]], [["owner"]], [["toString"]], ["author"], [[null]]])(
    "refuses %j and sends nothing",
    async (include) => {
      const fetch = vi.fn(fetchCage);
      const call = callAny(clientOf(NOWHERE, { fetch }).getVariablesCage, { id: "1", include });
      expect(await rejectionOf(call)).toMatchObject({ kind: "argument", argument: "include" });
      expect(fetch).not.toHaveBeenCalled();
    },
  );
});

test("a body that an operation does not take is not sent", async () => {
  const service = await responding(200, { acknowledge: true });
  await callAny(clientOf(service.url).resetSmartContractInstance, { ...INSTANCE, body: { a: 1 } });
  expect(service.received).toMatchObject([{ body: "" }]);
  expect(service.received[0]?.headers).not.toHaveProperty("content-type");
});
