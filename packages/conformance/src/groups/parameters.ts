import {
  appendPointer,
  type JsonValue,
  type Operation,
  type Parameter,
  parameterKey,
} from "@workflow-api/contract";
import { sampleOf } from "@workflow-api/contract/samples";
import type { Call, Case } from "../case.ts";
import {
  baseRequest,
  createCase,
  type Derivation,
  mockAnswerTo,
  sendable,
  successStatuses,
} from "../derivation.ts";
import { dividesPath } from "../divides-path.ts";
import { refusal } from "../mock-status.ts";
import { invalidValues, validValues } from "../schema/values.ts";
import { emptiedValues, isAcceptedOnWire, isRefusedEmpty, isRefusedOnWire } from "../wire.ts";

/** Of the values that break one keyword at one place, no more than this are sent. */
const mostOfAKind = 40;

/** Every parameter: missing, violating each keyword, and at the edge of what is valid. */
export function parameterCases(derivation: Derivation, operation: Operation): Case[] {
  const base = baseRequest(derivation, operation);
  return operation.parameters
    .filter((parameter) => !isCredential(derivation, parameter))
    .flatMap((parameter) => [
      ...missing(derivation, operation, base, parameter),
      ...malformed(derivation, operation, base, parameter),
      ...wellFormed(derivation, operation, base, parameter),
      ...unexploded(derivation, operation, base, parameter),
      ...empty(derivation, operation, base, parameter),
    ]);
}

/**
 * A value that is empty where nothing empty is right. What need not be sent, a server takes for not sent, and it may so
 * take a member of an object.
 */
function empty(derivation: Derivation, operation: Operation, base: Call, parameter: Parameter): Case[] {
  const isObject = parameter.shape === "object";
  if (parameter.in === "path" || parameter.mediaType !== undefined) return [];
  if (!parameter.required && !isObject) return [];
  const key = parameterKey(parameter);
  const given = base.values.get(key) ?? parameter.sample ?? sampleOf(derivation.world, [parameter]);
  return emptiedValues(parameter, given)
    .filter((value) => isRefusedEmpty(parameter, value))
    .map((value) =>
      createCase(derivation, {
        group: "parameter",
        operation,
        name: `4XX ${parameter.in} ${parameter.name} empty in ${JSON.stringify(value)}`,
        pointer: parameter.pointer,
        request: sendable(derivation, operation, withValue(base, key, value)),
        verdict: "malformed",
        statuses: isObject ? [...successStatuses(operation), "4XX"] : ["4XX"],
        mock: refusal(operation, 422, 400),
        broken: { part: key, keyword: "type", value },
      }),
    );
}

/** A list whose items are pairs of their own, sent as one pair: it is a list of one, whose item holds a comma. */
function unexploded(derivation: Derivation, operation: Operation, base: Call, parameter: Parameter): Case[] {
  const { explode, in: place, name, shape, style } = parameter;
  if (place !== "query" || style !== "form" || !explode || shape !== "array") return [];
  const key = parameterKey(parameter);
  const lists = [base.values.get(key), ...validValues(derivation.world, parameter).map(({ value }) => value)];
  const list = lists.find((value) => Array.isArray(value) && value.length > 1);
  if (!Array.isArray(list)) return [];
  const joined = [list.map(String).join(",")];
  if (parameter.accepts(joined)) return [];
  const call = withValue(base, key, joined);
  const request = sendable(derivation, operation, call);
  return [
    createCase(derivation, {
      group: "parameter",
      operation,
      name: `4XX query ${name} as one pair`,
      pointer: appendPointer(parameter.parameterPointer, "explode"),
      request: { ...request, target: request.target.replaceAll("%2C", ",") },
      verdict: "malformed",
      statuses: ["4XX"],
      mock: refusal(operation, 422, 400),
      broken: { part: key, keyword: "explode", value: joined },
    }),
  ];
}

/** A parameter that carries a credential is security's. */
export function isCredential({ contract }: Derivation, { in: place, name }: Parameter): boolean {
  return contract.securitySchemes.some(
    (scheme) =>
      scheme.type === "apiKey" && scheme.in === place && scheme.name?.toLowerCase() === name.toLowerCase(),
  );
}

function missing(derivation: Derivation, operation: Operation, base: Call, parameter: Parameter): Case[] {
  if (!parameter.required || parameter.in === "path") return [];
  const key = parameterKey(parameter);
  const call = withValue(base, key, undefined);
  return [
    createCase(derivation, {
      group: "parameter",
      operation,
      name: `4XX without ${parameter.in} ${parameter.name}`,
      pointer: appendPointer(parameter.parameterPointer, "required"),
      request: sendable(derivation, operation, call),
      call,
      verdict: "malformed",
      statuses: ["4XX"],
      mock: refusal(operation, 422, 400),
      broken: { part: key, keyword: "required", value: undefined },
    }),
  ];
}

function malformed(derivation: Derivation, operation: Operation, base: Call, parameter: Parameter): Case[] {
  const key = parameterKey(parameter);
  const invalid = invalidValues(derivation.world, parameter, base.values.get(key))
    .filter(({ value }) => isRefusedOnWire(parameter, value) && !dividesPath(operation, parameter, value))
    .sort((a, b) => Number(b.alone) - Number(a.alone));
  const kinds = new Map<string, number>();
  return invalid.flatMap(({ keyword, at, pointer, value }) => {
    const kind = `${keyword} ${at}`;
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    if (count > mostOfAKind) return [];
    const call = withValue(base, key, value);
    return createCase(derivation, {
      group: "parameter",
      operation,
      name: `4XX ${parameter.in} ${parameter.name}${at} against ${keyword}${count > 1 ? ` (${count})` : ""}`,
      pointer,
      request: sendable(derivation, operation, call),
      call,
      verdict: "malformed",
      statuses: ["4XX"],
      mock: refusal(operation, 422, 400),
      broken: { part: key, keyword, value },
    });
  });
}

function wellFormed(derivation: Derivation, operation: Operation, base: Call, parameter: Parameter): Case[] {
  const key = parameterKey(parameter);
  const valid = validValues(derivation.world, parameter, base.values.get(key));
  const asText = invalidValues(derivation.world, parameter, base.values.get(key))
    .filter(({ keyword }) => keyword === "type")
    .map((invalid) => ({ ...invalid, name: "of another type that is text on the wire" }));
  const absent = parameter.required
    ? []
    : [{ name: "absent", at: "", pointer: parameter.pointer, value: undefined }];
  return [...absent, ...valid, ...asText]
    .filter(
      ({ value }) =>
        value === undefined ||
        (isAcceptedOnWire(parameter, value) && !dividesPath(operation, parameter, value)),
    )
    .map(({ name, at, pointer, value }) => {
      const call = withValue(base, key, value);
      const request = sendable(derivation, operation, call);
      return createCase(derivation, {
        group: "parameter",
        operation,
        name: `2XX ${parameter.in} ${parameter.name}${at} ${name}`,
        pointer,
        request,
        call,
        verdict: "valid",
        statuses: successStatuses(operation),
        mock: mockAnswerTo(operation, request, call),
      });
    });
}

function withValue(base: Call, key: string, value: JsonValue | undefined): Call {
  const values = new Map(base.values);
  if (value === undefined) values.delete(key);
  else values.set(key, value);
  return { ...base, values };
}
