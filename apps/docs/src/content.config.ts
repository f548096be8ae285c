import { defineCollection } from "astro:content";
import { docsLoader, i18nLoader } from "@astrojs/starlight/loaders";
import { docsSchema, i18nSchema } from "@astrojs/starlight/schema";
import { generatedPages } from "./across/pages.ts";

const files = docsLoader();

export const collections = {
  docs: defineCollection({
    loader: {
      name: "guides-and-contract",
      // The guides are files; what is said of the contract as a whole is written from it, as
      // Markdown like theirs.
      load: async (context) => {
        await files.load(context);
        for (const { id, title, description, body } of await generatedPages()) {
          const data = await context.parseData({
            id,
            data: { title, description, tableOfContents: id !== "gaps" },
          });
          const rendered = await context.renderMarkdown(body);
          // Starlight takes the place of a page in the navigation from its file.
          const filePath = `src/content/docs/${id}.md`;
          context.store.set({
            id,
            data,
            body,
            rendered,
            filePath,
            digest: context.generateDigest(body),
          });
        }
      },
    },
    schema: docsSchema(),
  }),
  i18n: defineCollection({ loader: i18nLoader(), schema: i18nSchema() }),
};
