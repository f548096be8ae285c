import {
  type Contract,
  essenceOf,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  responseFor,
  type Shape,
  valueAt,
} from "@workflow-api/contract";
import { pathParts, urlsOf } from "./counterpart.ts";

/** A fact that a contract states about an operation. */
export interface Fact {
  /** The response: `404`, `4XX`. `undefined`: the request. */
  readonly code: string | undefined;
  /** As in a `Violation`: `query include`, `body`, `status`. */
  readonly part: string;
  /** The field of OpenAPI; `in`, `content` and `status`: that the part exists. */
  readonly keyword: string;
  /** The value; for the existence of a part, whether it is required. */
  readonly value: JsonValue | undefined;
  /** Empty for a status that only a range or `default` covers. */
  readonly pointers: readonly string[];
  /** The shape of its values. */
  readonly shape?: Shape;
  /** The key of the fact that both contracts need to have for this one to be compared. */
  readonly holder?: string;
  /** Whether a status is an error: `default` is one beside a success. */
  readonly isError?: boolean;
}

/** A fact by its key. */
type Keyed = readonly [key: string, fact: Fact];

/**
 * The facts about an operation, by keys that other contracts share.
 *
 * @param codes - The codes of both contracts: this one may cover some by a range.
 */
export function factsOf(
  contract: Contract,
  operation: Operation,
  codes: readonly string[],
): Map<string, Fact> {
  const { parameters, requestBody: body } = operation;
  const parts = pathParts(operation);
  // Path parameters are identified by their order, whatever their names.
  const keyOf = ({ in: place, key }: Parameter): string =>
    place === "path" ? `path ${parts.indexOf(key)}` : key;
  const facts: Keyed[] = [
    ["servers", serversOf(contract, operation)],
    ["security", securityOf(contract, operation)],
    ...flowsOf(contract, operation),
    ...parameters.flatMap((each) => parameterFacts(contract, keyOf(each), each)),
    ...(body?.content ?? []).map((media) => mediaFact("body", media)),
    ...codes.flatMap((code) => responseFacts(contract, operation, code)),
  ];
  if (body !== undefined) {
    const { pointer, required: value } = body;
    facts.push([
      "body",
      { code: undefined, part: "body", keyword: "in", value, pointers: [pointer] },
    ]);
  }
  return new Map(facts);
}

/** What is said of a response. Empty: there is none. */
function responseFacts(contract: Contract, operation: Operation, code: string): Keyed[] {
  const { pointer, responses } = operation;
  // A status of the other contract may fall into a range of this one.
  const isStated = responses.find((each) => each.code === code);
  const found = isStated ?? responseFor({ responses }, Number(code));
  if (found === undefined) return [];
  const part = "status";
  const pointers = isStated ? [`${pointer}/responses/${code}`] : [];
  const isError = found.status >= 400;
  return [
    [code, { code, part, keyword: part, value: true, pointers, isError }],
    ...found.content.map((media) => mediaFact(code, media, code)),
    ...found.headers.flatMap((each) => parameterFacts(contract, `${code} ${each.key}`, each, code)),
  ];
}

function mediaFact(holder: string, { mediaType, pointer, shape }: MediaType, code?: string): Keyed {
  const pointers = [pointer];
  const fact = { code, part: "body", keyword: "content", value: true, pointers, shape, holder };
  return [`${holder} ${essenceOf(mediaType)}`, fact];
}

function parameterFacts(
  { document }: Contract,
  key: string,
  parameter: Parameter,
  code?: string,
): Keyed[] {
  const { identifies, isList, key: part, pointer: place, required, shape } = parameter;
  const holder = code === undefined ? {} : { holder: code };
  const whole = { code, part, keyword: "in", value: required, pointers: [place], shape, ...holder };
  const fields: readonly (readonly [string, JsonValue | undefined, string])[] = [
    ...(isList ? ([["explode", parameter.explode, "explode"]] as const) : []),
    ["default", shape.keyword("default"), "schema/default"],
    ["x-includes", valueAt(document, `${place}/x-includes`), "x-includes"],
    ["x-identifies", identifies, "x-identifies"],
  ];
  return [
    [key, whole],
    ...fields.map(([keyword, value, way]): Keyed => {
      const pointers = [`${place}/${way}`];
      const own = `${key} ${keyword}`;
      // Lists alone have `explode`: it is compared if both are lists.
      const inBoth = keyword === "explode" ? own : key;
      return [own, { code, part, keyword, value, pointers, holder: inBoth }];
    }),
  ];
}

function serversOf({ document }: Contract, operation: Operation): Fact {
  const { pointer } = operation;
  const holders = [pointer, pointer.slice(0, pointer.lastIndexOf("/"))];
  const stated = holders.find((each) => valueAt(document, `${each}/servers`) !== undefined);
  const pointers = [`${stated ?? ""}/servers`];
  const value = urlsOf(operation).toSorted();
  return { code: undefined, part: "path", keyword: "servers", value, pointers };
}

/** Where clients get their tokens: compared if both contracts have such URLs. */
function flowsOf({ sourceDocument }: Contract, { security }: Operation): Keyed[] {
  const [key, places] = ["flows", security.flat().map(({ pointer }) => pointer)];
  const text = JSON.stringify(places.map((pointer) => valueAt(sourceDocument, pointer)));
  const urls = text.matchAll(/"(?:authorizationUrl|openIdConnectUrl|tokenUrl)":("[^"]*")/g);
  const value = [...urls].map(([, url = ""]) => url).toSorted();
  const pointers = places.flatMap((place) => [`${place}/flows`, `${place}/openIdConnectUrl`]);
  const fact = { code: undefined, part: "security", keyword: key, value, pointers, holder: key };
  return value.length === 0 ? [] : [[key, fact]];
}

/** The security requirements: schemes with their headers, and scopes. */
function securityOf({ document, securitySchemes }: Contract, operation: Operation): Fact {
  const { pointer, scopes, security } = operation;
  const options = security.map((schemes, index) =>
    [
      ...schemes.map(({ header, type }) => `${type} ${header.toLowerCase()}`),
      ...(scopes[index] ?? []).map((scope) => `scope ${scope}`),
    ].toSorted(),
  );
  const isOwn = valueAt(document, `${pointer}/security`) !== undefined;
  const stated = isOwn ? `${pointer}/security` : "/security";
  return {
    code: undefined,
    part: "security",
    keyword: "security",
    // No credentials is an option, too.
    value: options.length === 0 ? [[]] : options.toSorted(),
    pointers: [stated, ...securitySchemes.map((scheme) => scheme.pointer)],
  };
}
