import { createHash } from "node:crypto";
import type { Nodes, Root } from "hast";
import { linkTarget } from "../escape.ts";

/** The hashes of Starlight's inline scripts. They may change with its version. */
const scripts = [
  // ThemeProvider.astro: sets the theme before the first paint.
  "sha256-VWo5Wp4aqSj6nSgMpeAp9cKieaoIfwFUAunAVugI5gA=",
  // ThemeSelect.astro: shows the chosen theme.
  "sha256-GkZBRnvSuhtx/cvzvukVkX2JJZW+DdPlVr7BX8Tefqo=",
  // SidebarPersister.astro and SidebarRestorePoint.astro: keep the scroll position of the sidebar.
  "sha256-wX2yOADeV+NMngflD5uYi3vl50SHC4sfM1EmylVjlX4=",
  "sha256-7eCV4jtsr4t4knb3c4FCRPeu7GGZeOUGE3XvWix0XOQ=",
];

/** Starlight's style attributes: sizes of icons and selects, and the depth of a heading. */
const styles = [
  "--sl-icon-size: 1em;",
  "--sl-icon-size: 1rem;",
  "--sl-icon-size: 1.25rem;",
  "--sl-icon-size: 1.5rem;",
  "--sl-select-width: 6.25em",
  "--depth: 0;",
  "--depth: 1;",
];

/** What a page may load and run. The list is fixed here, and never derived from the pages. */
export const policy: string = [
  "default-src 'none'",
  `script-src 'self' ${scripts.map((hash) => `'${hash}'`).join(" ")}`,
  `style-src 'self' 'unsafe-hashes' ${styles.map((style) => `'${hashOf(style)}'`).join(" ")}`,
  "img-src 'self' data:",
  // "Try it" calls any server that the reader enters.
  "connect-src 'self' http: https:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** The scripts, styles and links in a page that the policy does not allow. */
export function unknownIn(node: Root | Nodes): string[] {
  const inner = "children" in node ? node.children.flatMap(unknownIn) : [];
  if (node.type !== "element") return inner;
  const { tagName, properties, children } = node;
  const content = children.map((child) => ("value" in child ? child.value : "")).join("");
  const isData = /json$/.test(String(properties["type"] ?? ""));
  const { style, href, src } = properties;
  const isScript = tagName === "script" && src === undefined && !isData;
  const found = [
    isScript && !scripts.includes(hashOf(content)) && `the script ${hashOf(content)}: ${content}`,
    ["style", "iframe", "object", "embed", "base"].includes(tagName) && `<${tagName}>`,
    typeof style === "string" && !styles.includes(style) && `the style ${style}`,
    typeof href === "string" && linkTarget(href) === undefined && `the link ${href}`,
    ...Object.keys(properties).map((name) => /^on[A-Z]/.test(name) && `the handler ${name}`),
  ];
  return [...found.filter((each) => each !== false), ...inner];
}
