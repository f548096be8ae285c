import { createGuardedClient } from "./fetch-client.ts";
import type { Auth, Client, ClientOptions, CreateClient } from "./generated/types.ts";
import { methodsOf } from "./methods.ts";
import { createRaw } from "./raw.ts";
import { createRoutes, type Options } from "./route.ts";

/**
 * Makes a client: a method for each operation that its way of authenticating opens, and the plain openapi-fetch client
 * of the same configuration.
 *
 * @throws {ConfigurationError} An option cannot work. No message shows the value of a credential.
 */
export const createClient: CreateClient = (
  given: ClientOptions & { readonly auth?: Auth | undefined },
): Client => {
  // No copy, which would lack the accessors of a class.
  const options: Options = Object(given);
  const routes = createRoutes(options);
  const client = createGuardedClient(options.middleware ?? []);
  const methods = methodsOf(routes, client.send);
  // The members are those of the table, which the type is generated with.
  return { ...methods, raw: createRaw(client, routes) } as unknown as Client;
};
