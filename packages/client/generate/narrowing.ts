import {
  type Contract,
  choicesOf,
  type Facet,
  facetsOf,
  type Operation,
  parsePointer,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
  typesOf,
} from "@workflow-api/contract";
import type { Argument, ClientDesign } from "../src/calls.ts";

/** An operation whose answer is narrowed by what it is asked to include. */
export interface Asking {
  readonly operation: Operation;
  /** The argument that asks, and what it can ask for. */
  readonly argument: Argument;
  readonly values: readonly string[];
  /** The source text of the type of its answer, of which `Asked` is a parameter. */
  readonly answer: string;
}

/**
 * How the answer of an operation is narrowed. `undefined`: it is not. It has no includes, or they
 * are not those of one optional list, or what they add does not stand in plain objects.
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
  if (argument === undefined || !isOne || !parameter?.isList || parameter.required)
    return undefined;
  const [body, ...others] = responses
    .filter(({ isSuccess }) => isSuccess)
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
  const isClosed = facets.every(
    ({ schema }) => (schema["additionalProperties"] ?? false) === false,
  );
  if (!isPlain || !isClosed) return undefined;
  const names = [...new Set(steps.map(({ tokens }) => tokens[0] ?? ""))];
  const isLeaf = (name: string): boolean =>
    steps.every(({ value, tokens: [first, ...rest] }) =>
      first === name ? value === name && rest.length === 0 : value !== name,
    );
  const leaves = names.filter(isLeaf);
  const others = names.filter((name) => !isLeaf(name));
  const parts = others.map((name) => memberText(document, type, facets, name, steps));
  if (parts.includes(undefined)) return undefined;
  // Most values are called as what they add.
  if (leaves.length > 0)
    parts.push(`{ [Name in Asked & (${listed(leaves)})]: Exclude<${type}[Name], undefined> }`);
  return `Omit<${type}, ${listed(names)}> & ${parts.join(" & ")}`;
}

function memberText(
  document: Document,
  type: string,
  facets: readonly Facet[],
  name: string,
  steps: readonly Step[],
): string | undefined {
  const key = JSON.stringify(name);
  const own = steps.filter(({ tokens }) => tokens[0] === name);
  const below = own.map(({ value, tokens }) => ({ value, tokens: tokens.slice(1) }));
  const deeper = below.filter(({ tokens }) => tokens.length > 0);
  const isIncluded = deeper.length < below.length;
  const isRequired = requiredNames(facets).has(name);
  const held = isRequired ? `${type}[${key}]` : `NonNullable<${type}[${key}]>`;
  const inner =
    deeper.length === 0
      ? `Exclude<${type}[${key}], undefined>`
      : answerText(document, held, propertyPlaces(facets, name), deeper);
  if (inner === undefined) return undefined;
  if (!isIncluded && isRequired) return `{ ${key}: ${inner} }`;
  const isFlat = deeper.every(({ tokens }) => tokens.length === 1);
  const bare = isFlat
    ? `Omit<${held}, ${listed(deeper.map(({ tokens }) => tokens[0] ?? ""))}>`
    : inner;
  const otherwise = isIncluded ? "" : `, { ${key}?: ${bare} }`;
  return `If<Asked, ${listed(own.map(({ value }) => value))}, { ${key}: ${inner} }${otherwise}>`;
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ");
}
