import { defineCollection } from "astro:content";
import { readFile } from "node:fs/promises";
import { docsSchema } from "@astrojs/starlight/schema";
import type { Loader } from "astro/loaders";
import { repositoryPages } from "./navigation.ts";
import { plainText } from "./text/markdown.ts";

/** Pages about the contract of this repository: READMEs, and its changelog. */
const guides: Loader = {
  name: "guides",
  async load(context) {
    context.store.clear();
    for (const { description, file, id, title } of repositoryPages) {
      const text = await readFile(`../../${file}`, "utf8");
      const [, content = ""] = /^# [^\n]*\n\n(.*)$/s.exec(text) ?? [];
      const [lead = "", ...rest] = content.split("\n\n");
      const body = description === undefined ? rest.join("\n\n") : content;
      const data = { title, description: description ?? plainText(lead) };
      context.store.set({
        id,
        data: await context.parseData({ id, data }),
        body,
        rendered: await context.renderMarkdown(body),
      });
    }
  },
};

/** The collection that Starlight makes pages of. */
export const collections = { docs: defineCollection({ loader: guides, schema: docsSchema() }) };
