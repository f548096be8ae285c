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

/** The navigation. Operations stand under their first tag, in the order of the contract. */
export function navigation(): { readonly label: string; readonly pages: readonly SitePage[] }[] {
  return [
    {
      label: "Start",
      pages: [
        { label: "Overview", path: "" },
        { label: "Quick start", path: "guides/quick-start/" },
      ],
    },
    ...operationGroups().map(({ name, operations }) => ({
      label: name,
      pages: operations.map((operation) => ({
        label: operation.deprecated ? `${titleOf(operation)} (deprecated)` : titleOf(operation),
        path: operationPath(operation),
        operation,
      })),
    })),
    {
      label: "Guides",
      pages: [
        { label: "Authentication", path: "guides/authentication/" },
        { label: "Include related resources", path: "guides/includes/" },
        { label: "Handle errors", path: "guides/errors/" },
        { label: "The typed client", path: "guides/client/" },
        { label: "The mock", path: "guides/mock/" },
        { label: "Test with the mock", path: "guides/testing/" },
        { label: "Verify a server", path: "guides/verify/" },
        { label: "Change the contract", path: "guides/change/" },
      ],
    },
    {
      label: "The contract",
      pages: [
        { label: "Authentication and errors", path: "authentication-and-errors/" },
        { label: "Scenarios", path: "scenarios/" },
        { label: "Open questions", path: "questions/" },
        { label: "openapi.yaml", path: "contract/" },
        { label: "Changelog", path: "changelog/" },
      ],
    },
  ];
}

/** The operations by their first tag. */
export function operationGroups(): {
  name: string;
  description: string;
  docs: ReturnType<typeof externalDocs>;
  operations: Operation[];
}[] {
  const groups = new Map(
    contract.tags.map(({ name, description }, index) => [
      name,
      {
        name,
        description,
        docs: externalDocs(valueAt(contract.document, `/tags/${index}`)),
        operations: [] as Operation[],
      },
    ]),
  );
  for (const operation of contract.operations) {
    const name = operation.tags[0] ?? "Operations";
    const group = groups.get(name) ?? { name, description: "", docs: undefined, operations: [] };
    groups.set(name, group);
    group.operations.push(operation);
  }
  return [...groups.values()].filter(({ operations }) => operations.length > 0);
}

/** The documentation elsewhere that a part of the contract names. `undefined`: it names none. */
export function externalDocs(
  part: JsonValue | undefined,
): { readonly url: string; readonly description: string } | undefined {
  const docs = valueAt(isObject(part) ? part : {}, "/externalDocs");
  if (!isObject(docs)) return undefined;
  return { url: String(docs["url"] ?? ""), description: String(docs["description"] ?? "") };
}
