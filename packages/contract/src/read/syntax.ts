import { EVENT_ID, type Event, parseEvents, YAMLException } from "js-yaml";

// From the text of a file to the events of its syntax, with plain words for common mistakes.

/** What is wrong with a text. */
export interface SyntaxProblem {
  readonly message: string;
  /** Where: how many characters precede it. Default: nowhere in particular. */
  readonly offset?: number;
  readonly pointer?: string;
}

/** How deep objects and arrays may be nested. */
export const mostDepth = 500;
/** The message about deeper ones. */
export const tooDeep = `this is nested deeper than ${mostDepth}: put it elsewhere`;

/**
 * The nodes of a file in the order of its text, or its first mistake: those after it are often only
 * its consequences.
 *
 * @param file - Its name decides whether the text is JSON.
 */
export function parseFile(file: string, text: string): readonly Event[] | SyntaxProblem {
  const common = commonProblems.find(({ form }) => form.test(text));
  if (common !== undefined) return { message: common.message, offset: text.search(common.form) };
  // JSON files are also read by JSON parsers.
  const notJson = /\.json$/i.test(file) ? jsonProblem(text) : undefined;
  if (notJson !== undefined) return notJson;
  try {
    const events = parseEvents(text, { maxDepth: mostDepth });
    return documentProblem(events, text) ?? events;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return explain(text, error.mark?.position ?? 0);
  }
}

function documentProblem(events: readonly Event[], text: string): SyntaxProblem | undefined {
  if (events.filter((event) => event.type === EVENT_ID.DOCUMENT).length < 2) return undefined;
  const contents = /^(?![#%\s]|---)[\s\S]*?(?=^---|^\.\.\.)/m.exec(text);
  const offset = (contents?.index ?? 0) + (contents?.[0].length ?? 0);
  return { message: "a file holds one document, and a second one begins here", offset };
}

/** Common mistakes that no parser explains. */
const commonProblems: readonly { readonly form: RegExp; readonly message: string }[] = [
  { form: /^\uFEFF?\s*$/, message: "the file is empty" },
  {
    form: /^\uFEFF?\s*<(?!<)/,
    message: "this is a page of HTML or XML: save the contract itself",
  },
  { form: /^<{7}(?= |$)/m, message: "a merge conflict begins here: resolve it" },
  {
    form: /^(={7}|>{7}|\|{7})(?= |\r?$)/m,
    message: "this is left over from a merge conflict: remove it",
  },
];

/** A tag that not every parser reads. */
export const unknownTag = "not every parser knows this tag: remove it, or put the string in quotes";
/** A reference without quotes. */
export const openReference = "# begins a comment here: put the reference in quotes";
const tabbed = "this line is indented with a tab: use spaces";
const openQuote = "a string in quotes does not end";
const noColon =
  "this line has no colon after a name: add it, or indent the line if it continues the one above";
const notIndented =
  "this line is not indented as what it belongs to, or a bracket before it is not closed";
const misplaced = "this cannot stand here: put a string that begins with -, > or | in quotes";

/** What YAML has in no text. */
const control = /(?![\t\n\r\u0085])\p{Cc}/u;

/** Common mistakes that end the text above an error. */
const mistakesAbove: readonly (readonly [form: RegExp, message: string])[] = [
  [
    /"[^"\n]*\\([xuU][\da-f]*)?$/i,
    "in double quotes a backslash begins an escape: use single quotes",
  ],
  [/(^|[\s[{,])[&*]$/, "put a string that begins with * or & in quotes"],
  [/(^|[\s[{,])!\S*$/, unknownTag],
];

/** An error of the parser in plain words, at its cause: by the text around it. */
function explain(text: string, offset: number): SyntaxProblem {
  const above = text.slice(0, offset);
  const comment = /^[^"'#\n]*\{[^"'#\n]*\$ref: #/m.exec(above);
  if (comment !== null) return { message: openReference, offset: comment.index };
  const unprintable = text.search(control);
  if (unprintable >= 0)
    return { message: "this line has a control character: remove it", offset: unprintable };
  if (isTooDeep(text, offset)) return { message: tooDeep, offset };
  const known = mistakesAbove.find(([form]) => form.test(above));
  if (known !== undefined) return { message: known[1], offset };
  const quote = openQuoteIn(above);
  if (quote !== undefined) return { message: openQuote, offset: quote };
  const sign = text.charAt(offset);
  const before = above.slice(above.lastIndexOf("\n") + 1);
  if (/^ *\t/.test(before + sign)) return { message: tabbed, offset };
  const lines = above.slice(0, above.length - before.length).trimEnd();
  const lineAbove = lines.slice(lines.lastIndexOf("\n") + 1);
  // The line was then read as a continuation of the one above.
  const isBelow = sign === ":" || before.trim() === "";
  if (isBelow && /^\s*(-[\w"']|[\w$-]+:[\w"'[{])/.test(lineAbove))
    return { message: "put a space after the dash or the colon", offset: lines.length - 1 };
  const hasNoColon = lineAbove !== "" && !/:(\s|$)|[[{,]\s*$/.test(lineAbove);
  if (isBelow && hasNoColon) return { message: noColon, offset: lines.length - 1 };
  const isInBrackets = openBrackets(above) > 0;
  if (isInBrackets && sign !== "" && !/[\s,\]}]/.test(sign))
    return { message: "a comma is missing before this: add it", offset };
  return { message: sign === "" ? notIndented : wrongEntry(before, sign), offset };
}

/** Whether a text is only too deep: another limit gives no error there. */
function isTooDeep(text: string, offset: number): boolean {
  try {
    parseEvents(text, { maxDepth: 2 * mostDepth });
    return true;
  } catch (error) {
    return !(error instanceof YAMLException) || error.mark?.position !== offset;
  }
}

/** How many brackets of a text are not closed, without those in strings and comments. */
function openBrackets(text: string): number {
  const plain = text.replaceAll(/"(\\.|[^"\\])*"|'[^']*'|(?<=\s)#[^\n]*/gs, "");
  const count = (form: RegExp): number => plain.match(form)?.length ?? 0;
  return count(/(?<=(^|[\s:[{,-]))[[{]/gm) - count(/[\]}]/g);
}

/** What is wrong with a line that does not continue after its beginning. */
function wrongEntry(before: string, sign: string): string {
  if (sign === ":" && before.includes(": "))
    return "this line has a second colon: put the string in quotes";
  if (sign === ":") return "this line is indented deeper than the one above: indent both alike";
  if (before.trim() === "") return notIndented;
  if (/[@`%]/.test(sign)) return "a string that begins with this character must be in quotes";
  if (/[\]}]/.test(sign)) return "this bracket closes nothing: remove it";
  if (sign === "," || !/(^|[:-]) *["'*&[{]/.test(before)) return misplaced;
  return (
    "a string that begins with a quote, *, &, [ or { must be in quotes as a whole; " +
    "or one before it does not end"
  );
}

/** The offset of the last string in quotes, if it does not end. */
function openQuoteIn(text: string): number | undefined {
  const starts = text.matchAll(/(?<=^\s*|[-:,[{] *)["']/gm);
  const start = [...starts].at(-1)?.index ?? text.length;
  const inside = text.slice(start + 1).replaceAll(/\\.|''/gs, "");
  return inside.includes(text.charAt(start)) ? undefined : start;
}

/** Why a text is not JSON, though it may be YAML. */
function jsonProblem(text: string): SyntaxProblem | undefined {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return undefined;
  } catch (error) {
    // Not every error has a position: it is after the last part that is right by itself.
    const forms = [
      /"([^"\\\n]|\\.)*"/,
      /-?\d+(\.\d+)?([eE][-+]?\d+)?(?![\w.])/,
      /true|false|null|[[\]{}:]|,(?!\s*[\]}])/,
    ];
    const parts = `\\s*(${forms.map(({ source }) => source).join("|")})\\s*`;
    const end = [...text.matchAll(new RegExp(parts, "gy"))].reduce(
      (sum, [part]) => sum + part.length,
      0,
    );
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    return {
      message:
        "this is not JSON: it has commas between members and items alone, names and strings in " +
        "double quotes, and no comments",
      offset: end === text.length && position !== undefined ? Number(position) : end,
    };
  }
}
