import {
  type Contract,
  isObject,
  type JsonObject,
  type MediaType,
  type Operation,
  type Parameter,
  pointerOfReference,
  typesOf,
  valueAt,
} from "@workflow-api/contract";
import { type ClientDesign, designClient, literal, propertyName } from "../src/calls.ts";
import type { Row, Take } from "../src/operation.ts";
import { certainWays, wayTo } from "./certain-ways.ts";
import { settingRule, wayNames } from "./factory.ts";
import { typeTexts } from "./type-texts.ts";

const head = `// Generated from the contract by \`npm run generate\`. Do not edit: edit openapi/openapi.yaml.
import type { Data, If, Secret } from "../types.ts";
import type { operations as types } from "./openapi.ts";
`;

/**
 * Makes the module that the client of a contract runs on, and the document that its types are made
 * of.
 *
 * @throws {Error} The contract has what no client can be generated for; the message lists all of
 * it.
 */
export function contractModule(contract: Contract): { module: string; document: JsonObject } {
  assertPossible(contract);
  const design = designClient(contract);
  const { operations, securitySchemes } = contract;
  const accept = mostFrequent(operations.map(acceptOf));
  const rows = operations.map((operation): Member => {
    const about = [operation.summary, operation.description]
      .filter((text) => text !== "")
      .join("\n\n");
    return [design.methodOf(operation), about, rowOf(contract, operation, accept)];
  });
  const settings = design.settings.map(({ option, parameter }): Member => {
    const { name, description } = parameter;
    return [option, description, [name.toLowerCase(), ...settingRule(contract, parameter)]];
  });
  const used = operations.map((operation) => design.addressOf(operation));
  const addresses = used
    .filter((each, index) => used.findIndex(({ option }) => option === each.option) === index)
    .filter(({ option }) => option !== "baseUrl")
    .map(({ option, description, otherwise = "" }): Member => [option, description, otherwise]);
  const schemes = securitySchemes
    .filter((scheme) => operations.some(({ security }) => security.flat().includes(scheme)))
    .map(({ name, description, header, type }): Member => {
      return [name, description, [header.toLowerCase(), prefixes[type]]];
    });
  const texts = [
    tableText(
      "settings",
      "The headers of most requests: name, pattern, and what to say of others.",
      settings,
    ),
    tableText(
      "addresses",
      "Further options that hold an address, and what they are without.",
      addresses,
    ),
    tableText(
      "schemes",
      "How each credential travels: its header, and what stands before it.",
      schemes,
    ),
    `\n/** The media types that most operations accept. */\nexport const accept: string = ${JSON.stringify(accept)};\n`,
    tableText("operations", "How each operation travels.", rows),
    typeTexts(contract, design),
  ];
  return { module: head + texts.join(""), document: withoutSettings(contract, design) };
}

/** What stands before a credential. That of `basic` travels in base64. */
const prefixes = { apiKey: "", bearer: "Bearer ", basic: "Basic " } as const;

/**
 * What every client has, or every object: a method of such a name would not be found, or found by
 * mistake.
 */
const reserved = ["safe", "then", ...Object.getOwnPropertyNames(Object.prototype)];

function assertPossible({ operations }: Contract): void {
  const problems = operations.flatMap(({ operationId, security, parameters }) => [
    ...(reserved.includes(operationId) ? [`${operationId}: no method can have this name`] : []),
    ...parameters
      .filter(
        ({ in: place, name }) => place === "path" && ["body", ...reserved.slice(2)].includes(name),
      )
      .map(({ name }) => `${operationId}: no path parameter can have the name ${name}`),
    ...security
      .filter((way) => new Set(way.map(({ header }) => header.toLowerCase())).size < way.length)
      .map(
        (way) =>
          `${operationId}: ${way.map(({ name }) => name).join(" and ")} travel in one header`,
      ),
  ]);
  if (problems.length > 0)
    throw new Error(`The client cannot be generated:\n${problems.join("\n")}`);
}

/** The media types of the answers of an operation, as the header `Accept` has them. */
function acceptOf({ responses }: Operation): string {
  const media = responses.flatMap(({ content }) =>
    content.map(({ mediaType }) => mediaType.toLowerCase()),
  );
  return [...new Set(media)].join(", ") || "*/*";
}

function mostFrequent(texts: readonly string[]): string {
  const count = (text: string): number => texts.filter((each) => each === text).length;
  return texts.reduce((best, text) => (count(text) > count(best) ? text : best), texts[0] ?? "*/*");
}

function rowOf(contract: Contract, operation: Operation, accept: string): Row {
  const { method, path, parameters, responses } = operation;
  const design = designClient(contract);
  const { option, suffix } = design.addressOf(operation);
  const carried = design.settings.filter((setting) =>
    parameters.some(({ key }) => key === setting.parameter.key),
  );
  const takes = takesOf(contract, operation, design);
  const answers = responses.map(({ code, content }) => [code, waysOf(contract, content)]);
  return {
    method,
    path,
    ...(option !== "baseUrl" && { address: option }),
    ...(suffix !== "" && { prefix: new URL(suffix, "http://host").pathname }),
    auth: wayNames(contract, operation),
    ...(carried.length < design.settings.length && {
      settings: carried.map((each) => each.option),
    }),
    ...(acceptOf(operation) !== accept && { accept: acceptOf(operation) }),
    ...(takes.length > 0 && { takes: Object.fromEntries(takes) }),
    answers: Object.fromEntries(answers),
  };
}

function takesOf(contract: Contract, operation: Operation, design: ClientDesign): [string, Take][] {
  const takes = design
    .argumentsOf(operation)
    .filter(
      ({ parameter }) =>
        parameter.in !== "path" || typesOf(contract.document, [parameter]).join() !== "string",
    )
    .map(({ name: argument, parameter }): [string, Take] => {
      const { in: place, name, isList, explode, required } = parameter;
      const separator = isList ? (place === "query" && explode ? "&" : ",") : "";
      const adds = addsOf(contract, operation, parameter);
      return [argument, [place, name, separator, required ? 1 : 0, ...adds]];
    });
  const { content: [media] = [], required } = operation.requestBody ?? {};
  return media === undefined
    ? takes
    : [...takes, ["body", ["body", media.mediaType, "", required ? 1 : 0]]];
}

/**
 * What each value of a parameter adds to the answer, as the way to what is then there for certain.
 * None: nothing.
 */
function addsOf(
  contract: Contract,
  operation: Operation,
  parameter: Parameter,
): [] | [Readonly<Record<string, string>>] {
  const successes = operation.responses.filter(({ isSuccess }) => isSuccess);
  const [body, ...others] = successes.flatMap(({ content }) => content);
  const isCertain = body !== undefined && others.length === 0;
  const adds = operation.includes
    .filter((include) => include.parameter === parameter)
    .map(({ value, adds: at }) => [value, isCertain ? wayTo(contract, body, at) : ""]);
  return adds.length === 0 ? [] : [Object.fromEntries(adds)];
}

/**
 * The ways to what the body of an answer holds for certain. Several media types leave it open.
 * Null: there is no body.
 */
function waysOf(contract: Contract, [media, ...others]: readonly MediaType[]): string | null {
  if (media === undefined) return null;
  return others.length > 0 ? "" : certainWays(contract, media).join(" ");
}

/**
 * The document without the headers that the client sends by itself: its openapi-fetch client does
 * not take them.
 */
function withoutSettings({ document }: Contract, { settings }: ClientDesign): JsonObject {
  const sent = settings.map(({ parameter }) => parameter.key);
  const isSent = (parameter: JsonObject): boolean => {
    const { $ref: reference } = parameter;
    const found =
      typeof reference === "string" ? valueAt(document, pointerOfReference(reference)) : parameter;
    return (
      isObject(found) && sent.includes(`${found["in"]} ${String(found["name"]).toLowerCase()}`)
    );
  };
  const cleared = (holder: JsonObject): JsonObject => {
    const members = Object.entries(holder).map(([name, member]) => {
      if (name === "parameters" && Array.isArray(member))
        return [name, member.filter((each) => !isSent(each))];
      return [name, isObject(member) && name !== "responses" ? cleared(member) : member];
    });
    return Object.fromEntries(members);
  };
  return { ...document, paths: cleared(document["paths"] as JsonObject) };
}

type Member = readonly [key: string, description: string, value: unknown];

/** The source text of a table, with a comment on each member. */
function tableText(name: string, about: string, members: readonly Member[]): string {
  const lines = members.map(([key, description, value]) => {
    const comment = description
      .trim()
      .replaceAll("*/", "*\\/")
      .split("\n")
      .map((line) => `   * ${line}`.trimEnd());
    const text = `  ${propertyName(key)}: ${literal(value as JsonObject, "  ")},\n`;
    return description.trim() === "" ? text : `  /**\n${comment.join("\n")}\n   */\n${text}`;
  });
  return `\n/** ${about} */\nexport const ${name} = {\n${lines.join("")}} as const;\n`;
}
