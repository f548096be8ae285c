import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

/**
 * Completes the built pages, and in them the Content Security Policy that Astro writes: it misses
 * the inline scripts that Starlight marks `is:inline`, and style attributes. Each is named by its
 * hash, so that nothing else runs or paints.
 */
export function completePages(): AstroIntegration {
  return {
    name: "complete-pages",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = (await readdir(root, { recursive: true })).filter((file) =>
          file.endsWith(".html"),
        );
        for (const file of files) {
          const path = join(root, file);
          const page = await readFile(path, "utf8");
          // What scrolls can be reached by keyboard.
          const reachable = page.replace(
            /<(pre(?= class="language-)|table(?=>))/g,
            '<$1 tabindex="0"',
          );
          // A script chooses the theme before anything is painted; where none runs, it is the light
          // one.
          await writeFile(
            path,
            completed(reachable.replace('data-theme="dark"', 'data-theme="light"')),
          );
        }
      },
    },
  };
}

/** A page whose policy names all that it holds. */
export function completed(page: string): string {
  const scripts = [...page.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = ""]) => !/type="(application|speculation)/.test(attributes))
    .map(([, , text = ""]) => hashOf(text));
  const styles = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = ""]) =>
    hashOf(text),
  );
  const attributes = [...page.matchAll(/<[a-z][^<>]*? style="([^"]*)"/g)].map(([, text = ""]) =>
    hashOf(unescaped(text)),
  );
  return page.replace(
    /(<meta http-equiv="content-security-policy" content=")([^"]*)"/i,
    (_whole, before: string, policy: string) =>
      `${before}${add(add(policy, "script-src", scripts), "style-src", [
        ...styles,
        ...(attributes.length > 0 ? ["'unsafe-hashes'"] : []),
        ...attributes,
      ])}"`,
  );
}

function add(policy: string, directive: string, sources: readonly string[]): string {
  return policy.replace(new RegExp(`(?<=^|;\\s*)${directive} ([^;]*)`), (_whole, stated: string) =>
    [...new Set([directive, ...stated.trim().split(/\s+/), ...sources])].join(" "),
  );
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function unescaped(text: string): string {
  return text
    .replaceAll("&#34;", '"')
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
