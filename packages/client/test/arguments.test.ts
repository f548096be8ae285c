import { describe, expect, test } from "vitest";
import { answering, CAGE, callAny, clientOf, INSTANCE, rejectionOf } from "./service.ts";

describe("a path argument", () => {
  const refused = [
    "",
    ".",
    "..",
    undefined,
    null,
    5,
    true,
    Number.NaN,
    {},
    [],
    ["a"],
    Symbol("a"),
    "\ud800",
    "a\udc00",
  ];

  test.each(refused.map((value) => ({ value })))(
    "that is $value is refused by its name before anything is sent",
    async ({ value }) => {
      const service = await answering(200, { acknowledge: true });
      const { resetSmartContractInstance } = clientOf(service.url);
      for (const name of Object.keys(INSTANCE)) {
        const error = await rejectionOf(
          callAny(resetSmartContractInstance, { ...INSTANCE, [name]: value }),
        );
        expect(error).toMatchObject({
          name: "ArgumentError",
          kind: "argument",
          argument: name,
          operationId: "resetSmartContractInstance",
          message: expect.stringContaining(`The argument ${name} `),
        });
      }
      expect(service.received).toEqual([]);
    },
  );

  test.each([[[]], [[null]], [[undefined]]])(
    "that is left out with all others is refused: %j",
    async (args) => {
      const { getVariablesCage } = clientOf("http://127.0.0.1:9");
      expect(await rejectionOf(callAny(getVariablesCage, ...args))).toMatchObject({
        message: expect.stringContaining("The argument id is required."),
      });
    },
  );

  test.each([
    "a/b",
    "%2F",
    "?",
    "#",
    "a?b=c#d",
    "ünï ☃ 🙂",
    ";a=1",
    "a\nb",
    "...",
    "%2e%2e",
    "\\",
    "{id}",
    "$&",
    "a+b",
    "a,b&c",
  ])("%j arrives as one segment that decodes to the same", async (id) => {
    const service = await answering(200, CAGE);
    await clientOf(service.url).getVariablesCage({ id });
    const segments = service.received[0]?.target.split("/") ?? [];
    expect(segments).toHaveLength(4);
    expect(decodeURIComponent(segments[3] ?? "")).toBe(id);
    expect(service.received[0]?.target).not.toContain("?");
  });
});

describe("include", () => {
  const related = { data: { attributes: {} } };
  const included = { data: { ...CAGE.data, relationships: { author: related, client: related } } };

  test("is a comma-separated list in the order that was given", async () => {
    const service = await answering(200, included);
    await clientOf(service.url).getVariablesCage({ id: "cage-1", include: ["client", "author"] });
    expect(service.received[0]?.target).toBe(
      "/data_dictionary/variables_cages/cage-1?include=client,author",
    );
  });

  test.each([[{ include: [] }], [{ include: undefined }], [{ include: null }], [{}]])(
    "sends no parameter for %j",
    async (rest) => {
      const service = await answering(200, CAGE);
      await callAny(clientOf(service.url).getVariablesCage, { id: "cage-1", ...rest });
      expect(service.received[0]?.target).toBe("/data_dictionary/variables_cages/cage-1");
    },
  );

  test.each([
    [["author", "author"]],
    [["owner"]],
    [["toString"]],
    [["author,client"]],
    ["author"],
    [[null]],
  ])("refuses %j and sends nothing", async (include) => {
    const service = await answering(200, included);
    const call = callAny(clientOf(service.url).getVariablesCage, { id: "cage-1", include });
    expect(await rejectionOf(call)).toMatchObject({ kind: "argument", argument: "include" });
    expect(service.received).toEqual([]);
  });
});

test("a body that an operation does not take is not sent", async () => {
  const service = await answering(200, { acknowledge: true });
  await callAny(clientOf(service.url).resetSmartContractInstance, { ...INSTANCE, body: { a: 1 } });
  expect(service.received).toMatchObject([{ body: "" }]);
  expect(service.received[0]?.headers).not.toHaveProperty("content-type");
});
