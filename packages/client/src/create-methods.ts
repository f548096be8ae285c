import type { Auth, ClientOptions, CreateMethods, MethodClient } from "./generated/types.ts";
import { methodsOf, sendStraight } from "./methods.ts";
import { refuseOption } from "./options.ts";
import { createRoutes, type Options } from "./route.ts";

/**
 * Makes the methods alone, for an application that counts bytes: without openapi-fetch, and so without `raw` and hooks.
 *
 * @throws {ConfigurationError} An option cannot work. No message shows the value of a credential.
 */
export const createMethods: CreateMethods = (
  given: ClientOptions & { readonly auth?: Auth | undefined },
): MethodClient => {
  // No copy, which would lack the accessors of a class.
  const options: Options = Object(given);
  if (options.middleware) refuseOption("middleware", "takes createClient");
  // The members are those of the table, which the type is generated with.
  return methodsOf(createRoutes(options), sendStraight) as unknown as MethodClient;
};
