import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlocks } from "@workflow-api/workspace/readme";
import { load } from "js-yaml";
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

test("the example of the README runs", () => {
  // Below the package, so that it finds the packages that it imports.
  const folder = join(import.meta.dirname, "../.reports/readme");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "openapi.yaml"), readFileSync(exported.contractFile()));
  const [code = ""] = codeBlocks("packages/contract/README.md", "ts");
  writeFileSync(join(folder, "readme.ts"), code);
  const args = ["-C", "@workflow-api/source", "readme.ts"];
  const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const scenarios = exported.loadContract().operations.flatMap((each) => each.scenarios);
  expect(printed).toBe(scenarios.map(({ name, status }) => `${name} 0 ${status}\n`).join(""));
});

test("a problem is reported as in the README", () => {
  const [line = ""] = codeBlocks("packages/contract/README.md", "");
  const header = { name: "X-A", in: "header", schema: { type: "string" }, style: "form" };
  const responses = { 204: { description: "Done." } };
  const { problems } = exported.readContract({
    openapi: "3.1.1",
    info: { title: "A", version: "1" },
    paths: {
      "/a": { get: { operationId: "a", parameters: [header], responses } },
      "/b": { get: { operationId: "b", responses } },
    },
  });
  const [problem] = problems.map(exported.problemText);
  expect(problem?.replace(/^.*?: /, "").replace(/\(.*\)/, "(/paths/…)")).toBe(
    line.replace(/^.*?: /, ""),
  );
});

test("the conventions of the contract are read as its README shows them", () => {
  const [scenarios, includes, identifies, gaps] = codeBlocks("openapi/README.md", "yaml").map(
    (code) => Object(load(code)),
  );
  const { openQuestions, operations, problems } = exported.readContract({
    openapi: "3.1.1",
    info: { title: "A", version: "1" },
    paths: {
      "/tasks/{taskInstanceId}": { get: { operationId: "getTask", ...scenarios } },
      "/things/{id}": {
        get: { operationId: "getThing", parameters: [...includes, ...identifies], responses: {} },
      },
    },
    components: { parameters: { Include: includes[0] } },
    ...gaps,
  });
  expect(problems).toEqual([]);
  const [getTask, getThing] = operations;
  expect(getTask?.scenarios.map(({ name, status }) => `${status} ${name}`)).toEqual([
    "200 acknowledged",
    "404 unknown_instance",
  ]);
  expect(getThing?.includes.map(({ adds, value }) => [value, adds])).toEqual(
    Object.entries(includes[0]["x-includes"]),
  );
  expect(getThing?.parameters.map((each) => each.identifies)).toContain("/data/id");
  expect(openQuestions).toMatchObject([{ id: "include_names", otherwise: ["ignored"] }]);
});
