import { isObject, type JsonValue, type Operation, valueAt } from "@workflow-api/contract";
import { contract } from "./contract.ts";
import { slugOf } from "./escape.ts";
import { uniqueId } from "./model/fields.ts";

/** A page of the site, as the navigation lists it. */
export interface SitePage {
  readonly label: string;
  /** From the root of the site, with a trailing slash. The landing page is the empty string. */
  readonly path: string;
  readonly operation?: Operation;
}

/** The URL of a page or file of this site, under whatever base it is built for. */
export function href(path: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, "")}/${path}`;
}

const taken = new Set<string>();
const slugs = new Map(
  contract.operations.map(({ operationId }) => [operationId, uniqueId(operationId, taken)]),
);

/** The name of an operation in URLs. */
export function operationSlug({ operationId }: Operation): string {
  return slugs.get(operationId) ?? slugOf(operationId);
}

/** The path of the page of an operation. */
export function operationPath(operation: Operation): string {
  return `reference/${operationSlug(operation)}/`;
}

/** The name of an operation for people. */
export function titleOf({ summary, operationId }: Operation): string {
  return summary || operationId;
}

const start = new Map([
  ["Overview", ""],
  ["Quick start", "guides/quick-start/"],
]);
const guides = new Map([
  ["Authentication", "guides/authentication/"],
  ["Include related resources", "guides/includes/"],
  ["Handle errors", "guides/errors/"],
  ["The typed client", "guides/client/"],
  ["The mock", "guides/mock/"],
  ["Test with the mock", "guides/testing/"],
  ["Verify a server", "guides/verify/"],
  ["Change the contract", "guides/change/"],
]);
const across = new Map([
  ["Authentication and errors", "authentication-and-errors/"],
  ["Scenarios", "scenarios/"],
  ["Open questions", "questions/"],
  ["openapi.yaml", "contract/"],
  ["Changelog", "changelog/"],
]);

/** The navigation. Operations stand under their first tag, in the order of the contract. */
export function navigation(): { readonly label: string; readonly pages: readonly SitePage[] }[] {
  const group = (label: string, pages: ReadonlyMap<string, string>) => ({
    label,
    pages: [...pages].map(([name, path]) => ({ label: name, path })),
  });
  const operations = operationGroups().map(({ name, operations: own }) => ({
    label: name,
    pages: own.map((operation) => ({
      label: titleOf(operation) + (operation.deprecated ? " (deprecated)" : ""),
      path: operationPath(operation),
      operation,
    })),
  }));
  return [
    group("Start", start),
    ...operations,
    group("Guides", guides),
    group("The contract", across),
  ];
}

/** The operations by their first tag, in the order of the tags. */
export function operationGroups() {
  const { tags, operations, document } = contract;
  const byTag = Map.groupBy(operations, (operation) => operation.tags[0] ?? "Operations");
  const names = new Set([...tags.map(({ name }) => name), ...byTag.keys()]);
  return [...names].flatMap((name) => {
    const index = tags.findIndex((tag) => tag.name === name);
    const description = tags[index]?.description ?? "";
    const docs = externalDocs(valueAt(document, `/tags/${index}`));
    const own = byTag.get(name);
    return own === undefined ? [] : [{ name, description, docs, operations: own }];
  });
}

/** The documentation elsewhere that a part of the contract names. `undefined`: it names none. */
export function externalDocs(part: JsonValue | undefined) {
  const docs = valueAt(isObject(part) ? part : {}, "/externalDocs");
  if (!isObject(docs)) return undefined;
  const url = String(docs["url"] ?? "");
  return { url, text: String(docs["description"] ?? "") || url };
}
