import { defineCollection } from "astro:content";
import { readFile } from "node:fs/promises";
import { docsLoader, i18nLoader } from "@astrojs/starlight/loaders";
import { docsSchema, i18nSchema } from "@astrojs/starlight/schema";
import type { Loader } from "astro/loaders";
import { plainText } from "./markdown.ts";
import { isOwnContract, repositoryPages } from "./navigation.ts";

/** Pages about the contract of this repository: files of this folder, and files elsewhere in it. */
const guides: Loader = {
  name: "guides",
  async load(context) {
    context.store.clear();
    if (isOwnContract) await docsLoader().load(context);
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

export const collections = {
  docs: defineCollection({ loader: guides, schema: docsSchema() }),
  i18n: defineCollection({ loader: i18nLoader(), schema: i18nSchema() }),
};
