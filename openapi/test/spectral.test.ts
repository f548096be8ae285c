import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { contractText } from "./contract.ts";

const { Ruleset, Spectral } = spectralCore;

async function run(text: string): Promise<string[]> {
  const spectral = new Spectral();
  // Of a list that says its elements by `prefixItems` it asks for `items` too: house/typed knows better.
  const rules = { "array-items": "off" };
  spectral.setRuleset(new Ruleset({ extends: [[spectralRulesets.oas, "recommended"]], rules }));
  const findings = await spectral.run(parse(text));
  return findings.map(({ code, message, path }) => `${code}: ${message} (${path.join("/")})`);
}

test("Spectral's ruleset for OpenAPI has no finding in the contract", async () => {
  expect(await run(contractText)).toEqual([]);
});

test("Spectral has findings in a contract without operationIds", async () => {
  expect(await run(contractText.replaceAll(/^ +operationId: .*$/gm, ""))).not.toEqual([]);
});
