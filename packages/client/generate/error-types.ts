import { STATUS_CODES } from "node:http";
import type { Operation } from "@workflow-api/contract";
import { type ClientDesign, claim, literal, pascalCase } from "@workflow-api/contract/calls";
import { importsOf, type Offer } from "./imports.ts";
import { contentType } from "./method-types.ts";
import { BANNER } from "./print.ts";
import { errorsOf } from "./reading.ts";

/**
 * The module of the error classes, one for each status that any operation declares.
 *
 * @param module - Where the types of the operations are.
 */
export function errorsModule(design: ClientDesign, module: string): string {
  const declarations = [...errorClasses(design)].map(([status, name]) => {
    const bodies = design.contract.operations.flatMap((operation) => bodiesOf(operation, status));
    const type = [...new Set(bodies)].join(" | ");
    return `/** The documented answer of status ${status}. */\nexport class ${name} extends StatusError<${statusType(status)}, ${type}> {\n  override readonly name = "${name}";\n}\n`;
  });
  const text = declarations.join("\n");
  return [
    BANNER,
    importsOf(text, [...OFFERS, { from: module, names: ["operations"], kind: "types" }]),
    text,
  ].join("\n");
}

const OFFERS: readonly Offer[] = [
  { from: "../status-error.ts", names: ["StatusError"] },
  { from: "../type-tools.ts", names: ["StatusIn"], kind: "types" },
];

/** The name of the class of each status, range of statuses or `default` that is an error of any operation. */
export function errorClasses({ contract }: ClientDesign): ReadonlyMap<string, string> {
  const taken = new Set(["StatusError", "ApiError"]);
  const statuses = contract.operations.flatMap(errorsOf).map(({ status }) => status);
  return new Map(
    [...new Set(statuses)].toSorted().map((status) => [status, claim(errorName(status), taken)]),
  );
}

/** The documented errors of an operation, which their \`status\` tells apart. */
export function operationError(operation: Operation): string {
  const declared = errorsOf(operation).map(({ status }) => status);
  const errors = declared.map((status) => {
    const others = declared.filter((other) => other !== status && covers(status, other)).map(statusType);
    const type =
      others.length === 0 ? statusType(status) : `Exclude<${statusType(status)}, ${others.join(" | ")}>`;
    return `StatusError<${type}, ${bodiesOf(operation, status).join(" | ")}>`;
  });
  return errors.join(" | ") || "never";
}

function bodiesOf(operation: Operation, status: string): string[] {
  const content = errorsOf(operation).find((response) => response.status === status)?.content;
  if (content === undefined) return [];
  return content.length === 0 ? ["undefined"] : content.map((media) => contentType(operation, status, media));
}

/** Whether a range, or \`default\`, stands for another key too. */
function covers(status: string, other: string): boolean {
  return status === "default" || (status.endsWith("XX") && other.charAt(0) === status.charAt(0));
}

/** The literal types of the statuses that a key of the responses stands for. */
function statusType(status: string): string {
  if (status === "default") return "StatusIn<3 | 4 | 5>";
  return status.endsWith("XX") ? `StatusIn<${literal(Number(status.charAt(0)))}>` : status;
}

/** What the error of a status is called: by its reason phrase (RFC 9110), or by the range. */
function errorName(status: string): string {
  if (status === "default") return "UnexpectedStatusError";
  const phrase = STATUS_CODES[status] ?? `Status ${status.toLowerCase()}`;
  return `${pascalCase(phrase.replaceAll("'", "")).replace(/Error$/, "")}Error`;
}
