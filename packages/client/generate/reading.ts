import {
  isJson,
  type MediaType,
  type Operation,
  type Place,
  possibleTypes,
  type RequestBody,
  type Response,
  type SchemaWorld,
  type SecurityAlternative,
  successOf,
} from "@workflow-api/contract";

/**
 * The ways of authenticating that an operation takes, those of more credentials first: who gives them all is not to be
 * content with less. Of the schemes, those that have something to send.
 */
export function waysOf({ security }: Operation): SecurityAlternative[] {
  const ways = security.map((way) => way.filter(({ type }) => type !== "mutualTLS"));
  return ways.toSorted((one, other) => other.length - one.length);
}

/** Whether an operation can be called without credentials. */
export function isAnonymous(operation: Operation): boolean {
  return operation.security.length === 0 || waysOf(operation).some((way) => way.length === 0);
}

/** The media type in which a request body is sent: JSON if there is a choice. */
export function bodyMediaType({ content }: RequestBody): MediaType | undefined {
  return content.find(({ mediaType }) => isJson(mediaType)) ?? content[0];
}

/** The responses that are answers rather than errors, by the statuses that they are of: `default` stands for every 2xx. */
export function answersOf(operation: Operation): (Response & { readonly key: string })[] {
  return successOf(operation).map((response) => ({
    ...response,
    key: response.status === "default" ? "2XX" : response.status,
  }));
}

/** The responses that are errors: every one that is not 2xx. */
export function errorsOf({ method, responses }: Operation): Response[] {
  const errors = responses.filter(({ status }) => !status.startsWith("2"));
  // A HEAD has the headers of a body, and none (RFC 9110).
  return method === "HEAD" ? errors.map((response) => ({ ...response, content: [] })) : errors;
}

/** Whether every value of some schemas is of these types, so that anything else is an unreadable answer. */
export function isAlways(wanted: readonly string[], world: SchemaWorld, places: readonly Place[]): boolean {
  return possibleTypes(world, places).every((type) => wanted.includes(type));
}
