import {
  type Contract,
  facetsOf,
  type Operation,
  parsePointer,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
  typesOf,
} from "@workflow-api/contract";
import type { Argument, ClientDesign } from "@workflow-api/contract/calls";
import { wayNames } from "./factory.ts";

/**
 * The interfaces that cannot be derived from the table and the generated types. Written out, they cost the compiler a
 * tenth of what types that work on any contract do.
 */
export function typeTexts(contract: Contract, design: ClientDesign): string {
  const asking = contract.operations.flatMap((operation) => askingOf(contract, operation, design) ?? []);
  const own = (id: string): string => `types[${JSON.stringify(id)}]`;
  const parts = contract.operations.map((operation) => {
    const { argument } = asking.find((each) => each.operation === operation) ?? {};
    return [operation.operationId, partsText(operation, design, own(operation.operationId), argument)];
  });
  const statuses = contract.operations.flatMap(({ responses }) => responses.map(({ status }) => status));
  const successes = new Set(statuses.filter((status) => status >= 200 && status <= 299));
  const bare = contract.operations.filter(
    (operation) =>
      operation.requestBody?.required !== true &&
      design.argumentsOf(operation).every(({ parameter }) => !parameter.required),
  );
  const ids = asking.map((each) => each.operation.operationId);
  const framed = asking.map((each) => frameOf(each));
  return `
/** The statuses of success. */
export type Success = ${[...successes].sort().join(" | ") || "never"};

/** The operations that need no argument. */
export type Bare = ${bare.map(({ operationId }) => member(operationId)).join(" | ") || "never"};
${interfaceText("Parts", "The arguments of operations, but for those that ask for more.", parts)}${interfaceText(
  "Askings",
  "Those that ask for more.",
  asking.map(({ argument, operation: { operationId } }) => [
    operationId,
    `{ ${member(argument.name)}?: ${queryOf(own(operationId), argument.parameter.name)} }`,
  ]),
)}${interfaceText(
  "Adds",
  "The member that asking for each value adds.",
  asking.map(({ adds, operation: { operationId } }) => [operationId, `{ ${adds.join(" ")} }`]),
)}${interfaceText(
  "Frames<Holder>",
  "What operations answer, around the member that holds what they were asked to include.",
  framed.map(({ frame }, index) => [ids[index] ?? "", frame]),
)}${interfaceText(
  "Holders",
  "That member, with all that can be asked for.",
  framed.map(({ holder }, index) => [ids[index] ?? "", holder]),
)}${interfaceText(
  "Ways",
  "The ways of authenticating, and the operations that each opens.",
  waysOf(contract),
)}`;
}

function interfaceText(name: string, about: string, members: readonly (readonly string[])[]): string {
  const lines = members.map(([key = "", type]) => `  ${member(key)}: ${type};\n`);
  return `\n/** ${about} */\nexport interface ${name} {\n${lines.join("")}}\n`;
}

function member(name: string): string {
  return JSON.stringify(name);
}

function queryOf(own: string, name: string): string {
  return `NonNullable<${own}["parameters"]["query"]>[${member(name)}]`;
}

function partsText(
  operation: Operation,
  design: ClientDesign,
  own: string,
  asking: Argument | undefined,
): string {
  const members = design
    .argumentsOf(operation)
    .filter(({ parameter }) => parameter !== asking?.parameter)
    .map(({ name, parameter: { in: place, name: sent, required } }) => {
      const type = `NonNullable<${own}["parameters"]["${place}"]>[${member(sent)}]`;
      return `readonly ${member(name)}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};`;
    });
  const { requestBody } = operation;
  const media = requestBody?.content[0]?.mediaType;
  const body =
    media === undefined
      ? []
      : [
          `readonly "body"${requestBody?.required ? "" : "?"}: NonNullable<${own}["requestBody"]>["content"][${member(media)}]${requestBody?.required ? "" : " | undefined"};`,
        ];
  const all = [...members, ...body];
  return all.length === 0 ? "{}" : `{ ${all.join(" ")} }`;
}

/** An operation whose answer is narrowed by what it is asked to include. */
interface Asking {
  readonly operation: Operation;
  readonly argument: Argument;
  /** Where what it adds stands in the body. */
  readonly at: readonly string[];
  /** The members of the interface that says what each value adds. */
  readonly adds: readonly string[];
}

/** `undefined`: nothing is narrowed, since what it adds is not in one object that is there for certain. */
function askingOf({ document }: Contract, operation: Operation, design: ClientDesign): Asking | undefined {
  const { includes, responses } = operation;
  const [include] = includes;
  if (include === undefined) return undefined;
  const argument = design.argumentsOf(operation).find(({ parameter }) => parameter === include.parameter);
  const successes = responses.filter(({ status }) => status >= 200 && status <= 299);
  const content = successes.flatMap((response) => response.content);
  const parents = new Set(includes.map(({ adds }) => adds.slice(0, adds.lastIndexOf("/"))));
  const at = parsePointer([...parents][0] ?? "");
  const isOne = parents.size === 1 && successes.length === 1 && content.length === 1;
  const isList = include.parameter.isList && !include.parameter.required;
  const isAlone = includes.every(({ parameter }) => parameter === include.parameter);
  if (argument === undefined || !isOne || !isList || !isAlone) return undefined;
  if (!isFixed(document, content, at)) return undefined;
  const adds = includes.map(
    ({ value, adds: pointer }) => `${member(value)}: ${member(parsePointer(pointer).at(-1) ?? "")};`,
  );
  return { operation, argument, at, adds };
}

/** Whether each object on the way is required, and nothing but an object; the last one may be absent. */
function isFixed(
  document: Contract["document"],
  body: readonly SchemaPlace[],
  [name, ...rest]: readonly string[],
): boolean {
  if (typesOf(document, body).join() !== "object") return false;
  if (name === undefined) return true;
  const facets = facetsOf(document, body);
  if (rest.length > 0 && !requiredNames(facets).has(name)) return false;
  return isFixed(document, propertyPlaces(facets, name), rest);
}

function frameOf({ operation: { operationId }, at }: Asking): { frame: string; holder: string } {
  const data = `Data<${member(operationId)}>`;
  const bodies = at.map((_, index) =>
    at.slice(0, index).reduce((type, key) => `NonNullable<${type}[${member(key)}]>`, data),
  );
  const last = at.at(-1);
  if (last === undefined) {
    // What is added stands in the body itself.
    return { frame: 'Holder extends { "": infer Body } ? Body : never', holder: `{ "": ${data} }` };
  }
  const frame = at.reduceRight(
    (inner, key, index) =>
      `Omit<${bodies[index]}, ${member(key)}> & ${index + 1 < at.length ? `{ ${member(key)}: ${inner} }` : "Holder"}`,
    "",
  );
  return { frame, holder: `Pick<${bodies.at(-1)}, ${member(last)}>` };
}

function waysOf(contract: Contract): [string, string][] {
  const { operations, securitySchemes } = contract;
  const waysBy = operations.map((operation) => wayNames(contract, operation));
  const schemes = securitySchemes.filter((scheme) =>
    operations.some(({ security }) => security.flat().includes(scheme)),
  );
  return [...new Set(waysBy.flat())].map((way) => {
    const sent = schemes.map(({ name }) => {
      const isSent = way.split(" ").includes(name);
      return `readonly ${member(name)}${isSent ? ": Secret" : "?: undefined"};`;
    });
    const opened = operations.filter((_, index) =>
      waysBy[index]?.some((each) => each === "" || each === way),
    );
    return [
      way,
      `[{ ${sent.join(" ")} }, ${opened.map(({ operationId }) => member(operationId)).join(" | ")}]`,
    ];
  });
}
