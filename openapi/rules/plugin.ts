import { datesUnformatted } from "./dates-unformatted.ts";
import { defaultsValid } from "./defaults-valid.ts";
import { described } from "./described.ts";
import { dialectStated } from "./dialect-stated.ts";
import { examplesComplete } from "./examples-complete.ts";
import { examplesDeclared } from "./examples-declared.ts";
import { examplesValued } from "./examples-valued.ts";
import { extensionsPlaced } from "./extensions-placed.ts";
import { fieldsEffective } from "./fields-effective.ts";
import { gapsComplete } from "./gaps-complete.ts";
import { includesShown } from "./includes-shown.ts";
import { includesValid } from "./includes-valid.ts";
import { keywordsEffective } from "./keywords-effective.ts";
import { listsSent } from "./lists-sent.ts";
import { listsStyled } from "./lists-styled.ts";
import { loopsEnding } from "./loops-ending.ts";
import { mediaType } from "./media-type.ts";
import { pathRequired } from "./path-required.ts";
import { patternsValid } from "./patterns-valid.ts";
import type { HouseRule, RuleOptions, Visitor } from "./redocly.ts";
import { referenceKeywords } from "./reference-keywords.ts";
import { requiredDeclared } from "./required-declared.ts";
import { requiredListed } from "./required-listed.ts";
import { scenariosAnswered } from "./scenarios-answered.ts";
import { scenariosComplete } from "./scenarios-complete.ts";
import { scenariosDistinct } from "./scenarios-distinct.ts";
import { statusesReached } from "./statuses-reached.ts";
import { textsFilled } from "./texts-filled.ts";
import { typed } from "./typed.ts";

/** The rules of the house that need more than a sentence of configuration. */
export const houseRules: readonly HouseRule[] = [
  mediaType,
  scenariosComplete,
  scenariosAnswered,
  scenariosDistinct,
  statusesReached,
  listsSent,
  listsStyled,
  pathRequired,
  extensionsPlaced,
  includesValid,
  includesShown,
  examplesComplete,
  examplesDeclared,
  examplesValued,
  described,
  textsFilled,
  typed,
  requiredListed,
  requiredDeclared,
  dialectStated,
  keywordsEffective,
  fieldsEffective,
  referenceKeywords,
  loopsEnding,
  patternsValid,
  defaultsValid,
  datesUnformatted,
  gapsComplete,
];

/** What Redocly CLI takes a plugin's default export for. */
interface Plugin {
  readonly id: string;
  readonly rules: { readonly oas3: Readonly<Record<string, (options: RuleOptions) => Visitor>> };
  readonly configs: Readonly<Record<string, { readonly rules: Readonly<Record<string, "error">> }>>;
}

// biome-ignore lint/style/noDefaultExport: Redocly CLI takes a plugin from the default export.
export default function createPlugin(): Plugin {
  return {
    id: "house",
    rules: { oas3: Object.fromEntries(houseRules.map(({ id, create }) => [id, create])) },
    configs: {
      all: { rules: Object.fromEntries(houseRules.map(({ id }) => [`house/${id}`, "error" as const])) },
    },
  };
}
