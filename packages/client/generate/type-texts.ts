import type { Contract, Operation } from "@workflow-api/contract";
import type { Argument, ClientDesign } from "../src/calls.ts";
import { wayNames } from "./factory.ts";
import { askingOf } from "./narrowing.ts";

/**
 * The interfaces that cannot be derived from the table and the generated types. Written out, they
 * cost the compiler a tenth of what types that work on any contract do.
 */
export function typeTexts(contract: Contract, design: ClientDesign): string {
  const asking = contract.operations.flatMap(
    (operation) => askingOf(contract, operation, design) ?? [],
  );
  const parts = contract.operations.map((operation) => {
    const { argument } = asking.find((each) => each.operation === operation) ?? {};
    return [operation.operationId, partsText(operation, design, argument)];
  });
  const statuses = contract.operations.flatMap(({ responses }) =>
    responses.flatMap(({ code, status }) => (code === String(status) ? status : [])),
  );
  const successes = new Set(statuses.filter((status) => status >= 200 && status <= 299));
  const askings = asking.map(({ argument, values, operation }) => {
    return [
      operation.operationId,
      `{ ${member(argument.name)}: ${values.map(member).join(" | ")} }`,
    ];
  });
  const narrowed = asking.map(({ answer, operation }) => [operation.operationId, answer]);
  return [
    `\n/** The statuses of success. */\nexport type Success = ${[...successes].sort().join(" | ") || "never"};\n`,
    interfaceText("Parts", "The arguments of operations, but for those that ask for more.", parts),
    interfaceText("Askings", "Those that ask for more, and what they can ask for.", askings),
    interfaceText("Narrowed<Asked>", "What operations answer if this is asked for.", narrowed),
    interfaceText("Ways", "The ways of authenticating, and what each opens.", waysOf(contract)),
  ].join("");
}

function interfaceText(
  name: string,
  about: string,
  members: readonly (readonly string[])[],
): string {
  const lines = members.map(([key = "", type]) => `  ${member(key)}: ${type};\n`);
  return `\n/** ${about} */\nexport interface ${name} {\n${lines.join("")}}\n`;
}

function member(name: string): string {
  return JSON.stringify(name);
}

/** What a method takes, but for what asks for more. */
function partsText(
  operation: Operation,
  design: ClientDesign,
  asking: Argument | undefined,
): string {
  const own = `types[${member(operation.operationId)}]`;
  const memberOf = (name: string, type: string, isRequired: boolean): string =>
    `readonly ${member(name)}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"};`;
  const members = design
    .argumentsOf(operation)
    .filter(({ parameter }) => parameter !== asking?.parameter)
    .map(({ name, parameter: { in: place, name: sent, required } }) => {
      const held = `${own}["parameters"]["${place}"]`;
      return memberOf(
        name,
        `${required ? held : `NonNullable<${held}>`}[${member(sent)}]`,
        required,
      );
    });
  const { content: [media] = [], required = false } = operation.requestBody ?? {};
  if (media !== undefined) {
    const type = `NonNullable<${own}["requestBody"]>["content"][${member(media.mediaType)}]`;
    members.push(memberOf("body", type, required));
  }
  return `{ ${members.join(" ")} }`;
}

function waysOf(contract: Contract): [string, string][] {
  const { operations, securitySchemes } = contract;
  const ways = operations.map((operation) => wayNames(contract, operation));
  const used = new Set(operations.flatMap(({ security }) => security.flat()));
  return [...new Set(ways.flat())].map((way) => {
    const sent = securitySchemes
      .filter((scheme) => used.has(scheme))
      .map(
        ({ name }) =>
          `readonly ${member(name)}${way.split(" ").includes(name) ? ": Secret" : "?: undefined"}`,
      );
    const opened = operations
      .filter((_, index) => ways[index]?.some((each) => each === "" || each === way))
      .map(({ operationId }) => member(operationId));
    return [way, `[{ ${sent.join("; ")} }, ${opened.join(" | ")}]`];
  });
}
