import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { type Change, type Comparison, describeChanges } from "../src/compat/index.ts";
import type { Lost, Presence } from "../src/compat/lost.ts";
import { withNode } from "../src/score/edit.ts";
import { contractOf } from "./support/contract-with.ts";
import { shop } from "./support/shop.ts";

const list = "/paths/~1shelves~1{shelf}~1items/get";
const item = "/components/schemas/Item";

async function compare(...changes: readonly ((document: JsonObject) => JsonObject)[]): Promise<Comparison> {
  const changed = changes.reduce((document, change) => change(document), shop);
  return await describeChanges(await contractOf(shop), await contractOf(changed));
}

function aChange({ changes }: Comparison, text: string): Change {
  const found = changes.find(({ summary, subject }) => `${subject}: ${summary}`.includes(text));
  if (found === undefined) throw new Error(`No change tells of ${text}: ${JSON.stringify(changes)}`);
  return found;
}

test("Each thing that breaks stands under the change that it comes from.", async () => {
  const comparison = await compare(
    (document) => withNode(document, `${list}/parameters/1/required`, true),
    (document) => withNode(document, `${item}/properties/kind/enum`, ["plain", "fancy", "huge"]),
    (document) => withNode(document, `${item}/required`, ["id", "name"]),
    (document) => withNode(document, `${list}/description`, "Lists items."),
  );
  expect(aChange(comparison, "limit")).toMatchObject({
    breaks: ["callers", "build"],
    witnesses: [{ operationId: "listItems", reason: "The query parameter limit is missing." }],
    build: [{ operationId: "listItems", part: "parameters", reason: "limit is required." }],
  });
  expect(aChange(comparison, "'huge'").witnesses.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("/0/kind"),
    expect.stringContaining("/kind"),
  ]);
  expect(aChange(comparison, "price")).toMatchObject({
    breaks: ["callers", "build"],
    build: [{ reason: "price may be missing." }, { reason: "price may be missing." }],
  });
  expect(aChange(comparison, "description")).toMatchObject({ breaks: [], rating: "patch" });
  expect(comparison).toMatchObject({ release: "major", isRaised: false, missing: [] });
});

test("A long value is not told, whichever of the two it is.", async () => {
  const long = "It lists each of the items that stand on the shelf.";
  const summaries = async (before: string | undefined, after: string | undefined): Promise<string[]> => {
    const [old, changed] = [before, after].map((text) => withNode(shop, `${list}/summary`, text));
    const { changes } = await describeChanges(
      await contractOf(old ?? shop),
      await contractOf(changed ?? shop),
    );
    return changes.map(({ summary }) => summary);
  };
  expect(await summaries("All", "Each")).toEqual(['Changed summary from "All" to "Each".']);
  expect(await summaries(long, "Each")).toEqual(['Changed summary to "Each".']);
  expect(await summaries("All", long)).toEqual(['Changed summary from "All".']);
  expect(await summaries(long, `${long} All.`)).toEqual(["Changed summary."]);
  expect(await summaries(undefined, "Each")).toEqual(['Added summary: "Each".']);
  expect(await summaries(undefined, long)).toEqual(["Added summary."]);
  expect(await summaries(long, undefined)).toEqual(["Removed summary."]);
});

test("What breaks servers alone does not stand under what breaks callers.", async () => {
  const comparison = await compare(
    (document) => withNode(document, `${item}/required`, ["id", "name"]),
    (document) => withNode(document, `${item}/properties/note/maxLength`, 5),
  );
  expect(aChange(comparison, "price").breaks).toEqual(["callers", "build"]);
  expect(aChange(comparison, "note")).toMatchObject({
    breaks: ["servers"],
    witnesses: [{ reason: expect.stringContaining("/note") }, { reason: expect.stringContaining("/note") }],
  });
});

test("Of several changes of one body each stands with what it breaks by itself.", async () => {
  const { changes } = await compare(
    (document) => withNode(document, `${item}/required`, ["id", "name"]),
    (document) => withNode(document, `${item}/properties/note/maxLength`, 20),
    (document) => withNode(document, `${item}/properties/name/minLength`, 1),
    (document) => withNode(document, `${item}/properties/kind/enum`, ["plain", "fancy", "huge"]),
    (document) => withNode(document, `${list}/responses/200/headers/X-Total/required`, false),
    (document) => withNode(document, `${list}/parameters/1/schema/minimum`, 0),
    (document) => withNode(document, `${list}/parameters/1/schema/maximum`, 20),
  );
  const found = changes.map(({ breaks, location }) => `${location.pointer}: ${breaks.join(", ")}`);
  const expected = [
    [`${list}/parameters/1/schema/maximum`, "callers"],
    [`${list}/parameters/1/schema/minimum`, "servers"],
    [`${list}/responses/200/headers/X-Total/required`, "callers, build"],
    [`${item}/required`, "callers, build"],
    [`${item}/properties/note/maxLength`, "callers"],
    [`${item}/properties/name/minLength`, "servers"],
    [`${item}/properties/kind/enum`, "callers, build"],
  ];
  expect(found.toSorted()).toEqual(expected.map(([pointer, whom]) => `${pointer}: ${whom}`).toSorted());
});

test("What it takes two changes to break stands under both.", async () => {
  const gone = await compare(
    (document) => withNode(document, `${item}/properties/price`, undefined),
    (document) => withNode(document, `${item}/required`, ["id", "name"]),
  );
  expect(gone.changes.filter(({ breaks }) => breaks.includes("callers"))).not.toEqual([]);
});

test("A change names the line of the contract where it stands.", async () => {
  const comparison = await compare((document) => withNode(document, `${list}/parameters/1/required`, true));
  expect(aChange(comparison, "limit").location).toMatchObject({
    pointer: expect.stringContaining("/parameters/1"),
    line: expect.any(Number),
  });
});

test("What Redocly calls breaking and nothing shows is vetoed.", async () => {
  const comparison = await compare((document) => withNode(document, `${list}/responses/401`, undefined));
  expect(aChange(comparison, "401")).toMatchObject({ rating: "major", witnesses: [] });
  expect(comparison.release).not.toBe("major");
});

test("What only the types notice breaks the build alone.", async () => {
  const comparison = await compare((document) => withNode(document, `${list}/operationId`, "findItems"));
  expect(comparison.changes).toMatchObject([
    {
      breaks: ["build"],
      build: [{ operationId: "listItems", reason: "listItems is now called findItems." }],
    },
  ]);
});

test("An optional member of a response that is gone breaks the build of who reads it.", async () => {
  const comparison = await compare((document) => withNode(document, `${item}/properties/size`, undefined));
  expect(comparison.changes.flatMap(({ build }) => build.map(({ reason }) => reason))).toEqual([
    expect.stringContaining("size is gone"),
    expect.stringContaining("size is gone"),
  ]);
});

test("A request that may have another media type breaks no build, and one that has to hold more does.", async () => {
  const content = "/paths/~1shelves~1{shelf}~1items/put/requestBody/content";
  const other = (document: JsonObject): JsonObject =>
    withNode(document, `${content}/application~1merge-patch+json`, { schema: { type: "object" } });
  expect((await compare(other)).changes.flatMap(({ breaks }) => breaks)).toEqual(["servers"]);
  const more = await compare(other, (document) =>
    withNode(document, "/components/schemas/NewItem/required", ["name", "price"]),
  );
  expect(more.changes.flatMap(({ build }) => build.map(({ reason }) => reason))).toEqual([
    "price is required.",
  ]);
});

test("A request body that becomes required breaks the build of who gives none.", async () => {
  const comparison = await compare((document) =>
    withNode(document, "/paths/~1shelves~1{shelf}~1items/put/requestBody/required", true),
  );
  expect(comparison.changes.flatMap(({ build }) => build.map(({ reason }) => reason))).toEqual([
    "The body is required.",
  ]);
});

test("Nothing has changed if nothing has.", async () => {
  expect(await compare()).toMatchObject({ changes: [], release: "none", isRaised: true });
});

test("A type has lost what code by its old form may name.", () => {
  interface Old {
    readonly page: number;
    readonly query?: { readonly limit?: number; readonly sort?: string };
    readonly items: readonly { readonly id: string; readonly size: { readonly width: number } | null }[];
    readonly next?: Old;
    readonly none?: never;
    readonly [name: `x-${string}`]: unknown;
  }
  interface New {
    readonly query?: { readonly limit?: number };
    readonly items: readonly (
      | { readonly id: string }
      | { readonly size: { readonly height: number } | null }
    )[];
    readonly next?: New;
  }
  type Top<Path> = Path extends `next.${string}` ? never : Path;
  const lost: Record<Top<Lost<Old, New>>, true> = {
    page: true,
    "query.sort": true,
    "items.size.width": true,
  };
  const same: Record<Lost<Old, Old>, never> = {};
  expect([lost, same]).toBeDefined();
});

test("A member is not gone where one of several types may hold anything.", () => {
  interface Named {
    readonly data?: { readonly name: string; readonly kind: string } | null;
  }
  interface Renamed {
    readonly data: { readonly title: string; readonly kind: string };
  }
  interface Free {
    readonly data: unknown;
  }
  const lost: Record<Lost<Free | Named, Free | Renamed>, true> = { "data.name": true };
  const same: Record<Lost<Free | Named, Free | Named>, never> = {};
  const listed: Record<Lost<readonly (Free | Named)[], readonly (Free | Named)[]>, never> = {};
  expect([lost, same, listed]).toBeDefined();
});

test("A type tells whether what it is of can be left out, and no more.", () => {
  const required: Presence<{ readonly name: string }> = "given";
  const optional: Presence<{ readonly name: string } | undefined>[] = [required, undefined];
  // @ts-expect-error It cannot.
  const missing: typeof required = undefined;
  expect([...optional, missing]).toBeDefined();
});
