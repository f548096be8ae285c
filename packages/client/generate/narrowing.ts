import { type Contract, type Operation, parsePointer, type Shape } from "@workflow-api/contract";
import { type Argument, designClient, propertyName } from "../src/calls.ts";
import { bodyOf } from "./certain.ts";

/** An operation whose data is narrowed by `include`. */
export interface Narrowing {
  readonly operation: Operation;
  /** The argument with the includes, and its values. */
  readonly argument: Argument;
  readonly values: readonly string[];
  /** The source text of the type of its data, in which `Asked` is what was asked for. */
  readonly data: string;
}

/** The declarations of narrowed schemas by name, as source text. */
export type Declarations = Map<string, string>;

/**
 * How the data of an operation is narrowed. `undefined`: it is not, because it has no includes, or
 * they are not those of one optional list, or they add something outside of plain objects.
 *
 * @param declarations - What the type refers to is added here.
 */
export function narrowingOf(
  contract: Contract,
  operation: Operation,
  declarations: Declarations,
): Narrowing | undefined {
  const { includes, operationId } = operation;
  const parameter = includes[0]?.parameter;
  const argument = designClient(contract)
    .argumentsOf(operation)
    .find((each) => each.parameter === parameter);
  const isOne = includes.every((include) => include.parameter === parameter);
  if (argument === undefined || !isOne || !parameter?.isList || parameter.required)
    return undefined;
  const body = bodyOf(operation);
  if (body === undefined) return undefined;
  const steps = includes.map(({ value, adds }) => ({ value, names: parsePointer(adds) }));
  const type = `client.Data<${JSON.stringify(operationId)}>`;
  const data = narrowed(declarations, type, body, steps);
  if (data === undefined) return undefined;
  return { operation, argument, values: includes.map(({ value }) => value), data };
}

/** A value of `include`, and the path from an object to what it adds. */
interface Step {
  readonly value: string;
  readonly names: readonly string[];
}

/**
 * The type of an object that holds what is included: `VariableCageWith<Asked>` for a schema of the
 * contract. `undefined`: it cannot be narrowed.
 */
function narrowed(
  declarations: Declarations,
  type: string,
  shape: Shape,
  steps: readonly Step[],
): string | undefined {
  const isPlain = shape.types.join() === "object" && shape.unions.length === 0;
  // No member can be omitted from a type that allows any.
  const isClosed = shape.keywordValues("additionalProperties").every((each) => each === false);
  if (!isPlain || !isClosed) return undefined;
  const schema = schemaOf(shape);
  if (schema === undefined) return objectText(declarations, type, shape, steps);
  const text = objectText(declarations, `client.Schemas[${JSON.stringify(schema)}]`, shape, steps);
  if (text === undefined) return undefined;
  let name = `${schema.replaceAll(/\W/g, "_")}With`;
  // Two operations may include different parts of one schema.
  while ((declarations.get(name) ?? text) !== text) name = `${name}_`;
  declarations.set(name, text);
  return `${name}<Asked>`;
}

/** The name of the schema of the contract that a shape refers to. */
function schemaOf({ locations: [location, ...others] }: Shape): string | undefined {
  const reference = others.length === 0 ? Object(location?.schema)["$ref"] : undefined;
  return /^#\/components\/schemas\/([^/]+)$/.exec(String(reference))?.[1];
}

function objectText(
  declarations: Declarations,
  type: string,
  shape: Shape,
  steps: readonly Step[],
): string | undefined {
  const names = [...new Set(steps.map(({ names: [name = ""] }) => name))];
  // Most values have the name of what they add.
  const isLeaf = (name: string): boolean =>
    steps.every(({ value, names: [first, ...rest] }) =>
      first === name ? value === name && rest.length === 0 : value !== name,
    );
  const leaves = names.filter(isLeaf);
  const members = names
    .filter((name) => !isLeaf(name))
    .map((name) => memberText(declarations, type, shape, name, steps));
  if (members.includes(undefined)) return undefined;
  const parts = [`Omit<${type}, ${union(names)}>`, ...members];
  if (leaves.length > 0)
    parts.push(`{ [Name in Asked & (${union(leaves)})]: Exclude<${type}[Name], undefined> }`);
  return parts.join(" & ");
}

function memberText(
  declarations: Declarations,
  type: string,
  shape: Shape,
  name: string,
  steps: readonly Step[],
): string | undefined {
  const key = propertyName(name);
  const own = steps.filter(({ names }) => names[0] === name);
  const deeper = own
    .filter(({ names }) => names.length > 1)
    .map(({ value, names }) => ({ value, names: names.slice(1) }));
  const isIncluded = deeper.length < own.length;
  const isRequired = shape.required.has(name);
  const held = `NonNullable<${type}[${JSON.stringify(name)}]>`;
  const inner =
    deeper.length === 0
      ? `Exclude<${type}[${JSON.stringify(name)}], undefined>`
      : narrowed(declarations, held, shape.property(name), deeper);
  if (inner === undefined) return undefined;
  if (!isIncluded && isRequired) return `{ ${key}: ${inner} }`;
  const values = union(own.map(({ value }) => value));
  const otherwise = isIncluded ? "" : `, { ${key}?: ${inner} }`;
  return `client.If<Asked, ${values}, { ${key}: ${inner} }${otherwise}>`;
}

/** Names as a union of literals. */
export function union(names: readonly string[]): string {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ");
}
