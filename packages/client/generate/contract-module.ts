import type { Contract, Operation, Parameter, SecurityScheme } from "@workflow-api/contract";
import { parsePointer } from "@workflow-api/contract/json";
import { BANNER } from "@workflow-api/types/generate";
import {
  Code,
  designClient,
  literal,
  mainServerOf,
  propertyName,
  type SourceValue,
} from "../src/calls.ts";
import { comment, givenMember, type Member, textOf, typeOf, union } from "./writer.ts";

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
  const schemas = 'openapi.components["schemas"]';
  const data = literal({ urls: urlsOf(contract), fields: fieldsOf(contract) });
  const isWritten = data.includes(": credentials.");
  const interfaces: readonly [about: string, name: string, members: readonly Member[]][] = [
    ["The options of the factory, besides `auth`.", OPTIONS, optionsOf(contract)],
    ["A credential for each security scheme.", "Credentials", credentialsOf(contract)],
    [TOGETHER, "Requirements", requirementTypesOf(contract)],
    ["The operations by their id.", "Operations", operationTypesOf(contract, hasMarkers)],
    ["The operationId of each method of each path.", "Paths", pathsOf(contract)],
    ["The types of the contract.", "Contract", contractMembers(contract)],
  ];
  return `${BANNER}
${isWritten ? `import * as credentials from "${core}/credentials.ts";\n` : ""}\
import type * as core from "${core}/types/operation.ts";
import type * as client from "${core}/types/client.ts";
import type * as openapi from "${types}";

/** The schemas of the contract by name. */
export type Schemas = ${hasMarkers ? `openapi.Readable<${schemas}>` : schemas};

/** What a client is given, and what it sends. */
export const contract: core.ContractData = ${data};

${interfaces
  .map(([about, name, members]) => `${comment(about)}export interface ${name} ${typeOf(members)}\n`)
  .join("\n")}`;
}

const OPTIONS = "ClientOptions extends client.CommonOptions";
const TOGETHER = "The credentials that are sent together, and the operations that they open.";

function contractMembers(contract: Contract): Member[] {
  const settings = designClient(contract).settings.map(({ parameter }) => parameter.name);
  return [
    ["operations", "Operations"],
    ["paths", "Paths"],
    ["options", "ClientOptions"],
    ["credentials", "Credentials"],
    ["requirements", "Requirements"],
    ["success", successesOf(contract.operations), "The statuses of success."],
    ["settings", union(settings), "The headers that are options."],
    ["headers", union(headersOf(contract)), "The headers that the client sends."],
  ];
}

function credentialsOf({ securitySchemes }: Contract): Member[] {
  return securitySchemes.map(({ description, name, type }) => {
    const secret = type === "basic" ? "client.Secret<client.Login>" : "client.Secret";
    return givenMember(name, false, secret, description);
  });
}

/** The options that are base URLs, and their defaults. */
function urlsOf(contract: Contract): Record<string, string> {
  const { baseUrlOf } = designClient(contract);
  const further = contract.operations.map(baseUrlOf).map(({ option, url }) => [option, url]);
  return {
    ...Object.fromEntries([["baseUrl", ""], ...further]),
    baseUrl: mainServerOf(contract)?.defaultUrl ?? "",
  };
}

/** How the options are sent that requests carry. */
function fieldsOf(contract: Contract): Record<string, SourceValue> {
  const settings = designClient(contract).settings.map(({ option, parameter }) => [
    option,
    { header: parameter.name.toLowerCase() },
  ]);
  const schemes = contract.securitySchemes.map((scheme) => [
    `auth.${scheme.name}`,
    sendingOf(scheme),
  ]);
  return Object.fromEntries([...settings, ...schemes]);
}

function sendingOf({ in: location, parameter, type }: SecurityScheme): SourceValue {
  if (location !== "header")
    return { write: new Code(`credentials.${location}(${literal(parameter)})`) };
  const prefix = { apiKey: "", basic: "Basic ", bearer: "Bearer " }[type];
  return {
    header: parameter.toLowerCase(),
    ...(prefix && { prefix }),
    ...(type === "basic" && { encode: new Code("credentials.basic") }),
  };
}

/** The options of the factory that the contract adds. */
function optionsOf(contract: Contract): Member[] {
  const { baseUrlOf, settings } = designClient(contract);
  // The first description of each counts.
  const baseUrls = new Map(
    contract.operations
      .toReversed()
      .map(baseUrlOf)
      .filter(({ option }) => option !== "baseUrl")
      .map(({ option, description }) => [option, description]),
  );
  return [
    ...settings.map(({ option, parameter }) =>
      givenMember(option, true, settingTypeOf(contract, parameter), parameter.description),
    ),
    ...[...baseUrls].map(([option, about]) => givenMember(option, false, "string", about)),
  ];
}

/** The statuses of success, and `2XX`. */
function successesOf(operations: readonly Operation[]): string {
  const codes = operations
    .flatMap(({ responses }) => responses)
    .filter(({ code, isSuccess }) => isSuccess && code !== "default")
    .map(({ code }) => (/X/.test(code) ? literal(code) : code));
  return [...new Set(codes)].sort().join(" | ") || "never";
}

/** The headers that the client sends. */
function headersOf(contract: Contract): string[] {
  const schemes = contract.securitySchemes.filter((scheme) => scheme.in === "header");
  return [
    "Accept",
    "Authorization",
    ...designClient(contract).settings.map(({ parameter }) => parameter.name),
    ...schemes.map(({ parameter }) => parameter),
  ];
}

function operationTypesOf(contract: Contract, hasMarkers: boolean): Member[] {
  return contract.operations.map((operation) => [
    propertyName(operation.operationId),
    typeOf(typesOf(contract, operation, hasMarkers)),
    textOf(operation),
  ]);
}

/** The operationId of each method of each path. */
function pathsOf({ operations }: Contract): Member[] {
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, methods]) => [
    literal(path),
    typeOf(methods.map(({ method, operationId }) => [method.toLowerCase(), literal(operationId)])),
  ]);
}

/** The security requirements of an operation, by the sorted names of their schemes. */
function requirementsOf({ security }: Operation): Map<string, readonly SecurityScheme[]> {
  const requirements = security.length === 0 ? [[]] : security;
  return new Map(
    requirements.map((schemes) => {
      const names = schemes.map(({ name }) => name);
      return [names.sort().join(" and "), schemes];
    }),
  );
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
