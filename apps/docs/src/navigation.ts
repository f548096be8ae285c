import { basename } from "node:path";
import { type Contract, loadContract, type Operation } from "@workflow-api/contract";
import { isObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import { schemaNames } from "./model/types.ts";
import { slugOf } from "./text/slug.ts";

/**
 * Whether this is the contract of this repository. The guides, the changelog and the samples in
 * TypeScript are about it alone.
 */
export const isRepositoryContract: boolean = process.env["CONTRACT_FILE"] === undefined;

/** The command that starts the mock of the contract. */
export const mockCommand: string = isRepositoryContract
  ? "npm start"
  : `npx @workflow-api/mock ${basename(process.env["CONTRACT_FILE"] ?? "")}`;

/** A file of the repository that is a page. */
export interface RepositoryPage {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  /** Default: the first paragraph of the file. */
  readonly description?: string;
}

const changelog = {
  id: "changelog",
  title: "Changelog",
  file: "openapi/CHANGELOG.md",
  description:
    "Changes of the API, newest first. A change is breaking if existing clients or servers " +
    "stop working.",
};
const guides: readonly RepositoryPage[] = [
  { id: "guides/client", title: "The typed client", file: "packages/client/README.md" },
  { id: "guides/mock", title: "The mock", file: "apps/mock/README.md" },
  { id: "guides/verify", title: "Verify a server", file: "packages/verify/README.md" },
  { id: "guides/change", title: "What a change breaks", file: "packages/compat/README.md" },
];
/** The files of the repository that are pages. */
export const repositoryPages: readonly RepositoryPage[] = isRepositoryContract
  ? [...guides, changelog]
  : [];

/** The title of an operation. */
export function titleOf({ summary, operationId }: Operation): string {
  return summary || operationId;
}

/**
 * Reads the contract that `CONTRACT_FILE` names. The operations that cannot be shown are listed
 * with the reason.
 */
export function readContract(): Contract {
  return loadContract(process.env["CONTRACT_FILE"]);
}

/** The pages that a contract has only if there is something to show on them. */
export function optionalPages(contract: Contract): readonly (readonly [string, string])[] {
  const { omitted, openQuestions } = contract;
  return [
    ...(schemaNames(contract).length > 0 ? [["schemas", "Schemas"] as const] : []),
    ...(openQuestions.length > 0 ? [["questions", "Open questions"] as const] : []),
    ...(omitted.length > 0 ? [["omitted", "Omitted operations"] as const] : []),
  ];
}

/**
 * The operations by their first tag, in the order of the tags. Of many, those without a tag are by
 * the first segment of their path.
 */
export function operationGroups({ tags, operations, document }: Contract) {
  const byTag = Map.groupBy(
    operations,
    (operation) => operation.tags[0] ?? segmentOf(operation, operations.length),
  );
  const names = new Set([...tags.map(({ name }) => name), ...byTag.keys()]);
  return [...names].flatMap((name) => {
    const index = tags.findIndex((tag) => tag.name === name);
    const description = tags[index]?.description ?? "";
    const docs = externalDocs(valueAt(document, `/tags/${index}`));
    const operationsOfTag = byTag.get(name) ?? [];
    if (operationsOfTag.length === 0) return [];
    return [{ name, description, docs, operations: operationsOfTag }];
  });
}

/** The first segment of a path that is no version and no variable. */
function segmentOf({ path }: Operation, count: number): string {
  const segments = path.split("/").filter((segment) => !/^$|^v\d+$|^api$|\{/.test(segment));
  return (count > fewOperations ? segments[0] : undefined) ?? "Operations";
}

/** The external documentation of a part of the contract, in Markdown. The empty string: none. */
export function externalDocs(part: JsonValue | undefined): string {
  const docs = valueAt(isObject(part) ? part : {}, "/externalDocs");
  const { description = "", url = "" } = isObject(docs) ? docs : {};
  if (url === "") return String(description);
  // What would end the target of a link.
  const target = String(url).replace(/[<>\\\s]/g, encodeURIComponent);
  return `[External documentation](<${target}>) ${description}`;
}

/** How many operations fit into a sidebar whose groups are open. */
const fewOperations = 12;

/** A group of links of the sidebar. */
export interface NavigationGroup {
  readonly label: string;
  readonly isFolded: boolean;
  readonly items: readonly NavigationLink[];
}

interface NavigationLink {
  readonly label: string;
  /** Absolute within the site. */
  readonly link: string;
  readonly method?: Operation["method"];
  readonly deprecated?: boolean;
}

/** The links to all pages except those of schemas. */
export function navigation(contract: Contract): NavigationGroup[] {
  const isFolded = contract.operations.length > fewOperations;
  const group = (label: string, pages: Readonly<Record<string, string>>) => ({
    label,
    isFolded: false,
    items: Object.entries(pages).map(([name, link]) => ({ label: name, link })),
  });
  const operations = operationGroups(contract).map(({ name, operations: members }) => ({
    label: name,
    isFolded,
    items: members.map((operation) => ({
      label: titleOf(operation),
      link: `/reference/${slugOf(operation.operationId)}/`,
      method: operation.method,
      deprecated: operation.deprecated,
    })),
  }));
  const guideLinks = Object.fromEntries(guides.map(({ id, title }) => [title, `/${id}/`]));
  return [
    group("Start", { Overview: "/" }),
    ...operations,
    ...(isRepositoryContract ? [group("Guides", guideLinks)] : []),
    group("The contract", {
      "Authentication and errors": "/authentication-and-errors/",
      ...Object.fromEntries(optionalPages(contract).map(([id, title]) => [title, `/${id}/`])),
      ...(isRepositoryContract && { Changelog: "/changelog/" }),
    }),
  ];
}
