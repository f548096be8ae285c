import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import type { Element } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { h } from "hastscript";
import { parseFragment } from "parse5";
import { policy, unknownIn } from "./policy.ts";
import { createSearchIndex } from "./search-index.ts";
import { twinOf } from "./twin.ts";

/**
 * Finishes the built pages: gives each its policy and a Markdown twin, and makes the search index
 * and one file for machines from them.
 *
 * @param site - The origin of the site. `undefined`: it has none yet, and links stay relative.
 * @throws {Error} A page holds a script, a style or a link that the policy does not allow.
 */
export function finishPages(site: string | undefined, base: string): AstroIntegration {
  return {
    name: "finish-pages",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = await readdir(root, { recursive: true });
        const index = createSearchIndex();
        const twins: string[] = [];
        const pages: Element[] = [];
        for (const file of files.filter((each) => each.endsWith(".html")).toSorted()) {
          const html = await readFile(join(root, file), "utf8");
          const main = checkedMain(file, html);
          await writeFile(join(root, file), finished(html));
          if (!file.endsWith("index.html") || main === undefined) continue;
          const path = file.slice(0, -"index.html".length).replaceAll("\\", "/");
          const resolve = resolver(site, `${base}${path}`);
          const { aliases, description, title } = index.add(main, path);
          const link = h("a", { href: resolve("index.md") }, title);
          pages.push(h("li", link, `: ${aliases[1] ?? description}`));
          const twin = twinOf(main, resolve);
          await writeFile(join(root, path, "index.md"), twin);
          twins.push(twin);
        }
        // https://llmstxt.org
        const list = h("main", h("h1", "Pages"), h("ul", pages));
        await writeFile(join(root, "llms.txt"), twinOf(list, String));
        await writeFile(join(root, "search.json"), index.toJson());
        await writeFile(join(root, "llms-full.txt"), twins.join("\n---\n\n"));
        await writeFile(join(root, "build.json"), JSON.stringify({ base }));
      },
    },
  };
}

/**
 * The content of a page. The rest, such as the sidebar, is not parsed: it is the same everywhere.
 *
 * @throws {Error} The page holds what the policy does not allow.
 */
function checkedMain(file: string, html: string): Element | undefined {
  const [unknown] = unknownIn(html);
  if (unknown !== undefined)
    throw new Error(`${file} holds what src/finish/policy.ts does not know: ${unknown}`);
  const from = html.indexOf("<main");
  const end = html.indexOf("</main>", from);
  // It is parsed without the places of its nodes, which would take half of the memory.
  const tree = fromParse5(parseFragment(html.slice(from, end)));
  const main = tree.type === "root" ? tree.children[0] : undefined;
  return from !== -1 && main?.type === "element" ? main : undefined;
}

/** The target of a link: a URL if the site has an origin, else the path. */
function resolver(site: string | undefined, path: string): (link: string) => string {
  return (link) => {
    const url = URL.parse(link, `${site ?? "https://relative.invalid"}${path}`);
    return url?.href.replace("https://relative.invalid", "") ?? link;
  };
}

/** The policy of a page. It stays while the router changes pages. */
const policyTag = [
  '<meta http-equiv="content-security-policy"',
  `content="${policy}" data-astro-transition-persist="policy">`,
].join(" ");

function finished(html: string): string {
  return (
    html
      .replace("<head>", `$&${policyTag}`)
      // Only the search index needs them.
      .replace(/(<strong [^>]*?) data-schema="[^"]*" data-path="[^"]*"/g, "$1")
      // Scrolling elements are focusable, for the keyboard.
      .replace(/<(pre|table)(?=>| class="language-)/g, '<$1 tabindex="0"')
      // A script sets the theme before the first paint; without scripts, it is light.
      .replace('data-theme="dark"', 'data-theme="light"')
  );
}
