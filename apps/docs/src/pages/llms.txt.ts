import type { APIRoute } from "astro";
import { toMarkdown } from "mdast-util-to-markdown";
import { mockUrl } from "../mock-url.ts";
import { navigation } from "../navigation.ts";
import { contract, contractName, href, operationHref } from "../site.ts";

/** The site for machines: every page with its Markdown twin (https://llmstxt.org). */
export const GET: APIRoute = ({ site }) => {
  const { title, summary, description } = contract.info;
  const link = (name: string, path: string): string =>
    `[${inMarkdown(name)}](${site === undefined ? href(path) : new URL(href(path), site).href})`;
  const calls = new Map(
    contract.operations.map((each) => [operationHref(each), `: ${each.method} ${each.path}`]),
  );
  const groups = navigation(contract).map(({ label, items }) => {
    const links = items.map(({ label: name, link: path }) => {
      const page = path.slice(1);
      return `- ${link(name, `${page}index.md`)}${inMarkdown(calls.get(href(page)) ?? "")}`;
    });
    return `## ${inMarkdown(label)}\n\n${links.join("\n")}`;
  });
  const parts = [
    `# ${inMarkdown(title)}`,
    ...(summary === "" ? [] : [`> ${inMarkdown(summary)}`]),
    description.trim(),
    `Base URL of the mock: ${mockUrl}. Credentials and the format of errors: ${link("Authentication and errors", "authentication-and-errors/index.md")}.`,
    ...groups,
    "## Files",
    `- ${link("llms-full.txt", "llms-full.txt")}: all pages in one file\n- ${link(contractName, contractName)}: the contract\n- ${link("openapi.json", "openapi.json")}: the contract as JSON`,
  ];
  return new Response(`${parts.join("\n\n")}\n`);
};

/** A string of the contract as text on a line of Markdown. */
function inMarkdown(text: string): string {
  return toMarkdown({ type: "text", value: text.replace(/\s+/g, " ") }).trim();
}
