import { isObject } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Gap, Info, SecurityAlternative, SecurityScheme, Server, Tag } from "./model.ts";
import { optionalText, type Placed, type Reading, text } from "./reading.ts";

/** What the contract says of itself. */
export function readInfo(root: Placed): Info {
  const info = isObject(root.value["info"]) ? root.value["info"] : {};
  return {
    title: text(info, "title"),
    version: text(info, "version"),
    summary: text(info, "summary"),
    description: text(info, "description"),
  };
}

/** The groups of operations that the root describes. */
export function readTags(reading: Reading, root: Placed): Tag[] {
  return reading
    .items(root, "tags")
    .map(({ value }) => ({ name: text(value, "name"), description: text(value, "description") }));
}

/** What the description of the service leaves unsaid: the `x-gaps` of the root. */
export function readGaps(reading: Reading, root: Placed): Gap[] {
  return reading.items(root, "x-gaps").map(({ value, pointer }) => {
    for (const name of ["id", "section", "unknown", "until_known"]) {
      if (text(value, name) === "") reading.problem(`A gap states its ${name}.`, pointer);
    }
    return {
      id: text(value, "id"),
      section: text(value, "section"),
      unknown: text(value, "unknown"),
      untilKnown: text(value, "until_known"),
      pointer,
    };
  });
}

/** The servers of the nearest of operation, path and root that names any (OpenAPI 3.1, "Server Object"). */
export function readServers(reading: Reading, ...nearest: readonly Placed[]): Server[] {
  for (const placed of nearest) {
    const servers = reading.items(placed, "servers");
    if (servers.length > 0) return servers.map((server) => readServer(reading, server));
  }
  return [{ url: "/", defaultUrl: "", description: "", variables: [] }];
}

function readServer(reading: Reading, server: Placed): Server {
  const url = text(server.value, "url");
  const variables = reading.members(server, "variables").map(([name, { value }]) => ({
    name,
    default: text(value, "default"),
    enum: Array.isArray(value["enum"]) ? value["enum"].map(String) : [],
    description: text(value, "description"),
  }));
  const filled = variables.reduce(
    (part, { name, default: value }) => part.replaceAll(`{${name}}`, value),
    url,
  );
  return {
    url,
    defaultUrl: filled.replace(/\/+$/, ""),
    description: text(server.value, "description"),
    variables,
  };
}

/** The means of authenticating, in the order of the contract. */
export function readSecuritySchemes(reading: Reading, root: Placed): SecurityScheme[] {
  const components = reading.follow(root.value["components"], "/components");
  if (components === undefined) return [];
  return reading.members(components, "securitySchemes").map(([key, { value, pointer }]) => ({
    key,
    type: schemeType(text(value, "type")),
    description: text(value, "description"),
    in: schemeLocation(value["in"]),
    name: optionalText(value, "name"),
    scheme: optionalText(value, "scheme")?.toLowerCase(),
    bearerFormat: optionalText(value, "bearerFormat"),
    pointer,
  }));
}

/** The ways of authenticating of an operation, or else those of the root (OpenAPI 3.1, "Security Requirement Object"). */
export function readSecurity(
  reading: Reading,
  schemes: readonly SecurityScheme[],
  root: Placed,
  operation: Placed,
): SecurityAlternative[] {
  const holder = operation.value["security"] === undefined ? root : operation;
  return reading.items(holder, "security").map(({ value, pointer }) =>
    Object.keys(value).flatMap((key) => {
      const scheme = schemes.find((candidate) => candidate.key === key);
      if (scheme === undefined) {
        reading.problem(`There is no security scheme ${key}.`, appendPointer(pointer, key));
      }
      return scheme ?? [];
    }),
  );
}

function schemeType(type: string): SecurityScheme["type"] {
  switch (type) {
    case "http":
    case "oauth2":
    case "openIdConnect":
    case "mutualTLS":
      return type;
    default:
      return "apiKey";
  }
}

function schemeLocation(value: unknown): SecurityScheme["in"] {
  return value === "header" || value === "query" || value === "cookie" ? value : undefined;
}
