import { createSampler } from "@workflow-api/conformance/sampler";
import {
  type Contract,
  type MediaType,
  type Note,
  type Operation,
  type Parameter,
  type Response,
  type Shape,
  sampleHeader,
  serializeParameter,
} from "@workflow-api/contract";
import { type JsonValue, replaceAt } from "@workflow-api/contract/json";
import { isInRange } from "../request/media-type.ts";
import type { Preference } from "./explanation.ts";
import { sendable } from "./headers.ts";
import type { Prism, PrismOutput } from "./prism.ts";

/** What the contract decides of a response. */
export interface ResponseSpec {
  readonly response: Response;
  readonly status: number;
  /** A media type of the response. `undefined`: it has no body. */
  readonly mediaType: string | undefined;
  /** The name of its examples. `undefined`: the body is generated from its schema. */
  readonly scenario: string | undefined;
  /** How the body is generated, in place of an example. */
  readonly preference?: Preference | undefined;
}

/** The parts of a response that are made. */
export interface ResponseParts extends Pick<ResponseSpec, "scenario" | "status"> {
  readonly media: MediaType | undefined;
  readonly headers: readonly HeaderPart[];
}

/** A header that is sent, and its example. */
interface HeaderPart extends Parameter {
  readonly example: JsonValue | undefined;
}

/** A documented response, before anything of the request is put into it. */
export interface GeneratedResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** The body. `undefined`: there is none, or it is not JSON. */
  readonly value: JsonValue | undefined;
  /** The body if it is not JSON. The empty string: there is none. */
  readonly text: string;
  /** Where it contradicts the contract, or was made in another way than usual. */
  readonly notes: readonly Note[];
}

/** Makes the responses that a contract documents. */
export interface Generator {
  make(operation: Operation, spec: ResponseSpec): Promise<GeneratedResponse>;
}

/** Loads Prism. `undefined`: there is none, as in a page. */
export type LoadPrism = (() => Promise<Prism>) | undefined;

/**
 * Makes responses. Prism is asked once: for the named example, or a body from the schema, and for
 * the headers. Where it cannot make one, or breaks the schema, the sampler makes it, with a note.
 * Random bodies and lists of a wanted length are the sampler's alone.
 */
export function createGenerator(contract: Contract, loadPrism: LoadPrism): Generator {
  const ask = async (operation: Operation, parts: ResponseParts): Promise<Attempt> => {
    if (loadPrism === undefined) return {};
    try {
      const prism = await loadPrism();
      return await prism.respond(contract, operation, parts);
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    async make(operation, spec) {
      const parts = partsOf(spec);
      const isEmpty = parts.media === undefined && parts.headers.length === 0;
      const isOfSampler = isEmpty || spec.preference !== undefined;
      const attempt = isOfSampler ? {} : await ask(operation, parts);
      const { headers, notes } = await headersOf(parts, attempt);
      if (spec.mediaType !== undefined) headers["content-type"] = spec.mediaType;
      if (parts.media === undefined) {
        const other = textBodyOf(spec);
        return { headers, value: undefined, text: other.text, notes: [...notes, ...other.notes] };
      }
      const body = await bodyOf(parts.media, spec, attempt);
      return { headers, value: body.value, text: "", notes: [...notes, ...body.notes] };
    },
  };
}

/** What Prism made, or why it made nothing. */
type Attempt = Partial<PrismOutput> & { readonly failure?: string };

function partsOf({ mediaType, response, scenario, status }: ResponseSpec): ResponseParts {
  const headers = response.headers.flatMap((header) => {
    const example = sampleHeader(header, scenario);
    return header.required || example !== undefined ? [{ ...header, example }] : [];
  });
  const media = response.content.find((each) => each.mediaType === mediaType);
  return { headers, media, scenario, status };
}

/** A value that a shape allows. `undefined`: none was found. */
async function sample(
  shape: Shape,
  { dynamic, items }: Preference = {},
): Promise<JsonValue | undefined> {
  // It is large, and rarely needed.
  const { matchingStrings: matching } = await import("@workflow-api/conformance/patterns");
  const random = dynamic === true ? Math.random : undefined;
  return createSampler({ matching, items, random }).sample(shape);
}

/** A value to make, and what there is of it. */
interface ValueSpec {
  readonly part: string;
  readonly shape: Shape;
  /** It is sent as the contract has it. */
  readonly example: JsonValue | undefined;
  /** What Prism made. */
  readonly made: JsonValue | undefined;
  /** Why Prism made nothing. */
  readonly failure: string | undefined;
  readonly preference?: Preference | undefined;
}

interface GeneratedValue {
  readonly value: JsonValue;
  readonly notes: readonly Note[];
}

async function makeValue(spec: ValueSpec): Promise<GeneratedValue> {
  const { example, failure, made = example, part, preference, shape } = spec;
  const value = example === undefined && made !== undefined ? withoutExcluded(shape, made) : made;
  const broken = value === undefined ? [] : notesOn(spec, value);
  if (value !== undefined && (example !== undefined || broken.length === 0))
    return { value, notes: broken };
  await letOthersThrough();
  const sampled = await sample(shape, preference);
  if (sampled === undefined)
    return { value: value ?? null, notes: [...broken, { part, message: nothingValid }] };
  const reason = failure ?? broken[0]?.message;
  return {
    value: sampled,
    notes: reason === undefined ? [] : [{ part, message: bySampler(reason) }],
  };
}

const nothingValid = "breaks its schema: no valid value was found";

function bySampler(reason: string): string {
  return `is generated by the mock: Prism's own does not conform (${reason})`;
}

async function bodyOf(
  { examples, shape }: MediaType,
  { preference, scenario }: ResponseSpec,
  { body: made, failure }: Attempt,
): Promise<GeneratedValue> {
  const example = examples.find(({ name }) => name === scenario)?.value;
  const { notes, value } = await makeValue({ ...body, shape, example, made, failure, preference });
  const isWithoutList = preference?.items !== undefined && !hasList(value);
  return { value, notes: isWithoutList ? [...notes, withoutList] : notes };
}

/** A body that is not JSON: its example. None is generated. */
function textBodyOf({ mediaType, response, scenario }: ResponseSpec): {
  readonly text: string;
  readonly notes: readonly Note[];
} {
  if (mediaType === undefined) return { text: "", notes: [] };
  const [media] = response.undescribed.filter((each) => isInRange(mediaType, each.mediaType));
  const examples = media?.examples ?? [];
  const example = examples.find(({ name }) => name === scenario) ?? examples[0];
  if (example === undefined)
    return { text: "", notes: [{ ...body, message: `is empty: ${mediaType} is not generated` }] };
  const { value } = example;
  return { text: typeof value === "string" ? value : JSON.stringify(value), notes: [] };
}

async function headersOf(
  { headers }: ResponseParts,
  { failure, headers: made }: Attempt,
): Promise<ReturnType<typeof sendable>> {
  const values: Record<string, string> = {};
  const notes: Note[] = [];
  for (const header of headers) {
    const { example, name, shape } = header;
    const part = `response header ${name.toLowerCase()}`;
    const generated = await makeValue({ part, shape, example, made: made?.[name], failure });
    values[name] = serializeParameter(header, generated.value);
    notes.push(...generated.notes);
  }
  const sent = sendable(values);
  return { headers: sent.headers, notes: [...notes, ...sent.notes] };
}

/** Large schemas take long to compile, and other requests wait meanwhile. */
function letOthersThrough(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Prism also makes what is only written, such as a password. */
function withoutExcluded(shape: Shape, value: JsonValue): JsonValue {
  return shape
    .excludedIn(value)
    .reduce<JsonValue>((rest, pointer) => replaceAt(rest, pointer, undefined), value);
}

const body = { part: "response body" };
const withoutList: Note = { ...body, message: "has no list whose length items could be" };

/** How a value contradicts its schema. */
function notesOn({ part, shape }: Pick<ValueSpec, "part" | "shape">, value: JsonValue): Note[] {
  return shape.violations(value).map(({ message, pointer }) => ({ part: part + pointer, message }));
}

/** The examples of responses that break their own schema, in words, with file and line. */
export async function brokenExamples(contract: Contract): Promise<string[]> {
  const found: string[] = [];
  for (const { operationId, responses } of contract.operations) {
    await letOthersThrough();
    for (const { code, content } of responses)
      for (const { name, pointer, violations } of content.flatMap(({ examples }) => examples)) {
        const [first] = violations;
        if (first === undefined) continue;
        const { file, line } = contract.locate(pointer);
        const where = `${file}:${line}: ${operationId} ${code} ${name}`;
        found.push(`${where}: response body${first.pointer} ${first.message}`);
      }
  }
  return found;
}

function hasList(value: JsonValue | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.values(value).some(hasList);
}
