import type { Contract, Operation } from "@workflow-api/contract";
import type { Argument, ClientDesign } from "@workflow-api/contract/calls";
import { wayNames } from "./factory.ts";
import { askingOf } from "./narrowing.ts";

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
  return `
/** The statuses of success. */
export type Success = ${[...successes].sort().join(" | ") || "never"};

/** The operations that need no argument. */
export type Bare = ${bare.map(({ operationId }) => member(operationId)).join(" | ") || "never"};
${interfaceText("Parts", "The arguments of operations, but for those that ask for more.", parts)}${interfaceText(
  "Askings",
  "Those that ask for more, and what they can ask for.",
  asking.map(({ argument, values, operation: { operationId } }) => [
    operationId,
    `{ ${member(argument.name)}: ${values.map(member).join(" | ")} }`,
  ]),
)}${interfaceText(
  "Narrowed<Asked>",
  "What operations answer if this is asked for.",
  asking.map(({ answer, operation: { operationId } }) => [operationId, answer]),
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
