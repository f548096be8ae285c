import { contract } from "./contract.ts";
import { fileNamePart } from "./samples/file-name.ts";
import { type Sent, sentByService, sentTitle } from "./view/sent-by-service.ts";

/** A page of the site, as the navigation lists it. */
export interface SitePage {
  readonly label: string;
  /** From the root of the site, without a leading slash, with a trailing one. The overview is the empty string. */
  readonly path: string;
  readonly method?: string;
}

/** The address of a page or file of this site, under whatever base the site is built for. */
export function href(path: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, "")}/${path}`;
}

/** The path of an operation's page. */
export function operationPath(operationId: string): string {
  return `reference/${fileNamePart(operationId)}/`;
}

/** The navigation: groups of pages. Operations stand under their first tag, in the contract's order. */
export function navigation(): { readonly label: string; readonly pages: readonly SitePage[] }[] {
  const tags = new Map<string, SitePage[]>(contract.tags.map(({ name }) => [name, []]));
  for (const { operationId, summary, method, deprecated, tags: own } of contract.operations) {
    const group = own[0] ?? "Operations";
    const label = labelOf(summary || operationId, deprecated);
    const page = { label, path: operationPath(operationId), method };
    tags.set(group, [...(tags.get(group) ?? []), page]);
  }
  return [
    {
      label: "Start",
      pages: [
        { label: "Overview", path: "" },
        { label: "Quick start", path: "guides/quick-start/" },
      ],
    },
    ...[...tags, sentPages("Webhooks", "webhooks"), sentPages("Callbacks", "callbacks")]
      .filter(([, pages]) => pages.length > 0)
      .map(([label, pages]) => ({ label, pages })),
    {
      label: "Across operations",
      pages: [
        { label: "Authentication", path: "authentication/" },
        { label: "Scenarios", path: "scenarios/" },
        { label: "Errors", path: "errors/" },
        { label: "Includes", path: "includes/" },
        { label: "Resources", path: "resources/" },
        { label: "What is not known", path: "gaps/" },
        { label: "The contract", path: "contract/" },
        { label: "Changelog", path: "changelog/" },
      ],
    },
    {
      label: "Guides",
      pages: [
        { label: "Authenticate", path: "guides/authentication/" },
        { label: "Include related resources", path: "guides/includes/" },
        { label: "Handle errors", path: "guides/errors/" },
        { label: "The typed client", path: "guides/client/" },
        { label: "The mock", path: "guides/mock/" },
        { label: "Test with the mock", path: "guides/testing/" },
        { label: "Verify a server", path: "guides/verify/" },
        { label: "Change the contract", path: "guides/change/" },
      ],
    },
  ];
}

function sentPages(label: string, kind: Sent["kind"]): [label: string, pages: SitePage[]] {
  const sent = sentByService(contract).filter((each) => each.kind === kind);
  return [
    label,
    sent.map((each) => {
      const { deprecated, method } = each.operation;
      return { label: labelOf(sentTitle(each), deprecated), path: each.path, method };
    }),
  ];
}

function labelOf(title: string, isDeprecated: boolean): string {
  return isDeprecated ? `${title} (deprecated)` : title;
}
