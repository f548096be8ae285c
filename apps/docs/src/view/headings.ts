import type { Operation } from "@workflow-api/contract";
import type { MarkdownHeading } from "astro";
import { anchorPart } from "./anchor.ts";
import { includeTitle } from "./included.ts";
import { statusTitle } from "./status-name.ts";

/** The headings of an operation's page, for its table of contents. */
export function headingsOf(operation: Operation): MarkdownHeading[] {
  const { parameters, requestBody, includes, responses, scenarios } = operation;
  const section = (text: string, slug: string): MarkdownHeading => ({ depth: 2, slug, text });
  return [
    section("Authentication", "authentication"),
    ...(parameters.length > 0 ? [section("Parameters", "parameters")] : []),
    ...(requestBody === undefined ? [] : [section("Request body", "request-body")]),
    ...(includes.length === 0 ? [] : [section(includeTitle(operation), "includes")]),
    section("Responses", "responses"),
    ...responses.map(({ status }) => ({ depth: 3, slug: `response-${status}`, text: statusTitle(status) })),
    scenarios.length > 0 ? section("Scenarios", "scenarios") : section("Example", "example"),
    ...scenarios.map(({ name }) => ({ depth: 3, slug: `scenario-${anchorPart(name)}`, text: name })),
  ];
}

/** The headings of a page that has a part for each of these operations. */
export function operationHeadings(operations: readonly Operation[]): MarkdownHeading[] {
  return operations.map(({ operationId, summary }) => ({
    depth: 2,
    slug: operationId,
    text: summary || operationId,
  }));
}
