import { getCollection } from "astro:content";
import type { APIRoute, GetStaticPaths } from "astro";
import { contract } from "../../contract.ts";
import { operationMarkdown } from "../../model/markdown.ts";
import { operationView } from "../../model/operation.ts";
import { operationPath } from "../../site.ts";
import { indexMarkdown } from "../llms.txt.ts";

/** The Markdown twin of each page: what a guide is written in, byte for byte. */
export const getStaticPaths: GetStaticPaths = async () => {
  const written = (await getCollection("docs")).map(({ id, data, body = "" }) => ({
    params: { path: id },
    props: { text: `# ${data.title}\n\n${data.description}\n\n${body.trim()}\n` },
  }));
  const operations = contract.operations.map((operation) => ({
    params: { path: operationPath(operation).replace(/\/$/, "") },
    props: { text: operationMarkdown(operationView(contract, operation)) },
  }));
  return [
    ...written,
    ...operations,
    { params: { path: undefined }, props: { text: indexMarkdown("index.md") } },
  ];
};

export const GET: APIRoute = ({ props }) => new Response(String(props["text"]));
