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
  const root = createNode();
  for (const { value, adds } of includes) addTo(root, parsePointer(adds), value);
  const answer = answerText(document, `Data<${JSON.stringify(operationId)}>`, [body], root);
  if (answer === undefined) return undefined;
  return { operation, argument, values: includes.map(({ value }) => value), answer };
}

/** A member of the body that is included, or that holds what is. */
interface Node {
  /** What brings it: its own names, and those of what it holds. */
  readonly names: string[];
  readonly members: Map<string, Node>;
  isIncluded: boolean;
}

function createNode(): Node {
  return { names: [], members: new Map(), isIncluded: false };
}

function addTo(node: Node, [token, ...rest]: readonly string[], name: string): void {
  if (token === undefined) {
    node.isIncluded = true;
    return;
  }
  const member = node.members.get(token) ?? createNode();
  node.members.set(token, member);
  member.names.push(name);
  addTo(member, rest, name);
}

type Document = Contract["document"];

/** The type of an object that holds what is included; `undefined` if it cannot be narrowed. */
function answerText(
  document: Document,
  type: string,
  places: readonly SchemaPlace[],
  { members }: Node,
): string | undefined {
  const facets = facetsOf(document, places);
  const isPlain = typesOf(document, places).join() === "object" && choicesOf(facets).length === 0;
  // Of a type that takes any member, nothing can be taken away.
  const isClosed = facets.every(({ schema }) => (schema["additionalProperties"] ?? false) === false);
  if (!isPlain || !isClosed) return undefined;
  const required = requiredNames(facets);
  const parts = [...members].map(([name, member]) => {
    const key = JSON.stringify(name);
    const inner =
      member.members.size === 0
        ? `Exclude<${type}[${key}], undefined>`
        : answerText(document, `NonNullable<${type}[${key}]>`, propertyPlaces(facets, name), member);
    if (inner === undefined) return undefined;
    const there = `{ ${key}: ${inner} }`;
    if (!member.isIncluded && required.has(name)) return there;
    const otherwise = member.isIncluded ? "" : `, { ${key}?: ${inner} }`;
    return `If<Asked, ${member.names.map((each) => JSON.stringify(each)).join(" | ")}, ${there}${otherwise}>`;
  });
  if (parts.includes(undefined)) return undefined;
  const names = [...members.keys()].map((name) => JSON.stringify(name));
  return `Omit<${type}, ${names.join(" | ")}> & ${parts.join(" & ")}`;
}
