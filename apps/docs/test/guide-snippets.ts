import { readdir, readFile } from "node:fs/promises";

const source = new URL("../src/content/docs/guides/", import.meta.url);

/** A fenced block of a guide. */
export interface Snippet {
  /** The name of the guide: `mock`. */
  readonly guide: string;
  readonly language: string;
  readonly text: string;
  /** Its place among the blocks of its guide. */
  readonly index: number;
  /** How it is tried; `undefined`: not at all. */
  readonly kind: Kind | undefined;
}

type Kind =
  | "module"
  | "vitest"
  | "playwright"
  | "curl"
  | "mock"
  | "verify"
  | "repository"
  | "edit"
  | "outcome"
  | "workflow";

/** What tells each kind, the first that fits. */
const kinds: readonly (readonly [Kind, language: string, sign: RegExp])[] = [
  ["playwright", "ts", /from "@playwright\/test"/],
  ["vitest", "ts", /from "vitest"/],
  ["module", "ts", /^import /m],
  ["curl", "sh", /^curl /],
  ["mock", "sh", /^npm run mock /],
  ["verify", "sh", /npx workflow-api-verify /],
  ["repository", "sh", /^npm /],
  ["edit", "diff", /^[-+]/m],
  ["outcome", "text", /\S/],
  ["workflow", "yaml", /^- /],
];

/** Every fenced block of every guide. */
export async function guideSnippets(): Promise<Snippet[]> {
  const guides = (await readdir(source)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(guides.map((guide) => readFile(new URL(guide, source), "utf8")));
  return texts.flatMap((markdown, place) =>
    [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""], index) => ({
      guide: (guides[place] ?? "").replace(/\.md$/, ""),
      language,
      text,
      index,
      kind: kinds.find(([, of, sign]) => of === language && sign.test(text))?.[0],
    })),
  );
}
