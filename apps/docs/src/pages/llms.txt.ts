import type { APIRoute } from "astro";
import { toMarkdown } from "mdast-util-to-markdown";
import { navigation } from "../navigation.ts";
import { contract, contractName, href, operationHref } from "../site.ts";

/** The site for machines: every page with its Markdown twin (https://llmstxt.org). */
export const GET: APIRoute = ({ site }) => {
  const urlOf = (path: string): string =>
    site === undefined ? href(path) : new URL(href(path), site).href;
  const calls = new Map(
    contract.operations.map((each) => [operationHref(each), `: ${each.method} ${each.path}`]),
  );
  const groups = navigation(contract).map(({ label, items }) => {
    const links = items.map(({ label: name, link: path }) => {
      const page = path.slice(1);
      const call = inMarkdown(calls.get(href(page)) ?? "");
      return `- [${inMarkdown(name)}](${urlOf(`${page}index.md`)})${call}\n`;
    });
    return `## ${inMarkdown(label)}\n\n${links.join("")}`;
  });
  const files = ["llms-full.txt", contractName].map((file) => `- [${file}](${urlOf(file)})\n`);
  const parts = [
    `# ${inMarkdown(contract.info.title)}\n`,
    ...groups,
    `## Files\n\n${files.join("")}`,
  ];
  return new Response(parts.join("\n"));
};

/** A string of the contract as text on a line of Markdown. */
function inMarkdown(text: string): string {
  return toMarkdown({ type: "text", value: text.replace(/\s+/g, " ") }).trim();
}
