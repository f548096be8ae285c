import { type Include, type JsonValue, type Operation, parsePointer } from "@workflow-api/contract";
import {
  type Argument,
  type ClientDesign,
  claim,
  literal,
  pascalCase,
  propertyName,
} from "@workflow-api/contract/calls";
import { idleValues } from "./idle-values.ts";
import { type Added, includedType } from "./include-types.ts";

/** An argument that narrows the type of the answer: a list, or a single value. */
export interface Narrowing {
  readonly argument: Argument;
  readonly isList: boolean;
  /** What tells the names of its types from those of the others; empty if it is the only one. */
  readonly suffix: string;
  /** The type of the texts of its values in source text. */
  readonly names: string;
  /** Whether its values are no texts, but numbers or truth values. */
  readonly isTyped: boolean;
  /** What the argument can be. */
  readonly askable: string;
  readonly includes: readonly Include[];
  /** The values that ask for nothing. */
  readonly idle: readonly JsonValue[];
}

/** Each argument more doubles the ways of calling a method: further ones narrow nothing. */
const most = 3;

/** The arguments that narrow the answer of an operation. */
export function narrowingsOf(design: ClientDesign, operation: Operation): Narrowing[] {
  const found = design
    .argumentsOf(operation)
    .map((argument) => ({
      argument,
      includes: operation.includes.filter(({ parameter }) => parameter === argument.parameter),
    }))
    .filter(({ argument, includes }) => includes.length > 0 && argument.parameter.shape !== "object")
    .slice(0, most);
  const taken = new Set<string>();
  return found.map(({ argument, includes }) => {
    const isAlone = found.length === 1;
    const all = `${design.typeOf(operation)}Includes`;
    const names = isAlone ? `keyof ${all}` : `keyof ${all}[${JSON.stringify(argument.name)}]`;
    const isList = argument.parameter.shape === "array";
    const isTyped = includes.some(({ typed }) => typeof typed !== "string");
    const idle = idleValues(design.contract, argument.parameter, includes);
    const typed = [...includes.map((include) => include.typed), ...idle];
    const values = isTyped ? typed.map((value) => literal(value)).join(" | ") : names;
    return {
      argument,
      isList,
      suffix: isAlone ? "" : claim(pascalCase(argument.name), taken),
      names,
      isTyped,
      askable: isList ? `readonly (${values})[]` : values,
      includes,
      idle,
    };
  });
}

/** The arguments that a call gives, known when it is compiled: every choice of them with those that are required. */
export function waysOfAsking(narrowings: readonly Narrowing[]): Narrowing[][] {
  const [first, ...rest] = narrowings;
  if (first === undefined) return [[]];
  const others = waysOfAsking(rest);
  const asking = others.map((way) => [first, ...way]);
  return first.argument.parameter.required ? asking : [...asking, ...others];
}

/** The types of the answer for each list of what is asked for. */
export function includedTypes(
  design: ClientDesign,
  operation: Operation,
  narrowings: readonly Narrowing[],
): string {
  const name = design.typeOf(operation);
  const args = narrowings.map(({ argument }) => `\`${argument.name}\``).join(" and ");
  const [only, ...others] = narrowings;
  const isAlone = only !== undefined && others.length === 0;
  return `/** What each value of ${args} adds to the answer. */
export interface ${name}Includes {
${isAlone ? addedMembers(only, "  ") : narrowings.map(includesMember).join("")}}

/** What \`${operation.operationId}\` answers if exactly this is asked for.${isAlone ? "" : " `undefined`: it is not known what."} */
export type ${name}With<${narrowings.map((each) => `Asked${each.suffix} extends ${each.names}${isAlone ? "" : " | undefined"}`).join(", ")}> = ${withType(design, operation, narrowings)};

${isAlone ? includedByOne(operation, name) : includedBySeveral(operation, name, narrowings)}`;
}

function includesMember(narrowing: Narrowing): string {
  return `  ${propertyName(narrowing.argument.name)}: {\n${addedMembers(narrowing, "    ")}  };\n`;
}

function addedMembers({ includes, idle }: Narrowing, indent: string): string {
  const members = [
    ...includes.map(({ adds, value }) => [value, literal(parsePointer(adds))] as const),
    ...idle.map((value) => [String(value), "never"] as const),
  ];
  return members.map(([name, type]) => `${indent}${propertyName(name)}: ${type};\n`).join("");
}

function includedByOne({ operationId }: Operation, name: string): string {
  return `/** What \`${operationId}\` answers to a list; if its values are known only at run time, whatever is documented. */
export type ${name}Included<List extends readonly unknown[]> = List extends unknown
  ? NamesOf<List> extends infer Asked extends keyof ${name}Includes
    ? ${name}With<Asked>
    : ${name}Data
  : never;
`;
}

function includedBySeveral(
  { operationId }: Operation,
  name: string,
  narrowings: readonly Narrowing[],
): string {
  const lists = narrowings.map(({ suffix }) => `List${suffix}`);
  const known = narrowings.map(({ names, suffix }) => `KnownOf<List${suffix}, ${names}>`);
  const answer = lists.reduceRight(
    (inner, list) => `${list} extends unknown ? ${inner} : never`,
    `${name}With<${known.join(", ")}>`,
  );
  return `/** What \`${operationId}\` answers to these lists; to one whose values are known only at run time, whatever is documented. */
export type ${name}Included<${lists.map((list) => `${list} extends readonly unknown[]`).join(", ")}> = ${answer};
`;
}

function withType(design: ClientDesign, operation: Operation, narrowings: readonly Narrowing[]): string {
  const name = design.typeOf(operation);
  const others = operation.includes.filter(
    (each) => !narrowings.some(({ includes }) => includes.includes(each)),
  );
  // What something else may ask for, too, is never known to be absent.
  const isCertain = ({ adds }: Include): boolean =>
    !others.some((other) => other.adds === adds || other.adds.startsWith(`${adds}/`));
  const added = narrowings.flatMap(({ includes, suffix }): Added[] =>
    includes
      .filter(isCertain)
      .map(({ adds, value }) => ({ asked: `Asked${suffix}`, name: value, path: parsePointer(adds) })),
  );
  const isWhole = narrowings.every(({ includes }) => includes.every(isCertain));
  const otherwise = isWhole ? anyBody(name, narrowings) : `${name}Data`;
  return includedType(design.contract, operation, `${name}Data`, added, otherwise);
}

/** The type of an answer of any form. */
function anyBody(name: string, narrowings: readonly Narrowing[]): string {
  const all = `${name}Includes`;
  if (narrowings.length === 1)
    return `With<${name}Data, ${all}[Asked], ${all}[Exclude<keyof ${all}, Asked>]>`;
  const of = ({ argument }: Narrowing): string => `${all}[${JSON.stringify(argument.name)}]`;
  const every = narrowings.map((each) => `${of(each)}[${each.names}]`).join(" | ");
  const asked = narrowings.map((each) => `${of(each)}[Asked${each.suffix} & ${each.names}]`).join(" | ");
  const unknown = narrowings.map(({ suffix }) => `Asked${suffix}`).join(" | ");
  return `Present<${unknown}, undefined, ${name}Data, With<${name}Data, ${asked}, Exclude<${every}, ${asked}>>>`;
}
