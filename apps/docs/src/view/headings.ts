import type { Operation } from "@workflow-api/contract";
import type { MarkdownHeading } from "astro";
import { anchorPart } from "./anchor.ts";
import { includeTitle } from "./included.ts";
import { statusTitle } from "./status-name.ts";

/** The headings of an operation's page, for its table of contents. */
export function headingsOf(operation: Operation, hasCallbacks: boolean): MarkdownHeading[] {
  const { includes, scenarios } = operation;
  return [
    section("Authentication", "authentication"),
    ...takenHeadings(operation),
    ...(includes.length === 0 ? [] : [section(includeTitle(operation), "includes")]),
    section("Responses", "responses"),
    ...responseHeadings(operation),
    ...(hasCallbacks ? [section("Callbacks", "callbacks")] : []),
    scenarios.length > 0 ? section("Scenarios", "scenarios") : section("Example", "example"),
    ...scenarios.map(({ name }) => ({ depth: 3, slug: `scenario-${anchorPart(name)}`, text: name })),
  ];
}

/** The headings of the page of what the service sends. */
export function sentHeadings(operation: Operation, examples: number): MarkdownHeading[] {
  return [
    ...(operation.security.length === 0 ? [] : [section("Authentication", "authentication")]),
    ...takenHeadings(operation),
    ...(examples === 0 ? [] : [section(examples === 1 ? "Example" : "Examples", "examples")]),
    section("What your server answers", "responses"),
    ...responseHeadings(operation),
  ];
}

function takenHeadings({ parameters, requestBody }: Operation): MarkdownHeading[] {
  return [
    ...(parameters.length > 0 ? [section("Parameters", "parameters")] : []),
    ...(requestBody === undefined ? [] : [section("Request body", "request-body")]),
  ];
}

function responseHeadings({ responses }: Operation): MarkdownHeading[] {
  return responses.map(({ status }) => ({ depth: 3, slug: `response-${status}`, text: statusTitle(status) }));
}

function section(text: string, slug: string): MarkdownHeading {
  return { depth: 2, slug, text };
}

/** The headings of a page that has a part for each of these operations. */
export function operationHeadings(operations: readonly Operation[]): MarkdownHeading[] {
  return operations.map(({ operationId, summary }) => ({
    depth: 2,
    slug: operationId,
    text: summary || operationId,
  }));
}
