import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as http from "../src/http.ts";
import * as exported from "../src/index.ts";
import { profile } from "../src/profile/profile.ts";
import { annotation, dropped } from "../src/profile/schema.ts";

const { formats } = exported;
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

test("the README names what exists", () => {
  const contract = exported.loadContract();
  const owners: Readonly<Record<string, object>> = {
    contract,
    shape: contract.shape("/components/schemas"),
    "": { ...exported, ...http },
  };
  for (const [, owner = "", name = ""] of readme.matchAll(/`(?:(contract|shape)\.)?(\w+)\(/g))
    expect(owners[owner]).toHaveProperty(name);
});

// These hold the README to the builders of the profile: put what a failing one prints into it.

test("the README has every object of the profile with its fields", () => {
  const rows = Object.entries(profile).map(([name, { fields }]) => {
    const isCarried = (field: string): boolean =>
      fields[field] === annotation || fields[field] === dropped;
    const names = Object.keys(fields);
    const supported = names.filter((field) => !isCarried(field));
    return `| ${name} | ${code(supported)} | ${code(names.filter(isCarried))} |\n`;
  });
  expect(readme).toContain(
    `| object | supported fields | carried, not checked |\n|---|---|---|\n${rows.join("")}\n`,
  );
});

test("the README has the formats that are validated", () => {
  expect(readme.replaceAll(/\n +/g, " ")).toContain(
    `\`format\`: validated are ${code(formats)}; others are annotations`,
  );
});
