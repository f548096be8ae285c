import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { houseRules } from "../rules/plugin.ts";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const config = parse(await readFile(new URL("../redocly.yaml", import.meta.url), "utf8"));

test("the README lists every rule with what it asks for", () => {
  const listed = [...readme.matchAll(/^\| `(.*?)` \| (.*) \|$/gm)].map(([, id, asks]) => [id, asks]);
  const configured = Object.entries<{ message: string }>(config.rules).filter(([id]) =>
    id.startsWith("rule/"),
  );
  expect(listed).toEqual([
    ...houseRules.map(({ id, asks }) => [`house/${id}`, asks]),
    ...configured.map(([id, { message }]) => [id, `${message.split(":")[0]}.`]),
  ]);
});
