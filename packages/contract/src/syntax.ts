import { type Document, parseDocument, visit, type YAMLError } from "yaml";

// From the text of a file to its syntax tree, with plain words for its mistakes.

/** What is wrong with a text. */
export interface Mistake {
  readonly message: string;
  /** Where: how many characters precede it. `undefined`: nowhere in particular. */
  readonly offset?: number;
}

/** The syntax tree of a text. */
export function parseTree(text: string): Document.Parsed {
  // The reader finds repeated keys: the parser would compare each key with all before it.
  return parseDocument(text, { merge: true, prettyErrors: false, uniqueKeys: false });
}

/**
 * The syntax tree of a file, or its first mistake: those after it are often only its consequences.
 *
 * @param file - Its name decides whether the text is JSON.
 */
export function parseFile(file: string, text: string): Document.Parsed | Mistake {
  const common = mistakes.find(({ form }) => form.test(text));
  if (common !== undefined) return { message: common.message, offset: text.search(common.form) };
  // JSON files are also read by JSON parsers.
  const notJson = /\.json$/i.test(file) ? jsonMistake(text) : undefined;
  if (notJson?.offset !== undefined) return notJson;
  const tree = parseTree(text);
  const [first] = [...tree.errors, ...tree.warnings];
  if (first !== undefined) return { ...explain(first, tree, text), ...notJson };
  const { explicit, version } = tree.directives?.yaml ?? {};
  if (notJson !== undefined || !explicit || version === "1.2") return notJson ?? tree;
  const message = `this is YAML ${version}: remove the line %YAML, so that it is read as YAML 1.2`;
  return { message };
}

/** Common mistakes that no parser explains. */
const mistakes: readonly { readonly form: RegExp; readonly message: string }[] = [
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
  {
    form: /^ *[\u00A0\u200B\u202F][\s\u200B]*[\w$-]+:/m,
    message: "this line begins with a space that is no plain one: write it again",
  },
  {
    form: /\r(?!\n)/,
    message: "this line ends with a carriage return alone: save the file with line feeds",
  },
  {
    // Characters that are not printable in YAML 1.2 (5.1), and unpaired surrogates.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for.
    form: /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]|\p{Cs}/u,
    message: "this line has a control character: remove it, or write it as \\u and its number",
  },
];

/** A tag that not every parser reads. */
export const unknownTag = "not every parser knows this tag: remove it, or put the string in quotes";
/** A reference without quotes. */
export const openReference = "# begins a comment here: put the reference in quotes";
const noColon =
  "this line has no colon after a name: add it, or indent the line if it continues the one above";
const openQuote = "a string in quotes does not end";

/** Plain words for the most common errors of the parser. */
const texts: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "a file holds one document, and a second one begins here",
  BLOCK_AS_IMPLICIT_KEY: "this line has a second colon: put the string in quotes",
  BAD_SCALAR_START: "a string that begins with this character must be in quotes",
  BAD_ALIAS: "an alias has no name: put a string that begins with * in quotes",
  TAG_RESOLVE_FAILED: unknownTag,
  "Unexpected scalar at node end":
    "a string that begins with a quote, *, &, [ or { must be in quotes as a whole; " +
    "or one before it does not end",
  UNEXPECTED_TOKEN: "this cannot stand here: put a string that begins with -, > or | in quotes",
  TAB_AS_INDENT: "this line is indented with a tab: use spaces",
  BAD_INDENT:
    "this line is not indented as what it belongs to, or a bracket before it is not closed",
  MULTILINE_IMPLICIT_KEY: noColon,
  "Implicit map keys need to be followed by map values": noColon,
  BAD_DQ_ESCAPE: "in double quotes a backslash begins an escape: use single quotes",
  'Missing closing "quote': openQuote,
  "Missing closing 'quote": openQuote,
  RESOURCE_EXHAUSTION: "this is nested too deep: put it elsewhere",
};

/** An error of the parser in plain words, at its cause. */
function explain(
  { code, message, pos: [offset] }: YAMLError,
  tree: Document.Parsed,
  text: string,
): Mistake {
  const plain = texts[message] ?? texts[code] ?? message;
  const comment = /^[^"'#\n]*\{[^"'#\n]*\$ref: #/m.exec(text.slice(0, offset));
  if (comment !== null) return { message: openReference, offset: comment.index };
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1).split("\n", 1)[0] ?? "";
  if (code === "BLOCK_AS_IMPLICIT_KEY" && !/: .*:( |$)/.test(line))
    return { message: "the line after this one is indented deeper: indent both alike", offset };
  if (plain !== openQuote) return { message: plain, offset };
  // An unterminated string is the last one in the file.
  const starts = [offset];
  visit(tree, { Scalar: (_, { range }) => void starts.push(range?.[0] ?? 0) });
  return { message: plain, offset: starts.at(-1) ?? offset };
}

/** YAML syntax that JSON lacks, by its first character. */
const notInJson: Readonly<Record<string, string>> = {
  '"': `${openQuote}, or a backslash in it begins no escape`,
  ",": "JSON has no comma before a closing bracket: remove it",
  "/": "JSON has no comments: remove it",
  "#": "JSON has no comments: remove it",
};

/** Why a text is not JSON, though it may be YAML. */
function jsonMistake(text: string): Mistake | undefined {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return undefined;
  } catch (error) {
    const tokens =
      /\s*("([^"\\\n]+|\\.)*"|-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?(?![\w.])|true|false|null|[[\]{}:]|,(?!\s*[\]}]))/gy;
    const end = [...text.matchAll(tokens)].reduce((sum, [token]) => sum + token.length, 0);
    const [sign] = text.slice(end).trimStart();
    if (sign === undefined)
      return { message: `this is not JSON: ${error instanceof Error ? error.message : ""}` };
    const message =
      notInJson[sign] ?? "JSON has names and strings in double quotes, and plain numbers";
    return { message, offset: text.indexOf(sign, end) };
  }
}
