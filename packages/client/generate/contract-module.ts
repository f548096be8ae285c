import type { Contract, Operation } from "@workflow-api/contract";
import { isSuccess } from "@workflow-api/contract/http";
import { parsePointer } from "@workflow-api/contract/json";
import { designClient, literal, propertyName } from "../src/calls.ts";
import { canBeNarrowed } from "./narrowing.ts";
import { requirementsOf, usedSchemes } from "./requirements.ts";
import { block, HEAD, type Member, optionalMember, textOf, union } from "./writer.ts";

/** Where the modules that a generated one imports are. */
export interface Imports {
  /** The path to the source of the client. */
  readonly core: string;
  /** The module of the types that openapi-typescript generates. */
  readonly openapi: string;
  /** Whether these types mark what is read or written only. */
  readonly hasMarkers: boolean;
}

/** The module of the types of a contract, and of the names of its options. */
export function contractModule(contract: Contract, imports: Imports): string {
  const { operations } = contract;
  const { settings } = designClient(contract);
  const schemas = 'openapi.components["schemas"]';
  return `${HEAD}
import type * as client from "${imports.core}/types.ts";
import type * as openapi from "${imports.openapi}";

/** The schemas of the contract by name. */
export type Schemas = ${imports.hasMarkers ? `openapi.Readable<${schemas}>` : schemas};

/** The options of the factory, besides \`auth\`. */
export interface ClientOptions extends client.CommonOptions ${block(optionMembers(contract))}

/** The names of those that the contract adds. */
export const optionNames: readonly string[] = ${literal(optionNames(contract))};

/** A credential for each security scheme. */
export interface Credentials ${block(
    usedSchemes(contract).map(({ description, name, type }) => {
      const secret = type === "basic" ? "client.Secret<client.Login>" : "client.Secret";
      return optionalMember(name, false, secret, description);
    }),
  )}

/** The credentials that are sent together, and the operations that they open. */
export interface Requirements ${block(requirementMembers(contract))}

export interface Operations ${block(
    operations.map((operation) => [
      propertyName(operation.operationId),
      `${block(typesOf(contract, operation, imports))};`,
      textOf(operation),
    ]),
  )}

/** The operationId of each method of each path. */
export interface Paths ${block(pathMembers(contract))}

export interface Contract ${block([
    ["operations", "Operations;"],
    ["paths", "Paths;"],
    ["success", `${successes(contract)};`, "The statuses of success."],
    ["options", "ClientOptions;"],
    ["credentials", "Credentials;"],
    ["requirements", "Requirements;"],
    [
      "headers",
      `${union([
        "Accept",
        "Authorization",
        ...settings.map(({ parameter }) => parameter.name),
        ...usedSchemes(contract).map(({ header }) => header),
      ])};`,
      "The headers that the client sends.",
    ],
  ])}
`;
}

function optionMembers(contract: Contract): Member[] {
  const { settings } = designClient(contract);
  return [
    ...settings.map(({ option, parameter: { description } }) =>
      optionalMember(option, true, "string", description),
    ),
    ...[...baseUrls(contract)].map(([option, description]) =>
      optionalMember(option, false, "string", description),
    ),
  ];
}

function optionNames(contract: Contract): string[] {
  const settings = designClient(contract).settings.map(({ option }) => option);
  return [...settings, ...baseUrls(contract).keys()];
}

/** The options that hold a base URL besides \`baseUrl\`, with what they are. */
function baseUrls(contract: Contract): Map<string, string> {
  const { baseUrlOf } = designClient(contract);
  const all = contract.operations.map(baseUrlOf).filter(({ option }) => option !== "baseUrl");
  // The first description of each counts.
  return new Map(all.toReversed().map(({ option, description }) => [option, description]));
}

function requirementMembers(contract: Contract): Member[] {
  const all = contract.operations.map((operation) => ({
    operationId: operation.operationId,
    requirements: requirementsOf(contract, operation),
  }));
  const requirements = new Map(
    all.flatMap((each) => each.requirements.map((schemes) => [String(schemes), schemes])),
  );
  return [...requirements].map(([key, schemes]) => {
    const opened = all
      .filter((each) => each.requirements.some((other) => !other[0] || String(other) === key))
      .map(({ operationId }) => operationId);
    const text = `{ schemes: ${union(schemes)}; opens: ${union(opened)} };`;
    return [literal(schemes.join(" and ")), text];
  });
}

/** The types of an operation, as members of a type. */
function typesOf(contract: Contract, operation: Operation, { hasMarkers }: Imports): Member[] {
  const { includes, operationId } = operation;
  const type = `openapi.operations[${literal(operationId)}]`;
  const responses = `${type}["responses"]`;
  const paths = includes.map(
    ({ adds, value }): Member => [propertyName(value), `${literal(parsePointer(adds))};`],
  );
  const argument = designClient(contract)
    .argumentsOf(operation)
    .find(({ parameter }) => parameter === includes[0]?.parameter);
  const narrowing: Member[] =
    argument !== undefined && canBeNarrowed(operation)
      ? [[propertyName(argument.name), `${block(paths)};`]]
      : [];
  return [
    ["operation", `${type};`],
    ["responses", `${hasMarkers ? `openapi.Readable<${responses}>` : responses};`],
    ["arguments", `${block(argumentMembers(contract, operation, type, hasMarkers))};`],
    ["includes", `${block(narrowing)};`],
  ];
}

/** The arguments of a method, as members of a type. */
function argumentMembers(
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
      return optionalMember(name, required, isList ? `Readonly<${text}>` : text, description);
    });
  const { content: [media] = [], description = "", required = false } = operation.requestBody ?? {};
  if (media === undefined) return members;
  const body = `NonNullable<${type}["requestBody"]>["content"][${literal(media.mediaType)}]`;
  const text = hasMarkers ? `openapi.Writable<${body}>` : body;
  return [...members, optionalMember("body", required, text, description)];
}

function pathMembers({ operations }: Contract): Member[] {
  const paths = Map.groupBy(operations, ({ path }) => path);
  return [...paths].map(([path, methods]) => [
    literal(path),
    `{ ${methods
      .map(({ method, operationId }) => `${method.toLowerCase()}: ${literal(operationId)}`)
      .join("; ")} };`,
  ]);
}

function successes({ operations }: Contract): string {
  const codes = operations.flatMap(({ responses }) => responses.map(({ code }) => code));
  return (
    [...new Set(codes.filter((code) => isSuccess(Number(code))).sort())].join(" | ") || "never"
  );
}
