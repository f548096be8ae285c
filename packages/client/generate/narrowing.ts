import {
  type Contract,
  choicesOf,
  facetsOf,
  type Operation,
  parsePointer,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
  typesOf,
} from "@workflow-api/contract";
import type { Argument, ClientDesign } from "@workflow-api/contract/calls";

/** An operation whose answer is narrowed by what it is asked to include. */
export interface Asking {
  readonly operation: Operation;
  /** The argument that asks. */
  readonly argument: Argument;
  /** What it can ask for. */
  readonly values: readonly string[];
  /** The source text of the type of its answer, of which `Asked` is a parameter. */
  readonly answer: string;
}

/**
 * How the answer of an operation is narrowed. `undefined`: it is not. It has no includes, or they are not those of one
 * optional list, or what they add does not stand in plain objects.
 */
export function askingOf(
  { document }: Contract,
  operation: Operation,
  design: ClientDesign,
): Asking | undefined {
  const { includes, responses, operationId } = operation;
  const parameter = includes[0]?.parameter;
  const argument = design.argumentsOf(operation).find((each) => each.parameter === parameter);
  const isOne = includes.every((include) => include.parameter === parameter);
  if (argument === undefined || !isOne || !parameter?.isList || parameter.required) return undefined;
  const [body, ...others] = responses
    .filter(({ status }) => status >= 200 && status <= 299)
    .flatMap(({ content }) => content);
  if (body === undefined || others.length > 0) return undefined;
  const steps = includes.map(({ value, adds }) => ({ value, tokens: parsePointer(adds) }));
  const answer = answerText(document, `Data<${JSON.stringify(operationId)}>`, [body], steps);
  if (answer === undefined) return undefined;
  return { operation, argument, values: includes.map(({ value }) => value), answer };
}

/** What is asked for by a value, and where it stands below an object. */
interface Step {
  readonly value: string;
  readonly tokens: readonly string[];
}

type Document = Contract["document"];

/** The type of an object that holds what is included; `undefined` if it cannot be narrowed. */
function answerText(
  document: Document,
  type: string,
  places: readonly SchemaPlace[],
  steps: readonly Step[],
): string | undefined {
  const facets = facetsOf(document, places);
  const isPlain = typesOf(document, places).join() === "object" && choicesOf(facets).length === 0;
  // Of a type that takes any member, nothing can be taken away.
  const isClosed = facets.every(({ schema }) => (schema["additionalProperties"] ?? false) === false);
  if (!isPlain || !isClosed) return undefined;
  const names = [...new Set(steps.map(({ tokens }) => tokens[0] ?? ""))];
  const parts = names.map((name) => {
    const key = JSON.stringify(name);
    const own = steps.filter(({ tokens }) => tokens[0] === name);
    const below = own.map(({ value, tokens }) => ({ value, tokens: tokens.slice(1) }));
    const deeper = below.filter(({ tokens }) => tokens.length > 0);
    const isIncluded = deeper.length < below.length;
    const inner =
      deeper.length === 0
        ? `Exclude<${type}[${key}], undefined>`
        : answerText(document, `NonNullable<${type}[${key}]>`, propertyPlaces(facets, name), deeper);
    if (inner === undefined) return undefined;
    if (!isIncluded && requiredNames(facets).has(name)) return `{ ${key}: ${inner} }`;
    const otherwise = isIncluded ? "" : `, { ${key}?: ${inner} }`;
    const values = own.map(({ value }) => JSON.stringify(value)).join(" | ");
    return `If<Asked, ${values}, { ${key}: ${inner} }${otherwise}>`;
  });
  if (parts.includes(undefined)) return undefined;
  return `Omit<${type}, ${names.map((name) => JSON.stringify(name)).join(" | ")}> & ${parts.join(" & ")}`;
}
