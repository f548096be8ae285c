import type { OperationName } from "./api-error.ts";
import { ConfigurationError } from "./errors.ts";
import type { BodyInit, BodyWriter, WireParameter } from "./operation.ts";
import { refuse, tagOf, textOf } from "./parameters.ts";
import { styled } from "./writers.ts";

// The generated table names what its contract needs of this module: a bundle holds nothing else of it.

/**
 * Refuses a call without the body that its operation requires.
 *
 * @public
 */
export function refuseAbsent(operation: OperationName): never {
  return refuseBody(operation, "is required");
}

/**
 * Refuses a request of a method that no `fetch` sends: a TRACE (Fetch, "forbidden method").
 *
 * @public
 */
export function refuseMethod(operation: OperationName): never {
  throw new ConfigurationError(`fetch cannot send a ${operation.method}. Nothing was sent.`, { operation });
}

/**
 * Refuses a body that no `fetch` sends: that of a GET or a HEAD.
 *
 * @public
 */
export function refuseContent(_body: unknown, operation: OperationName): never {
  return refuseBody(operation, `cannot be sent: fetch has no ${operation.method} with a body`);
}

/**
 * A body in JSON.
 *
 * @public
 */
export function writeJson(body: unknown, operation: OperationName): string {
  try {
    const text: string | undefined = JSON.stringify(body);
    if (text !== undefined) return text;
  } catch {}
  return refuseBody(operation, "cannot be written as JSON");
}

/**
 * A form without files: a list is a pair for each of its items, and what is null is left out (OpenAPI 3.1, "Encoding
 * Object").
 *
 * @public
 */
export function writeForm(body: unknown, operation: OperationName): BodyInit {
  return formOf(body, operation, []);
}

/**
 * A form without files, of whose fields these travel in a style.
 *
 * @public
 */
export function styledForm(...fields: readonly WireParameter[]): BodyWriter {
  return (body, operation) => formOf(body, operation, fields);
}

function formOf(body: unknown, operation: OperationName, fields: readonly WireParameter[]): BodyInit {
  if (!isOf(body, "Object")) refuseBody(operation, "must be an object");
  const pairs = Object.entries(Object(body)).flatMap(([name, value]): string[] => {
    if (value === undefined || value === null) return [];
    const field = fields.find((each) => each.name === name);
    const pair = (item: unknown): string => `${new URLSearchParams({ [name]: textOfItem(item, operation) })}`;
    if (field === undefined) return [value].flat().map(pair);
    const shape = Array.isArray(value) ? "array" : "object";
    const named = { ...field, argument: "body", key: encodeURIComponent(name), nested: true, operation };
    return [styled(typeof value === "object" ? { ...named, shape } : named, value)].filter(Boolean);
  });
  return pairs.join("&");
}

function textOfItem(item: unknown, operation: OperationName): string {
  if (typeof item === "object" && item) return writeJson(item, operation);
  return textOf({ operation, argument: "body" }, item);
}

/**
 * A form with files. The platform writes it.
 *
 * @public
 */
export function writeFiles(body: unknown, operation: OperationName): BodyInit {
  return isOf<FormData>(body, "FormData") ? body : refuseBody(operation, "must be a FormData");
}

/**
 * A text.
 *
 * @public
 */
export function writeText(body: unknown, operation: OperationName): string {
  return typeof body === "string" ? body : refuseBody(operation, "must be a text");
}

/**
 * Bytes, as they are.
 *
 * @public
 */
export function writeBytes(body: unknown, operation: OperationName): BodyInit {
  if (
    typeof body === "string" ||
    isOf<ArrayBuffer>(body, "ArrayBuffer") ||
    isOf<Blob>(body, "Blob", "File")
  ) {
    return body;
  }
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  return refuseBody(operation, "must be a text, a Blob, an ArrayBuffer or a view of one");
}

/**
 * Bytes that say their media type themselves, where the contract leaves it open.
 *
 * @public
 */
export function writeBlob(body: unknown, operation: OperationName): BodyInit {
  if (isOf<Blob>(body, "Blob", "File") && body.type) return body;
  return refuseBody(operation, "must be a Blob that has a type");
}

/**
 * Parts that say their boundary themselves, where the contract leaves it open.
 *
 * @public
 */
export function writeParts(body: unknown, operation: OperationName): BodyInit {
  if (isOf<Blob>(body, "Blob", "File") && /^multipart\/.*;\s*boundary=/.test(body.type)) return body;
  return refuseBody(operation, "must be a Blob whose type has the boundary of its parts");
}

/** Whether a value is of a class of the platform, whichever implementation of it. */
function isOf<Class>(value: unknown, ...tags: readonly string[]): value is Class {
  return tags.includes(tagOf(value));
}

function refuseBody(operation: OperationName, problem: string): never {
  return refuse({ operation, argument: "body" }, problem);
}
