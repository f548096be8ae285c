import { expect, test } from "vitest";
import { client } from "./edges.ts";

test("the types of every edge compile, and refuse what the contract refuses", async () => {
  const use = `
import { createClient, type Client, type ReadDeskArguments, type Schemas } from "./src/index.ts";

export async function use(api: Client): Promise<void> {
  await api.searchOpenly({ words: "a", where: { a: "b" }, "X-Sizes": [1] });
  await api.searchOpenly({ words: ["a"], where: "a", "X-Sizes": 1 });
  const made = await api.makeThing({ body: { secret: "s", note: null, more: 1, kind: null, size: { unit: { name: "m" }, value: 1 } } });
  made.id satisfies string;
  const thing: Schemas["Thing"] = made;
  // @ts-expect-error it is never answered
  made.secret;
  // @ts-expect-error it is never sent
  await api.makeThing({ body: { id: "1", secret: "s", note: null, more: 1, kind: null, size: { unit: { name: "m" }, value: 1 } } });
  const sent = { secret: "s", note: null, more: 1, kind: null, size: { unit: { name: "m" }, value: 1 } };
  const owned = await api.readThing({ expand: "owner" });
  owned.owner.names satisfies string[];
  // @ts-expect-error it was not asked for
  owned.parts;
  // @ts-expect-error nothing was asked for
  (await api.readThing()).owner;
  const either = await api.readThing({ expand: Math.random() < 0.5 ? "owner" : "parts" });
  // @ts-expect-error it is known only at run time
  either.owner.names;
  either.owner?.names satisfies string[] | undefined;
  // @ts-expect-error there is no such part
  await api.readThing({ expand: "nothing" });
  await useDesks(api);
  const raw = await api.raw.POST("/things", { body: sent });
  console.log(raw.data?.id, thing.note);
}

async function useDesks(api: Client): Promise<void> {
  const both = await api.readDesk({ include: ["owner"], expand: "limits" });
  both.held.owner.names satisfies string[];
  both.held.limits["a"] satisfies number | undefined;
  // @ts-expect-error neither has asked for it
  both.lamp;
  const one = await api.readDesk({ include: ["owner"] });
  one.held.owner.names satisfies string[];
  // @ts-expect-error it was not asked for
  one.held.limits;
  const other = await api.readDesk({ expand: "lamp", include: [] });
  other.lamp satisfies string;
  // @ts-expect-error the object that would hold it may be gone too
  other.held.owner;
  (await api.readDesk({ include: ["lamp"], expand: "limits" })).lamp satisfies string;
  const none = await api.readDesk();
  none.name satisfies string;
  // @ts-expect-error nothing was asked for
  none.lamp;
  (await api.safe.readDesk({ include: ["owner"], expand: "lamp" })).data?.held.owner.names satisfies string[] | undefined;

  const later: ("owner" | "lamp")[] = [];
  const half = await api.readDesk({ include: later, expand: "limits" });
  half.held.limits["a"] satisfies number | undefined;
  half.held.owner?.names satisfies string[] | undefined;
  // @ts-expect-error it may have been asked for or not
  half.held.owner.names;
  // @ts-expect-error it may have been asked for or not
  half.lamp satisfies string;
  half.lamp satisfies string | undefined;
  const element = await api.readDesk({ include: [Math.random() < 0.5 ? "owner" : "lamp"], expand: "limits" });
  // @ts-expect-error it may be the lamp that was asked for
  element.held.owner.names;
  const perhaps = await api.readDesk({ include: ["owner"], ...(Math.random() < 0.5 ? { expand: "limits" as const } : {}) });
  // @ts-expect-error it may not have been asked for
  perhaps.held.limits["a"];
  const list = Math.random() < 0.5 ? (["owner"] as const) : undefined;
  const maybe = await api.readDesk({ include: list, expand: "limits" });
  // @ts-expect-error it may not have been asked for
  maybe.held.owner.names;
  const asked = Math.random() < 0.5 ? "limits" : "lamp";
  const single = await api.readDesk({ include: ["owner"], expand: asked });
  single.held.owner.names satisfies string[];
  // @ts-expect-error it may be the lamp that was asked for
  single.held.limits["a"];
  // @ts-expect-error there is no such part
  await api.readDesk({ include: ["owner"], expand: "owner" });
  // @ts-expect-error there is no such part
  await api.readDesk({ include: ["limits"], expand: "limits" });
  // @ts-expect-error there is no such argument
  await api.readDesk({ include: ["owner"], expanded: "limits" });
  const args: ReadDeskArguments = { include: ["owner"] };
  // @ts-expect-error what it holds is known only at run time
  (await api.readDesk(args)).held.owner;

  const swapped = await api.swapDesk({ include: ["owner"], expand: ["limits"] });
  swapped.held.owner.names satisfies string[];
  swapped.held.limits["a"] satisfies number | undefined;
  // @ts-expect-error it was not asked for
  swapped.lamp;
  // @ts-expect-error nothing but the limits was asked for
  (await api.swapDesk({ expand: ["limits"] })).held.owner;
  (await api.swapDesk({ include: later, expand: ["limits"] })).held?.owner?.names satisfies string[] | undefined;
  // @ts-expect-error it has to be asked for something
  await api.swapDesk({ include: ["owner"] });

  const dropped = await api.dropDesk({ include: ["owner"], filter: { a: "b" } });
  dropped.held.owner.names satisfies string[];
  dropped.lamp satisfies string | undefined;
  // @ts-expect-error the filter may not ask for it
  dropped.lamp satisfies string;
}

const base = { baseUrl: "http://127.0.0.1:9" };
await createClient({ ...base, auth: { api_key: "k" } }).changeUser();
await createClient({ ...base, auth: { apiKey: "k" } }).changeUser();
// @ts-expect-error it takes a user name and a password
await createClient({ ...base, auth: { apiKey: "k" } }).readUser();
`;
  expect(await client.compile(use)).toBe("");
});
