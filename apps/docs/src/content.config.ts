import { defineCollection } from "astro:content";
import { readFile } from "node:fs/promises";
import { docsLoader, i18nLoader } from "@astrojs/starlight/loaders";
import { docsSchema, i18nSchema } from "@astrojs/starlight/schema";
import type { Loader } from "astro/loaders";
import { plainText } from "./markdown.ts";
import { isOwnContract, readmes } from "./navigation.ts";

/** The guides: files of this folder, which are about the contract of this repository, and READMEs. */
const guides: Loader = {
  name: "guides",
  async load(context) {
    context.store.clear();
    if (isOwnContract) await docsLoader().load(context);
    for (const { folder, id, title } of readmes) {
      const text = await readFile(`../../${folder}/README.md`, "utf8");
      const [, lead = "", body = ""] = /^# [^\n]*\n\n(.*?)\n\n(.*)$/s.exec(text) ?? [];
      const data = { title, description: plainText(lead) };
      context.store.set({
        id,
        data: await context.parseData({ id, data }),
        body,
        rendered: await context.renderMarkdown(body),
      });
    }
  },
};

export const collections = {
  docs: defineCollection({ loader: guides, schema: docsSchema() }),
  i18n: defineCollection({ loader: i18nLoader(), schema: i18nSchema() }),
};
