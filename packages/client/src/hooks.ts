import type { Middleware } from "openapi-fetch";
import type { Body } from "./operation.ts";
import { refuseOption } from "./options.ts";

/** The bodies of errors, as they came: openapi-fetch parses them as JSON, whatever they are. */
export const keptBodies: WeakMap<Response, Body | Promise<Body>> = new WeakMap();

const MOMENTS = ["onRequest", "onResponse", "onError"] as const;

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
  if (!(given instanceof Response) || given.ok) return given;
  const body = given.clone().arrayBuffer();
  // Who reads it is told of a body that breaks; nobody may read it.
  body.catch(() => {});
  keptBodies.set(given, body);
  return given;
}
