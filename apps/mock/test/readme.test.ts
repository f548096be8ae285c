import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rawRequests } from "./support/raw-requests.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("The README lists every deliberate difference from Prism, with what both do", () => {
  const rows = [...readme.matchAll(/^\| (.+) \| (\S+) \| (\d{3}) \|$/gm)].map(([, title = "", stock, own]) =>
    [title.replaceAll("`", ""), stock, own].join(" | "),
  );
  const differing = rawRequests.filter(({ stock }) => stock !== undefined);
  expect(rows).toEqual(differing.map(({ title, stock, own }) => [title, stock, own].join(" | ")));
});

const recipes = new URL("recipes/", import.meta.url);

test.each(readdirSync(recipes))("The README shows the recipe %s as it is run", (file) => {
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(new URL(file, recipes), "utf8")}\`\`\`\n`);
});
