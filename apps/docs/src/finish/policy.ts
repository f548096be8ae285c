import { createHash } from "node:crypto";
import { linkTarget } from "../text/escape.ts";

/** The hashes of Starlight's inline scripts. They may change with its version. */
const scripts = [
  // ThemeProvider.astro: sets the theme before the first paint.
  "sha256-VWo5Wp4aqSj6nSgMpeAp9cKieaoIfwFUAunAVugI5gA=",
  // ThemeSelect.astro: shows the chosen theme.
  "sha256-GkZBRnvSuhtx/cvzvukVkX2JJZW+DdPlVr7BX8Tefqo=",
  // SidebarPersister.astro: keeps the scroll position of the sidebar.
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

/** A start tag with its attributes. The pages are written by Astro, which escapes every text. */
const startTag = /<([a-zA-Z][\w:-]*)((?:\s+(?:"[^"]*"|'[^']*'|[^"'>])*)?)>/g;
const attribute = /([^\s"'=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;

/** Links that the policy allows. Most are on every page, in the sidebar. */
const knownLinks = new Set<string>();

/** The scripts, styles and links in a page that the policy does not allow. */
export function unknownIn(html: string): string[] {
  const found: string[] = [];
  startTag.lastIndex = 0;
  for (let tag = startTag.exec(html); tag !== null; tag = startTag.exec(html)) {
    const [whole, name = "", text = ""] = tag;
    const from = tag.index + whole.length;
    if (knownLinks.has(whole)) continue;
    const end = name === "script" ? html.indexOf("</script>", from) : from;
    const content = html.slice(from, end === -1 ? undefined : end);
    const unknown = unknownInTag(name.toLowerCase(), attributesOf(text), content);
    // A copy, since a part of a page would keep all of it in memory.
    if (unknown.length === 0 && name === "a") knownLinks.add(Buffer.from(whole).toString());
    found.push(...unknown);
    startTag.lastIndex = from + content.length;
  }
  return found;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(attribute)].map(([, name = "", double, single, bare]) => {
    const value = double ?? single ?? bare ?? "";
    return [name.toLowerCase(), value.replaceAll("&quot;", '"').replaceAll("&amp;", "&")] as const;
  });
  return new Map(pairs);
}

function unknownInTag(
  name: string,
  attributes: ReadonlyMap<string, string>,
  content: string,
): string[] {
  const style = attributes.get("style");
  const href = attributes.get("href");
  const isData = /json$/.test(attributes.get("type") ?? "");
  const isScript = name === "script" && !attributes.has("src") && !isData;
  const found = [
    isScript && !scripts.includes(hashOf(content)) && `the script ${hashOf(content)}: ${content}`,
    ["style", "iframe", "object", "embed", "base"].includes(name) && `<${name}>`,
    style !== undefined && !styles.includes(style) && `the style ${style}`,
    href !== undefined && linkTarget(href) === undefined && `the link ${href}`,
    ...[...attributes.keys()].map((each) => /^on/.test(each) && `the handler ${each}`),
  ];
  return found.filter((each) => each !== false);
}
