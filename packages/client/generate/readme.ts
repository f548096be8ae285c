import type { Contract } from "@workflow-api/contract";
import { parsePointer } from "@workflow-api/contract/json";

const begin = "<!-- generated from x-gaps by `npm run generate` -->\n";
const end = "<!-- end of what is generated -->\n";

/** The README with the types that rest on open questions, between its two comments. */
export function readmeWithQuestions(text: string, contract: Contract): string {
  const [before, rest = ""] = text.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`README.md has lost its comments: ${begin}${end}`);
  return `${before}${begin}${questionsText(contract)}\n${end}${after}`;
}

function questionsText({ openQuestions }: Contract): string {
  const resting = openQuestions.flatMap(({ id, places }) => {
    const names = places.flatMap((place) => {
      const [root, kind, name] = parsePointer(place);
      return root === "components" && kind === "schemas" && name !== undefined ? [name] : [];
    });
    return names.length === 0 ? [] : [`- \`${id}\`: ${[...new Set(names)].join(", ")}`];
  });
  if (resting.length === 0) return "No type rests on an open question of the contract.";
  const title = "These types rest on open questions of the contract; an answer may change them:";
  return `${title}\n\n${resting.join("\n")}`;
}
