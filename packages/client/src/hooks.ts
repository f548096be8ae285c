import type { Middleware } from "openapi-fetch";
import type { Body } from "./operation.ts";
import { refuseOption } from "./options.ts";

/** The bodies of errors, as they came: openapi-fetch parses them as JSON, whatever they are. */
const bodies = new WeakMap<Response, Body | Promise<Body>>();

/** Keeps the body of an error for who reads it after openapi-fetch. */
export function keepBody(response: Response, body: Body | Promise<Body>): void {
  if (!response.ok) bodies.set(response, body);
}

/** The body of an error, if it is kept. */
export async function keptBody(response: Response): Promise<Body | undefined> {
  return await bodies.get(response);
}

/**
 * A hook that does what another one does, and keeps the bodies of the errors that it gives.
 *
 * @throws {ConfigurationError} It is no hook.
 */
export function keepingHook(hook: Middleware): Middleware {
  const { onRequest, onResponse, onError }: Middleware = Object(hook);
  if (![onRequest, onResponse, onError].some((each) => typeof each === "function")) refuseHooks();
  return {
    onRequest: async (context) => keep(await hook.onRequest?.(context)),
    onResponse: async (context) => keep(await hook.onResponse?.(context)),
    onError: async (context) => keep(await hook.onError?.(context)),
  };
}

/** @throws {ConfigurationError} Always: these are no hooks. */
export function refuseHooks(): never {
  return refuseOption("middleware", "must be a list of objects with onRequest, onResponse or onError");
}

function keep<Given>(given: Given): Given {
  if (!(given instanceof Response)) return given;
  const body = given.clone().arrayBuffer();
  // Who reads it is told of a body that breaks; nobody may read it.
  body.catch(() => {});
  keepBody(given, body);
  return given;
}
