import type { APIRoute } from "astro";
import { contract } from "../contract.ts";
import { href, navigation } from "../site.ts";

/** The site for machines: every page with its Markdown twin (https://llmstxt.org). */
export function indexMarkdown(self: string): string {
  const { title, summary, description } = contract.info;
  const groups = navigation().map(({ label, pages }) => {
    const links = pages.map(({ label: name, path, operation }) => {
      const call = operation === undefined ? "" : `: \`${operation.method} ${operation.path}\``;
      return `- [${name}](${href(path === "" ? self : `${path}index.md`)})${call}`;
    });
    return `## ${label}\n\n${links.join("\n")}`;
  });
  const files = `## Files\n\n- [openapi.yaml](${href("openapi.yaml")}): the contract\n- [openapi.json](${href("openapi.json")}): the same as JSON`;
  return `${[`# ${title}`, `> ${summary}`, description.trim(), ...groups, files].join("\n\n")}\n`;
}

export const GET: APIRoute = () => new Response(indexMarkdown("llms.txt"));
