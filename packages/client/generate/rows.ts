import type { Contract, MediaType, Operation, Parameter } from "@workflow-api/contract";
import { type ClientDesign, designClient } from "../src/calls.ts";
import type { Certain, Row, Take } from "../src/operation.ts";
import { addedAt, bodyOf, certainOf } from "./certain.ts";

/** The media types of the responses of an operation, as an `Accept` header. */
function acceptOf({ responses }: Operation): string {
  const media = responses.flatMap(({ content }) =>
    content.map(({ mediaType }) => mediaType.toLowerCase()),
  );
  return [...new Set(media)].join(", ") || "*/*";
}

/** How an operation is sent. */
export function rowOf(contract: Contract, operation: Operation): Row {
  const { operationId, method, path, parameters, responses } = operation;
  const design = designClient(contract);
  const { option, suffix } = design.baseUrlOf(operation);
  const carried = design.settings.filter((setting) =>
    parameters.some(({ key }) => key === setting.parameter.key),
  );
  const takes = takesOf(operation, design);
  const bodies = responses.flatMap(({ code, content }) =>
    rangesOf(code, responses).map((range) => [range, certainBody(content)]),
  );
  return {
    operationId,
    method,
    path,
    urlOption: option,
    ...(suffix !== "" && { prefix: new URL(suffix, "http://host").pathname }),
    auth: requirementsOf(contract, operation),
    settings: carried.map((each) => each.option),
    accept: acceptOf(operation),
    takes: Object.fromEntries(takes),
    bodies: Object.fromEntries(bodies),
  };
}

/**
 * The security requirements of an operation, each the names of its schemes, in the order of the
 * contract; an empty one is anonymous.
 */
export function requirementsOf(
  { securitySchemes }: Contract,
  { security }: Operation,
): readonly string[][] {
  if (security.length === 0) return [[]];
  const names = securitySchemes.map(({ name }) => name);
  return security.map((each) => names.filter((name) => each.some((one) => one.name === name)));
}

function takesOf(operation: Operation, design: ClientDesign): [string, Take][] {
  const takes = design
    .argumentsOf(operation)
    .filter(({ parameter }) => parameter.in !== "path" || parameter.shape.types.join() !== "string")
    .map(({ name: argument, parameter }): [string, Take] => {
      const { in: place, name, isList, explode, required } = parameter;
      const list = place === "query" && explode ? "&" : ",";
      const adds = addsOf(operation, parameter);
      return [
        argument,
        {
          in: place,
          name,
          ...(isList && { list }),
          ...(required && { required }),
          ...(adds.length > 0 && { adds: Object.fromEntries(adds) }),
        },
      ];
    });
  const { content: [media] = [], required } = operation.requestBody ?? {};
  if (media === undefined) return takes;
  return [...takes, ["body", { in: "body", name: media.mediaType, ...(required && { required }) }]];
}

/** What each value of a parameter adds to the body of the response. None: nothing. */
function addsOf(operation: Operation, parameter: Parameter): (readonly [string, Certain])[] {
  const body = bodyOf(operation);
  return operation.includes
    .filter((include) => include.parameter === parameter)
    .map(({ value, adds }) => [value, body !== undefined && addedAt(body, adds)]);
}

/** A code as statuses or ranges: `default` covers errors, and success if nothing else does. */
function rangesOf(code: string, responses: Operation["responses"]): string[] {
  if (code !== "default") return [code];
  const all = responses.map((response) => response.code);
  const isSuccess = !all.some((other) => other.startsWith("2"));
  return [...(isSuccess ? ["2XX"] : []), "4XX", "5XX"].filter((range) => !all.includes(range));
}

/** What is certain of the body of a response; nothing if it has several media types. */
function certainBody([media, ...others]: readonly MediaType[]): Certain | null {
  if (media === undefined) return null;
  return others.length === 0 && certainOf(media.shape);
}
