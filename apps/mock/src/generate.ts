import { createSampler } from "@workflow-api/conformance/sampler";
import {
  type Contract,
  type MediaType,
  type Note,
  type Operation,
  type Parameter,
  type Response,
  serializeParameter,
} from "@workflow-api/contract";
import { type JsonValue, replaceAt } from "@workflow-api/contract/json";
import type { Prism } from "./prism.ts";
import type { Preference } from "./response.ts";

/** Which documented response of an operation to make. */
export interface Wanted {
  readonly response: Response;
  readonly status: number;
  /** A media type of the response. `undefined`: it has no body. */
  readonly mediaType: string | undefined;
  /** The name of its examples. `undefined`: the body is generated from its schema. */
  readonly scenario: string | undefined;
  /** How the body is generated, in place of an example. */
  readonly preference?: Preference | undefined;
}

/** A documented response, before anything of the request is put into it. */
export interface Made {
  readonly headers: Readonly<Record<string, string>>;
  /** The body. `undefined`: there is none. */
  readonly value: JsonValue | undefined;
  /** Where it contradicts the contract, or was made in another way than usual. */
  readonly notes: readonly Note[];
}

/** Makes the responses that a contract documents. */
export interface Generator {
  make(operation: Operation, wanted: Wanted): Promise<Made>;
}

/** Loads Prism for a contract. `undefined`: there is none, as in a page. */
export type LoadPrism = ((contract: Contract) => Promise<Prism>) | undefined;

/**
 * Makes responses. Prism is asked once for a body: the named example, or one from the schema. Where
 * it cannot make one, or the body breaks the schema, the sampler makes it, with a note. Random
 * bodies and lists of a wanted length are the sampler's alone.
 */
export function createGenerator(contract: Contract, loadPrism: LoadPrism): Generator {
  const loading = loadPrism?.(contract);
  return {
    async make(operation, wanted) {
      const { mediaType, response } = wanted;
      const media = response.content.find((each) => each.mediaType === mediaType);
      const { headers, notes } = await headersOf(wanted);
      if (media === undefined) return { headers, value: undefined, notes };
      const made = await bodyOf(operation, wanted, media, await loading);
      return { ...made, headers, notes: [...notes, ...made.notes] };
    },
  };
}

/** A value that a shape allows. `undefined`: none was found. */
async function sample(
  shape: Parameter["shape"],
  { dynamic, items }: Preference = {},
): Promise<JsonValue | undefined> {
  // It is large, and rarely needed.
  const { matchingStrings: matching } = await import("@workflow-api/conformance/patterns");
  const random = dynamic === true ? Math.random : undefined;
  return createSampler({ matching, items, random }).sample(shape);
}

async function bodyOf(
  operation: Operation,
  wanted: Wanted,
  media: MediaType,
  prism: Prism | undefined,
): Promise<Pick<Made, "notes" | "value">> {
  const { preference, scenario } = wanted;
  const shown = media.examples.find(({ name }) => name === scenario);
  const asked = preference === undefined ? ask(prism, operation, wanted, media, shown?.value) : {};
  const broken = asked.body === undefined ? [] : bodyNotes(media, asked.body);
  // An example is sent as the contract has it.
  if (asked.body !== undefined && (shown !== undefined || broken.length === 0))
    return { value: asked.body, notes: broken };
  const value = await sample(media.shape, preference);
  if (value === undefined) return { value: asked.body ?? null, notes: [...broken, nothingValid] };
  const notes = preference?.items !== undefined && !hasList(value) ? [withoutList] : [];
  const reason = asked.failure ?? broken[0]?.message;
  return { value, notes: reason === undefined ? notes : [withoutPrism(reason), ...notes] };
}

/** What Prism makes, or why it makes nothing. Without Prism, the example. */
function ask(
  prism: Prism | undefined,
  operation: Operation,
  wanted: Wanted,
  { shape }: MediaType,
  shown: JsonValue | undefined,
): { readonly body?: JsonValue | undefined; readonly failure?: string } {
  if (prism === undefined) return { body: shown };
  try {
    const body = prism.makeBody(operation, wanted);
    const isExample = shown !== undefined || body === undefined;
    return { body: isExample ? body : withoutExcluded(shape, body) };
  } catch (error) {
    return { body: shown, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Prism also makes what is only written, such as a password. */
function withoutExcluded(shape: MediaType["shape"], body: JsonValue): JsonValue {
  return shape
    .excludedIn(body)
    .reduce<JsonValue>((rest, pointer) => replaceAt(rest, pointer, undefined), body);
}

const part = "response body";
const nothingValid: Note = { part, message: "breaks its schema: no valid value was found" };
const withoutList: Note = { part, message: "has no list whose length items could be" };

function withoutPrism(reason: string): Note {
  return { part, message: `is generated by the mock: Prism's own does not conform (${reason})` };
}

/** How a body contradicts its schema. */
export function bodyNotes({ shape }: MediaType, body: JsonValue): Note[] {
  return shape
    .violations(body)
    .map(({ message, pointer }) => ({ part: `${part}${pointer}`, message }));
}

/** The examples of responses that break their own schema, in words, with file and line. */
export async function brokenExamples(contract: Contract): Promise<string[]> {
  const found: string[] = [];
  for (const { operationId, responses } of contract.operations) {
    // Let requests through in between.
    await new Promise((resolve) => setTimeout(resolve));
    for (const { code, content } of responses)
      for (const media of content)
        for (const { name, pointer, value } of media.examples) {
          const [first] = bodyNotes(media, value);
          if (first === undefined) continue;
          const { file, line } = contract.locate(pointer);
          found.push(
            `${file}:${line}: ${operationId} ${code} ${name}: ${first.part} ${first.message}`,
          );
        }
  }
  return found;
}

function hasList(value: JsonValue | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.values(value).some(hasList);
}

/**
 * The headers of a response: of each the example of the scenario, or else the first one. Without an
 * example, it is generated if it is required, and otherwise omitted.
 */
async function headersOf({
  mediaType,
  response,
  scenario = "",
}: Wanted): Promise<Pick<Made, "headers" | "notes">> {
  const values: Record<string, string> = {};
  for (const header of response.headers) {
    const { examples, name, required, shape } = header;
    const shown = examples.find((each) => each.name === scenario) ?? examples[0];
    const value = shown?.value ?? (required ? await sample(shape) : undefined);
    if (value !== undefined) values[name] = serializeParameter(header, value);
  }
  const { headers, notes } = sendable(values);
  if (mediaType !== undefined) headers["content-type"] = mediaType;
  return { headers, notes };
}

/** The headers that frame a message (RFC 9110 and 9112): the server sets them itself. */
const framing: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers as they can be sent: names in lower case, values in printable ASCII, without those that
 * frame a message, of which a note says so.
 */
export function sendable(given: Readonly<Record<string, string>>): {
  readonly headers: Record<string, string>;
  readonly notes: Note[];
} {
  const entries = Object.entries(given).map(([name, text]) => [name.toLowerCase(), text] as const);
  const [kept, dropped] = [false, true].map((isFraming) =>
    entries.filter(([name]) => framing.has(name) === isFraming),
  );
  return {
    headers: Object.fromEntries((kept ?? []).map(([name, text]) => [name, headerText(text)])),
    notes: (dropped ?? []).map(([name]) => ({
      part: `response header ${name}`,
      message: "is not sent as it is given: the server sets it",
    })),
  };
}

/** A header holds printable ASCII. Anything else is escaped as in JSON. */
export function headerText(text: string): string {
  return text.replaceAll(
    /[^\x20-\x7e\t]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
