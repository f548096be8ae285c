import { expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering } from "./service.ts";

const client = await generatedClient(contractNamed("settings.yaml"));
const settings = { edition: "2.0 (beta)", level: "2", room: "r1", mode: "slow", free: "any", tenant: "t-1" };

test("an option that fills a header is one of the values that the operations list", async () => {
  const service = await answering(204, "");
  await client.create({ baseUrl: service.url, ...settings })["readTwo"]?.();
  expect(service.received[0]?.headers).toMatchObject({
    "x-edition": "2.0 (beta)",
    "x-level": "2",
    "x-free": "any",
  });
});

test.each([
  ["edition", "2x0 (beta)"],
  ["edition", "1.0\n"],
  ["level", "3"],
  ["level", 2],
  ["mode", "slower"],
  ["free", "é"],
  ["tenant", "u-1"],
  ["tenant", "t-1\nx-edition: 1.0"],
  ["tenant", "t-\u00e9"],
  ["tenant", "a t-1"],
  ["room", "r1\n"],
])("an option that can be no such header is refused by its name: %s %j", (option, value) => {
  const create = () => client.create({ baseUrl: "http://127.0.0.1:9", ...settings, [option]: value });
  expect(create).toThrow(expect.objectContaining({ kind: "configuration", option }));
  expect(create).not.toThrow(new RegExp(`${value}[.]`));
});

test("the type of an option is that of the values that all operations list", async () => {
  const use = `
import { createClient } from "./src/index.ts";

const base = { baseUrl: "http://127.0.0.1:9", edition: "1.0", level: "1", room: "a1", mode: "fast", free: "any", tenant: "t-1" } as const;
await createClient(base).readOne();
await createClient({ ...base, mode: "slow", room: String(1) }).readOne();
// @ts-expect-error there is no such edition
createClient({ ...base, edition: "3.0" });
// @ts-expect-error there is no such level
createClient({ ...base, level: "3" });
// @ts-expect-error there is no such mode
createClient({ ...base, mode: "none" });
`;
  expect(await client.compile(use)).toBe("");
});
