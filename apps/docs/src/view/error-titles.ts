import type { SharedError } from "./across.ts";
import { distinctTitles } from "./distinct-titles.ts";
import { firstParagraph } from "./plain-text.ts";
import { statusTitle } from "./status-name.ts";

/** What each error is called in the contents of a page: by its status, and where several have it by what it means too. */
export function errorTitles(errors: readonly SharedError[]): string[] {
  const distinct = distinctTitles();
  return errors.map(({ response: { status, description } }) => {
    const isAlone = errors.filter(({ response }) => response.status === status).length === 1;
    const meaning = isAlone ? "" : firstSentence(firstParagraph(description));
    return distinct(meaning === "" ? statusTitle(status) : `${statusTitle(status)}: ${meaning}`);
  });
}

/** Without the full stop that a title does not have. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0].replace(/\.$/, "") ?? text;
}
