import type { JsonValue } from "../json.ts";
import { once } from "../json.ts";
import type {
  Example,
  ExampleViolation,
  MediaType,
  Operation,
  Parameter,
  ParameterValues,
  SampleRequest,
  Scenario,
} from "../model.ts";
import type { SchemaViolation, Shape } from "../schema/shape.ts";

// The one sample of a request: which value each of its parts has.

/** An input of an operation: a parameter, or the request body, whose key is `body`. */
export type Input = Pick<
  Parameter,
  "examples" | "key" | "name" | "pointer" | "required" | "shape"
> & {
  /** Whether a value may be made for it. Default: true. */
  readonly isMade?: boolean;
};

/** The inputs of an operation: its parameters, and then its body. */
export function inputsOf({
  parameters,
  requestBody,
}: Pick<Operation, "parameters" | "requestBody">): readonly Input[] {
  const media = bodyMediaTypes(requestBody);
  const [first] = media;
  if (requestBody === undefined || first === undefined) return parameters;
  const { content, pointer, required } = requestBody;
  const { shape } = first;
  const examples = media.flatMap((each) => each.examples);
  const isMade = content.length > 0;
  return [...parameters, { key: "body", name: "body", pointer, required, shape, examples, isMade }];
}

/** The media types of a body: those of JSON, or else the others. */
function bodyMediaTypes(requestBody: Operation["requestBody"]): readonly MediaType[] {
  const { content = [], undescribed = [] } = requestBody ?? {};
  return content.length > 0 ? content : undescribed;
}

/** How the values of a sample request are found. */
export interface SampleOptions {
  /** Values that are known, by `Parameter.key` or `body`: they replace those of the contract. */
  readonly known?: ParameterValues;
  /** Makes a value where the contract gives none. Default: none is made. */
  readonly make?: (shape: Shape) => JsonValue | undefined;
  /** Whether optional parameters are sent, too. Default: only those of the scenario. */
  readonly hasOptional?: boolean;
}

/**
 * The sample of a request of an operation. With a scenario, it is the request of that: the values
 * that it names, valid or not. Without one, it is that of the default scenario where this is valid,
 * and has a body even if that is optional.
 *
 * What no scenario names has the first valid one of these: its examples, what its schema gives
 * (`examples`, `default`, `enum`), for a parameter `your-` and its name, and what is made; else the
 * first of them. An optional parameter that no scenario names is not sent.
 */
export function sampleRequest(
  operation: Pick<Operation, "defaultScenario" | "parameters" | "requestBody">,
  scenario?: Pick<Scenario, "name">,
  options: SampleOptions = {},
): SampleRequest {
  const name = (scenario ?? operation.defaultScenario)?.name;
  const style = { ...options, name, isNameFixed: scenario !== undefined };
  return sampleOf(operation, style);
}

interface SampleStyle extends SampleOptions {
  readonly name: string | undefined;
  /** Whether its name stands for a string. */
  readonly hasPlaceholders?: boolean;
  /** Whether a value of that name is taken even if it is invalid. */
  readonly isNameFixed: boolean;
}

/** The sample of a request by the examples of one name. */
export function sampleOf(
  operation: Pick<Operation, "parameters" | "requestBody">,
  style: SampleStyle,
): SampleRequest {
  const inputs = inputsOf(operation);
  const chosen = inputs.flatMap((input) => {
    const candidate = isSent(input, style) ? choose(input, style) : undefined;
    return candidate === undefined ? [] : [{ key: input.key, ...candidate }];
  });
  const values = new Map(chosen.map(({ key, value }) => [key, value]));
  const body = values.get("body");
  values.delete("body");
  const ofBody = chosen.find(({ key }) => key === "body");
  const isMissing = (input: Input): boolean =>
    input.required && !chosen.some(({ key }) => key === input.key);
  const violations = once(() =>
    chosen.flatMap(({ at, key, violations: violationsOf }): ExampleViolation[] =>
      violationsOf().map((each) => ({ ...each, part: key, at: at + each.pointer })),
    ),
  );
  return {
    values,
    body,
    mediaType: ofBody && mediaOfExample(operation, ofBody.example)?.mediaType,
    missing: inputs.filter(isMissing).map(({ key }) => key),
    get violations() {
      return violations();
    },
  };
}

/** The media type with an example; of any other value, the first one. */
function mediaOfExample(
  { requestBody }: Pick<Operation, "requestBody">,
  example: Example | undefined,
): MediaType | undefined {
  const media = bodyMediaTypes(requestBody);
  return media.find(({ examples }) => examples.some((each) => each === example)) ?? media[0];
}

function isSent({ examples, key, required }: Input, style: SampleStyle): boolean {
  const { hasOptional = false, isNameFixed, known, name } = style;
  const isNamed = examples.some((example) => example.name === name);
  return required || isNamed || hasOptional || known?.has(key) || (key === "body" && !isNameFixed);
}

/** A value that an input may have, and the JSON Pointer of where it stands. */
interface InputValue {
  readonly value: JsonValue;
  readonly at: string;
  readonly example?: Example;
  readonly violations: () => readonly SchemaViolation[];
}

function choose(input: Input, style: SampleStyle): InputValue | undefined {
  const { examples, key, required, shape } = input;
  const { isNameFixed, known, name } = style;
  const named = examples.filter((example) => example.name === name).map(ofExample);
  if (isNameFixed && !known?.has(key) && named.length > 0) return named[0];
  const ownSamples = shape.samples.filter(({ value }) => value !== "");
  const documented = [
    ...named,
    ...examples.map(ofExample),
    ...ownSamples.map(({ pointer, value }) => ofValue(input, value, pointer)),
  ];
  for (const candidate of candidatesOf(input, style, documented))
    if (candidate.violations().length === 0) return candidate;
  return required ? documented[0] : undefined;
}

/** The values that an input may have, the most telling first; what has to be made comes last. */
function* candidatesOf(
  input: Input,
  { hasPlaceholders = true, known, make }: SampleStyle,
  documented: readonly InputValue[],
): Generator<InputValue> {
  const { isMade = true, key, name, shape } = input;
  const knownValue = known?.get(key);
  if (knownValue !== undefined) yield ofValue(input, knownValue);
  yield* documented;
  if (hasPlaceholders && key !== "body" && shape.types.includes("string"))
    yield ofValue(input, `your-${kebabCase(name)}`);
  const made = isMade ? make?.(shape) : undefined;
  if (made !== undefined) yield ofValue(input, made);
}

function ofValue({ pointer, shape }: Input, value: JsonValue, at = pointer): InputValue {
  return { value, at, violations: () => shape.violations(value) };
}

function ofExample(example: Example): InputValue {
  const { pointer, value } = example;
  return { value, at: `${pointer}/value`, example, violations: () => example.violations };
}

function kebabCase(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1-$2").match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join("-").toLowerCase();
}

/**
 * The value of a header of a sample response: the example of a name, else the first valid one of its
 * examples, of its schema, and what is made.
 *
 * @returns `undefined`: it is optional and has no example, or no value was found.
 */
export function sampleHeader(
  header: Parameter,
  name?: string,
  make?: SampleOptions["make"],
): JsonValue | undefined {
  const { examples, required, shape } = header;
  const hasExample = examples.length > 0 || shape.keywordValues("examples").flat().length > 0;
  if (!required && !hasExample) return undefined;
  const style = { name, isNameFixed: true, hasPlaceholders: false, ...(make && { make }) };
  return choose(header, style)?.value;
}
