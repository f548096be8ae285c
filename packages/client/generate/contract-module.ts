import type { Contract, Operation, Parameter, SecurityScheme } from "@workflow-api/contract";
import { parsePointer } from "@workflow-api/contract/json";
import { BANNER } from "@workflow-api/types/generate";
import { Code, designClient, literal, mainServerOf, propertyName } from "../src/calls.ts";
import { givenMember, type Member, textOf, typeOf, union } from "./writer.ts";

/**
 * The module of the types of a contract, and of what its operations share.
 *
 * @param core - The path to the source of the client.
 * @param types - The module of the types that openapi-typescript generates.
 * @param hasMarkers - Whether these types mark what is read or written only.
 */
export function contractModule(
  contract: Contract,
  core: string,
  types: string,
  hasMarkers: boolean,
): string {
  const { operations, securitySchemes } = contract;
  const { baseUrlOf, settings } = designClient(contract);
  const schemas = 'openapi.components["schemas"]';
  // The first description of each counts.
  const baseUrls = new Map(
    operations
      .toReversed()
      .map(baseUrlOf)
      .filter(({ option }) => option !== "baseUrl")
      .map(({ option, description }) => [option, description]),
  );
  const options = [
    ...settings.map(({ option, parameter }) =>
      givenMember(option, true, settingTypeOf(contract, parameter), parameter.description),
    ),
    ...[...baseUrls].map(([option, about]) => givenMember(option, false, "string", about)),
  ];
  const credentials = securitySchemes.map(({ description, name, type }) => {
    const secret = type === "basic" ? "client.Secret<client.Login>" : "client.Secret";
    return givenMember(name, false, secret, description);
  });
  const successes = operations
    .flatMap(({ responses }) => responses.filter(({ isSuccess }) => isSuccess))
    .flatMap(({ code }) => (code === "default" ? [] : [/X/.test(code) ? literal(code) : code]));
  const paths = Map.groupBy(operations, ({ path }) => path);
  const headers = [
    "Accept",
    "Authorization",
    ...settings.map(({ parameter }) => parameter.name),
    ...securitySchemes.flatMap(({ in: location, parameter }) =>
      location === "header" ? [parameter] : [],
    ),
  ];
  const requirements = new Map(operations.flatMap((operation) => [...requirementsOf(operation)]));
  const data = {
    baseUrl: mainServerOf(contract)?.defaultUrl ?? "",
    settings: Object.fromEntries(
      settings.map(({ option, parameter }) => [option, parameter.name.toLowerCase()]),
    ),
    requirements: Object.fromEntries(
      [...requirements].map(([key, schemes]) => [key, schemes.map(schemeOf)]),
    ),
  };
  const isSecured = [...requirements.values()].flat().length > 0;
  return `${BANNER}
${isSecured ? `import * as credentials from "${core}/credentials.ts";\n` : ""}\
import type * as core from "${core}/operation.ts";
import type * as client from "${core}/types.ts";
import type * as openapi from "${types}";

/** The schemas of the contract by name. */
export type Schemas = ${hasMarkers ? `openapi.Readable<${schemas}>` : schemas};

/** The options of the factory, besides \`auth\`. */
export interface ClientOptions extends client.CommonOptions ${typeOf(options)}

/** What a client is given, and what it sends. */
export const contract: core.ContractData = ${literal(data)};

/** A credential for each security scheme. */
export interface Credentials ${typeOf(credentials)}

/** The credentials that are sent together, and the operations that they open. */
export interface Requirements ${typeOf(requirementTypesOf(contract))}

export interface Operations ${typeOf(
    operations.map((operation) => [
      propertyName(operation.operationId),
      typeOf(typesOf(contract, operation, hasMarkers)),
      textOf(operation),
    ]),
  )}

/** The operationId of each method of each path. */
export interface Paths ${typeOf(
    [...paths].map(([path, methods]) => [
      literal(path),
      typeOf(
        methods.map(({ method, operationId }) => [method.toLowerCase(), literal(operationId)]),
      ),
    ]),
  )}

export interface Contract {
  operations: Operations;
  paths: Paths;
  /** The statuses of success. */
  success: ${[...new Set(successes)].sort().join(" | ") || "never"};
  options: ClientOptions;
  credentials: Credentials;
  requirements: Requirements;
  /** The headers that are options. */
  settings: ${union(settings.map(({ parameter }) => parameter.name))};
  /** The headers that the client sends. */
  headers: ${union(headers)};
}
`;
}

/** The security requirements of an operation, by the sorted names of their schemes. */
export function requirementsOf({ security }: Operation): Map<string, readonly SecurityScheme[]> {
  const requirements = security.length === 0 ? [[]] : security;
  return new Map(
    requirements.map((schemes) => {
      const names = schemes.map(({ name }) => name);
      return [names.sort().join(" and "), schemes];
    }),
  );
}

function schemeOf({ in: location, name, parameter, type }: SecurityScheme) {
  const encoding = new Code(`credentials.${type}`);
  const place = new Code(`credentials.${location}`);
  const written = location === "header" ? parameter.toLowerCase() : parameter;
  return { name, place, parameter: written, encoding };
}

/** The type of a header that is an option, as its first operation has it. */
function settingTypeOf({ operations }: Contract, { key }: Parameter): string {
  const types = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter((parameter) => parameter.key === key)
      .map(({ name }) => {
        const group = `openapi.operations[${literal(operationId)}]["parameters"]["header"]`;
        return `NonNullable<${group}>[${literal(name)}]`;
      }),
  );
  return types[0] ?? "string";
}

/** The credentials that are sent together, and what they open. */
function requirementTypesOf({ operations }: Contract): Member[] {
  const secured = operations.map((operation) => {
    return { id: operation.operationId, requirements: requirementsOf(operation) };
  });
  const all = new Map(secured.flatMap(({ requirements }) => [...requirements]));
  return [...all].map(([key, schemes]) => {
    // What needs no credentials is open to all.
    const opened = secured.filter(
      ({ requirements }) => requirements.has("") || requirements.has(key),
    );
    const members: Member[] = [
      ["schemes", union(schemes.map(({ name }) => name))],
      ["opens", union(opened.map(({ id }) => id))],
    ];
    return [literal(key), typeOf(members)];
  });
}

/** The types of an operation, as members of a type. */
function typesOf(contract: Contract, operation: Operation, hasMarkers: boolean): Member[] {
  const type = `openapi.operations[${literal(operation.operationId)}]`;
  const responses = `${type}["responses"]`;
  return [
    ["operation", type],
    ["responses", hasMarkers ? `openapi.Readable<${responses}>` : responses],
    ["arguments", typeOf(argumentsOf(contract, operation, type, hasMarkers))],
    ["includes", typeOf(includesOf(contract, operation))],
  ];
}

/** The arguments of a method. */
function argumentsOf(
  contract: Contract,
  operation: Operation,
  type: string,
  hasMarkers: boolean,
): Member[] {
  const members = designClient(contract)
    .argumentsOf(operation)
    .map(({ name, parameter }) => {
      const { description, in: location, isList, name: sent, required } = parameter;
      const group = `${type}["parameters"]["${location}"]`;
      const text = `${required ? group : `NonNullable<${group}>`}[${literal(sent)}]`;
      return givenMember(name, required, isList ? `Readonly<${text}>` : text, description);
    });
  if (operation.requestBody === undefined) return members;
  const { content, description, required } = operation.requestBody;
  const [media] = content;
  // What `fetch` takes is sent as it is.
  if (media === undefined)
    return [...members, givenMember("body", required, "client.RawBody", description)];
  const body = `NonNullable<${type}["requestBody"]>["content"][${literal(media.mediaType)}]`;
  const text = hasMarkers ? `openapi.Writable<${body}>` : body;
  return [...members, givenMember("body", required, text, description)];
}

/**
 * The paths to what each value of an argument adds to the body, by the argument. The type of the
 * data can follow one optional array.
 */
function includesOf(contract: Contract, operation: Operation): Member[] {
  const { includes } = operation;
  const parameters = new Set(includes.map(({ parameter }) => parameter));
  const paths = includes.map(
    ({ adds, value }): Member => [propertyName(value), literal(parsePointer(adds))],
  );
  return designClient(contract)
    .argumentsOf(operation)
    .filter(({ parameter }) => parameters.has(parameter) && parameters.size === 1)
    .filter(({ parameter }) => parameter.isList && !parameter.required)
    .map(({ name }) => [propertyName(name), typeOf(paths)]);
}
