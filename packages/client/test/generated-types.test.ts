import { expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";

const client = await generatedClient(contractNamed("types.yaml"));

test("what only one side sends is asked of that side alone, wherever its mark stands", async () => {
  const use = `
import type { Client, Schemas } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const made = await api.openAccount({ body: { secret: "s", place: [1, "a"] } });
  made.id satisfies string;
  // @ts-expect-error it is never answered
  made.secret;
  // @ts-expect-error it is never sent
  await api.openAccount({ body: { id: "1", secret: "s", place: [1, "a"] } });
  const raw = await api.raw.POST("/accounts", { body: { secret: "s", place: [1, "a"] } });
  raw.data?.id satisfies string | undefined;
  const account: Schemas["Account"] = made;
  console.log(account);
}
`;
  expect(await client.compile(use)).toBe("");
});

test("a mark takes nothing from the types of all else", async () => {
  const use = `
import type { Client } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  const like = { id: "1", secret: "s", place: [1, "a"] as [number, string] };
  const found = await api.findAccount({ like });
  found.place satisfies [number, string];
  if (found.owner?.kind === "firm") found.owner.accounts[0]?.place satisfies [number, string] | undefined;
  if (found.owner?.kind === "person") found.owner.age satisfies number;
  // @ts-expect-error it is a pair
  await api.openAccount({ body: { secret: "s", place: [1, "a", 2] } });
  await api.raw.GET("/accounts", { params: { query: { like } } });
}
`;
  expect(await client.compile(use)).toBe("");
});
