import { contract } from "../contract.ts";
import { href, navigation } from "../site.ts";

/** An index of the site for machines: every page as Markdown, and the contract itself. */
export function GET(): Response {
  const { title, summary } = contract.info;
  const sections = navigation().map(({ label, pages }) =>
    [
      `## ${label}`,
      "",
      ...pages.map((page) => `- [${page.label}](${href(`${page.path}index.md`)})`),
      "",
    ].join("\n"),
  );
  const text = [
    `# ${title}`,
    "",
    `> ${summary}`,
    "",
    "## The contract",
    "",
    `- [openapi.yaml](${href("openapi.yaml")}): ${contract.files.length > 1 ? "in one file" : "as it is written"}`,
    `- [openapi.json](${href("openapi.json")}): bundled`,
    "",
    ...sections,
  ].join("\n");
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
