import type { Contract } from "@workflow-api/contract";
import { parsePointer } from "@workflow-api/contract/json";

const generated = /(<!-- generated from x-gaps .*?-->\n).*(<!-- end of what is generated -->)/s;

/** The README with the types that rest on open questions, between its two comments. */
export function readmeWithQuestions(text: string, { openQuestions }: Contract): string {
  if (!generated.test(text)) throw new Error(`README.md has lost its comments: ${generated}`);
  const lines = openQuestions.flatMap(({ id, places }) => {
    const names = places.flatMap((place) => {
      const [, kind, name = ""] = parsePointer(place);
      return kind === "schemas" ? [name] : [];
    });
    return names.length === 0 ? [] : [`- \`${id}\`: ${[...new Set(names)].join(", ")}\n`];
  });
  return text.replace(generated, (_, begin, end) => begin + (lines.join("") || "- none\n") + end);
}
