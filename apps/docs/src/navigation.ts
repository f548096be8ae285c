import {
  type Contract,
  isObject,
  type JsonValue,
  type Operation,
  valueAt,
} from "@workflow-api/contract";
import { uniqueSlug } from "./escape.ts";

/** The title of an operation. */
export function titleOf({ summary, operationId }: Operation): string {
  return summary || operationId;
}

/** The slug of the page of each operation, by operationId. */
export function operationSlugs({ operations }: Contract): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    operations.map(({ operationId }) => [operationId, uniqueSlug(operationId, taken)]),
  );
}

/** The operations by their first tag, in the order of the tags. */
export function operationGroups({ tags, operations, document }: Contract) {
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

/** The external documentation of a part of the contract. `undefined`: it has none. */
export function externalDocs(part: JsonValue | undefined) {
  const docs = valueAt(isObject(part) ? part : {}, "/externalDocs");
  if (!isObject(docs)) return undefined;
  const url = String(docs["url"] ?? "");
  return { url, text: String(docs["description"] ?? "") || url };
}

/** The navigation for Starlight. Its links are absolute within the site. */
export function navigation(contract: Contract) {
  const isLong = contract.operations.length > 12;
  const slugs = operationSlugs(contract);
  const group = (label: string, pages: Readonly<Record<string, string>>) => ({
    label,
    collapsed: isLong,
    items: Object.entries(pages).map(([name, link]) => ({ label: name, link })),
  });
  const operations = operationGroups(contract).map(({ name, operations: own }) => ({
    label: name,
    collapsed: isLong,
    items: own.map((operation) => ({
      label: titleOf(operation) + (operation.deprecated ? " (deprecated)" : ""),
      link: `/reference/${slugs.get(operation.operationId)}/`,
      badge: {
        text: operation.method,
        class: `method method-${operation.method.toLowerCase()}`,
      },
      attrs: { dir: "auto" },
    })),
  }));
  return [
    group("Start", { Overview: "/", "Quick start": "/guides/quick-start/" }),
    ...operations,
    group("Guides", {
      Authentication: "/guides/authentication/",
      "Include related resources": "/guides/includes/",
      "Handle errors": "/guides/errors/",
      "The typed client": "/guides/client/",
      "The mock": "/guides/mock/",
      "Test with the mock": "/guides/testing/",
      "Verify a server": "/guides/verify/",
      "Change the contract": "/guides/change/",
    }),
    group("The contract", {
      "Authentication and errors": "/authentication-and-errors/",
      Scenarios: "/scenarios/",
      "Open questions": "/questions/",
      "openapi.yaml": "/contract/",
      Changelog: "/changelog/",
    }),
  ];
}
