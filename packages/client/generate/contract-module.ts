import {
  type Contract,
  isObject,
  type JsonObject,
  type MediaType,
  type Operation,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract";
import { type ClientDesign, designClient, literal, propertyName } from "@workflow-api/contract/calls";
import type { Row, Take } from "../src/operation.ts";
import { certainWays, wayTo } from "./certain-ways.ts";
import { settingRule, wayNames } from "./factory.ts";
import { typeTexts } from "./type-texts.ts";

/** The first line of what is generated. */
const banner =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

const imports = `import type { Data, If, Secret } from "../types.ts";
import type { operations as types } from "./openapi.ts";
`;

/** The module that the client runs on, and the document that its types are made of. */
export interface ContractModule {
  readonly module: string;
  readonly document: JsonObject;
}

/**
 * Makes the module of a contract.
 *
 * @throws {Error} The contract has what no client can be generated for; the message lists all of it.
 */
export function contractModule(contract: Contract): ContractModule {
  assertPossible(contract);
  const design = designClient(contract);
  const accepted = contract.operations.map(acceptOf);
  const accept = mostFrequent(accepted.filter((text) => text !== ""));
  const bodies = new Map<string, readonly string[]>();
  const addresses = new Map<string, { description: string; otherwise: string }>();
  const rows = contract.operations.map((operation, index) => {
    const { option, description, otherwise = "" } = design.addressOf(operation);
    if (option !== "baseUrl") addresses.set(option, { description, otherwise });
    const own = accepted[index] ?? "";
    const row = rowOf(contract, operation, design, bodies);
    const { summary } = operation;
    const about = [summary, operation.description].filter((text) => text !== "").join("\n\n");
    return [design.methodOf(operation), about, own === accept ? row : { ...row, accept: own }] as const;
  });
  const used = contract.securitySchemes.filter((scheme) =>
    contract.operations.some(({ security }) => security.flat().includes(scheme)),
  );
  const texts = [
    constantText(
      "settings",
      "The headers that requests carry, by the option of the factory: their name, their pattern, and what to say of others.",
      design.settings.map(({ option, parameter }) => [
        option,
        parameter.description,
        [parameter.name.toLowerCase(), ...settingRule(contract, parameter)],
      ]),
    ),
    constantText(
      "addresses",
      "The options of the factory that hold addresses besides `baseUrl`, and what they are without.",
      [...addresses].map(([option, { description, otherwise }]) => [option, description, otherwise]),
    ),
    constantText(
      "schemes",
      "How each credential travels: its header, and what stands before it there.",
      used.map(({ name, description, header, type }) => [
        name,
        description,
        [header.toLowerCase(), type === "bearer" ? "Bearer " : ""],
      ]),
    ),
    `\n/** The media types that most operations accept. */\nexport const accept = ${JSON.stringify(accept)} as string;\n`,
    constantText(
      "bodies",
      "The ways to what bodies hold for certain, by name.",
      [...bodies].map(([name, ways]) => [name, "", ways]),
    ),
    constantText("operations", "How each operation travels.", rows),
    typeTexts(contract, design),
  ];
  return { module: `${banner}\n${imports}${texts.join("")}`, document: withoutSettings(contract, design) };
}

/** What every client has, or every object: a method of such a name would not be found, or found by mistake. */
const reserved = ["safe", "then", ...Object.getOwnPropertyNames(Object.prototype)];

function assertPossible({ operations }: Contract): void {
  const problems = operations.flatMap(({ operationId, security }) => {
    const name = reserved.includes(operationId)
      ? [`${operationId}: no method can have this name: give the operation another operationId`]
      : [];
    const ways = security.flatMap((way) => {
      const headers = way.map(({ header }) => header.toLowerCase());
      return new Set(headers).size < way.length
        ? [`${operationId}: ${way.map((scheme) => scheme.name).join(" and ")} travel in one header`]
        : [];
    });
    return [...name, ...ways];
  });
  if (problems.length > 0) throw new Error(`The client cannot be generated:\n${problems.join("\n")}`);
}

/** The media types of the answers of an operation, as the header `Accept` has them. */
function acceptOf({ responses }: Operation): string {
  const media = responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType.toLowerCase()));
  return [...new Set(media)].join(", ");
}

function mostFrequent(texts: readonly string[]): string {
  const count = (text: string): number => texts.filter((each) => each === text).length;
  return texts.reduce((best, text) => (count(text) > count(best) ? text : best), texts[0] ?? "");
}

function rowOf(
  contract: Contract,
  operation: Operation,
  design: ClientDesign,
  bodies: Map<string, readonly string[]>,
): Row {
  const { method, path, parameters, responses } = operation;
  const { option, suffix } = design.addressOf(operation);
  const carried = design.settings.filter(({ parameter }) =>
    parameters.some(({ key }) => key === parameter.key),
  );
  const takes = takesOf(operation, design);
  const includes = includesOf(contract, operation, design);
  const answers = responses.map(({ status, content }) => [
    String(status),
    bodyName(contract, content, `${operation.operationId} ${status}`, bodies),
  ]);
  return {
    method,
    path,
    ...(option !== "baseUrl" && { address: option }),
    ...(suffix !== "" && { prefix: new URL(suffix, "http://host").pathname }),
    auth: wayNames(contract, operation),
    ...(carried.length < design.settings.length && { settings: carried.map((each) => each.option) }),
    ...(Object.keys(takes).length > 0 && { takes }),
    ...(Object.keys(includes).length > 0 && { includes }),
    answers: Object.fromEntries(answers),
  };
}

function takesOf(operation: Operation, design: ClientDesign): Record<string, Take> {
  const entries = design.argumentsOf(operation).flatMap(({ name: argument, parameter }) => {
    const { in: place, name, isList, explode, required } = parameter;
    if (place === "path" && argument === name && !isList) return [];
    const separator = isList ? (place === "query" && explode ? "&" : ",") : "";
    const take: Take = [place, place === "header" ? name.toLowerCase() : name, separator, required ? 1 : 0];
    return [[argument, take] as const];
  });
  const { requestBody } = operation;
  const media = requestBody?.content[0]?.mediaType;
  const body: [string, Take][] =
    media === undefined ? [] : [["body", ["body", media, "", requestBody?.required ? 1 : 0]]];
  return Object.fromEntries([...entries, ...body]);
}

function includesOf(
  contract: Contract,
  operation: Operation,
  design: ClientDesign,
): Record<string, Record<string, string>> {
  const { includes, responses } = operation;
  const content = responses.find(({ status }) => status >= 200 && status <= 299)?.content ?? [];
  const asking = design
    .argumentsOf(operation)
    .filter(({ parameter }) => includes.some((include) => include.parameter === parameter));
  return Object.fromEntries(
    asking.map(({ name, parameter }) => {
      const own = includes.filter((include) => include.parameter === parameter);
      const adds = own.map(({ value, adds: pointer }) => [
        value,
        content.length === 1 ? wayTo(contract, content[0] as MediaType, pointer) : "",
      ]);
      return [name, Object.fromEntries(adds)];
    }),
  );
}

/** The name of the body of an answer, which is that of its schema if it has one. Bodies of several media types are open. */
function bodyName(
  contract: Contract,
  content: readonly MediaType[],
  otherwise: string,
  bodies: Map<string, readonly string[]>,
): string {
  const [media] = content;
  if (media === undefined) return "";
  const isOpen = content.some(({ schema }) => JSON.stringify(schema) !== JSON.stringify(media.schema));
  const ways = isOpen ? [] : certainWays(contract, media);
  const reference = isObject(media.schema) ? media.schema["$ref"] : undefined;
  const named = typeof reference === "string" ? reference.replace(/^.*\//, "") : otherwise;
  const name = ways.length === 0 ? "any JSON" : named;
  bodies.set(name, ways);
  return name;
}

/** The document without the headers that the client sends by itself: its openapi-fetch client does not take them. */
function withoutSettings({ document }: Contract, { settings }: ClientDesign): JsonObject {
  const sent = settings.map(({ parameter }) => parameter.name.toLowerCase());
  const isSent = (parameter: JsonObject): boolean => {
    const reference = parameter["$ref"];
    const found =
      typeof reference === "string" ? valueAt(document, pointerOfReference(reference)) : parameter;
    return isObject(found) && found["in"] === "header" && sent.includes(String(found["name"]).toLowerCase());
  };
  const cleared = (holder: JsonObject): JsonObject => {
    const { parameters } = holder;
    return Array.isArray(parameters)
      ? { ...holder, parameters: parameters.filter((each) => !isSent(each)) }
      : holder;
  };
  const paths = Object.entries(Object(document["paths"]) as Record<string, JsonObject>).map(
    ([path, item]) => {
      const members = Object.entries(cleared(item)).map(([name, member]) => [
        name,
        isObject(member) ? cleared(member) : member,
      ]);
      return [path, Object.fromEntries(members)];
    },
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

/** The source text of a table with a comment on each member. */
function constantText(
  name: string,
  about: string,
  members: readonly (readonly [key: string, description: string, value: unknown])[],
): string {
  const lines = members.map(
    ([key, description, value]) =>
      `${comment(description)}  ${propertyName(key)}: ${literal(value as JsonObject, "  ")},\n`,
  );
  return `\n/** ${about} */\nexport const ${name} = {\n${lines.join("")}} as const;\n`;
}

function comment(text: string): string {
  if (text.trim() === "") return "";
  const lines = text.trim().replaceAll("*/", "*\\/").split("\n");
  return `  /**\n${lines.map((line) => `   * ${line}`.trimEnd()).join("\n")}\n   */\n`;
}
