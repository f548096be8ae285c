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

/**
 * The responses that are answers rather than errors. `default` is one only where no 2xx is declared, and stands for
 * them all.
 */
export function answersOf(operation: Operation): (Response & { readonly key: string })[] {
  const responses = responsesOf(operation);
  const declared = responses.filter(({ status }) => status.startsWith("2"));
  if (declared.length > 0) return declared.map((response) => ({ ...response, key: response.status }));
  return responses.flatMap((response) =>
    response.status === "default" ? [{ ...response, key: "2XX" }] : [],
  );
}

/** The responses that are errors: every one that is not 2xx. */
export function errorsOf(operation: Operation): Response[] {
  return responsesOf(operation).filter(({ status }) => !status.startsWith("2"));
}

/** A HEAD has the headers of a body, and none (RFC 9110). */
function responsesOf({ method, responses }: Operation): readonly Response[] {
  return method === "HEAD" ? responses.map((response) => ({ ...response, content: [] })) : responses;
}

/** Whether every value of some schemas is of these types, so that anything else is an unreadable answer. */
export function isAlways(wanted: readonly string[], world: SchemaWorld, places: readonly Place[]): boolean {
  return possibleTypes(world, places).every((type) => wanted.includes(type));
}
