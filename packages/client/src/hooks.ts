import type { Middleware } from "openapi-fetch";
import type { Body } from "./operation.ts";
import { refuseOption } from "./options.ts";

/** The bodies of errors, as they came: openapi-fetch parses them as JSON, whatever they are. */
const bodies = new WeakMap<Response, Body | Promise<Body>>();

const MOMENTS = ["onRequest", "onResponse", "onError"] as const;

/** Keeps the body of an error for who reads it after openapi-fetch. */
export function keepBody(response: Response, body: Body | Promise<Body>): void {
  if (!response.ok) bodies.set(response, body);
}

/** The body of an error, if it is kept. */
export function keptBody(response: Response): Body | Promise<Body> | undefined {
  return bodies.get(response);
}

/**
 * A hook that does what another one does, and keeps the bodies of the errors that it gives.
 *
 * @throws {ConfigurationError} It is no hook.
 */
export function keepingHook(hook: Middleware): object {
  const given: Readonly<Record<string, unknown>> = Object(hook);
  const moments = MOMENTS.filter((moment) => typeof given[moment] === "function");
  if (!moments[0]) refuseHooks();
  return Object.fromEntries(
    moments.map((moment) => [moment, async (context: never) => keep(await hook[moment]?.(context))]),
  );
}

/** @throws {ConfigurationError} Always: these are no hooks. */
export function refuseHooks(): never {
  return refuseOption("middleware", `must be a list of objects with ${MOMENTS.join(" or ")}`);
}

function keep<Given>(given: Given): Given {
  if (!(given instanceof Response)) return given;
  const body = given.clone().arrayBuffer();
  // Who reads it is told of a body that breaks; nobody may read it.
  body.catch(() => {});
  keepBody(given, body);
  return given;
}
