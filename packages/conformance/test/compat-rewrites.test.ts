import { type JsonObject, loadContract } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { compareContracts } from "../src/compat/index.ts";
import { disjoint, rewritesOf, together } from "../src/score/rewrites.ts";
import { contractOf } from "./support/contract-with.ts";
import { desk } from "./support/desk.ts";
import { shop } from "./support/shop.ts";

const { document: own } = await loadContract();
const documents: readonly (readonly [name: string, document: JsonObject])[] = [
  ["the workflow service", own],
  ["the shop", shop],
  ["the desk", desk],
];

describe.each(documents)("The contract of %s, written otherwise,", (_name, document) => {
  test("breaks nobody, in whatever way it is written.", async () => {
    const rewrites = rewritesOf(document);
    const base = await contractOf(document);
    for (const group of disjoint(rewrites)) {
      const { document: rewritten, operator } = together(document, group);
      expect(compareContracts(base, await contractOf(rewritten)), operator).toEqual([]);
    }
    expect(rewrites.length).toBeGreaterThan(20);
  });
});
