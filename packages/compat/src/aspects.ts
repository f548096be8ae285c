import type { Contract, Operation, Parameter, Response, Shape } from "@workflow-api/contract";
import { essenceOf, responseFor } from "@workflow-api/contract/http";
import {
  appendPointer,
  isObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract/json";
import { pathParts, urlsOf } from "./counterpart.ts";
import { canonicalFrom, mappedSchemas } from "./written.ts";

/** Something that a contract says about an operation, which another contract may say too. */
export interface Aspect {
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
  /** The key of the aspect that both contracts need to have for this one to be compared. */
  readonly holder?: string;
  /** Whether a status is an error: `default` is one beside a success. */
  readonly isError?: boolean;
  /** Whether no rule reads it: its value is what is written. */
  readonly isWritten?: boolean;
}

/** An aspect by its key. */
type Keyed = readonly [key: string, aspect: Aspect];

/**
 * The aspects of an operation, by keys that other contracts share.
 *
 * @param codes - The codes of both contracts: this one may cover some by a range.
 */
export function aspectsOf(
  contract: Contract,
  operation: Operation,
  codes: readonly string[],
): Map<string, Aspect> {
  const { parameters, pointer, requestBody: body } = operation;
  const parts = pathParts(operation);
  // Path parameters are identified by their order, whatever their names.
  const keyOf = ({ in: place, key }: Parameter): string =>
    place === "path" ? `path ${parts.indexOf(key)}` : key;
  const aspects: Keyed[] = [
    ...nameAspects(contract, operation),
    ["servers", serversOf(contract, operation)],
    ["security", securityOf(contract, operation)],
    ...flowAspects(contract, operation),
    ...parameters.flatMap((each) => parameterAspects(contract, keyOf(each), each)),
    ...contentAspects(contract, "body", `${pointer}/requestBody`, body ?? { content: [] }),
    ...codes.flatMap((code) => responseAspects(contract, operation, code)),
    ...callbackAspects(contract, operation),
  ];
  if (body !== undefined) {
    const { pointer: place, required: value } = body;
    aspects.push([
      "body",
      { code: undefined, part: "body", keyword: "in", value, pointers: [place] },
    ]);
  }
  return new Map(aspects);
}

/** The aspects of a response. Empty: there is none. */
function responseAspects(contract: Contract, operation: Operation, code: string): Keyed[] {
  const { pointer, responses } = operation;
  // A status of the other contract may fall into a range of this one.
  const documented = responses.find((each) => each.code === code);
  const found = documented ?? responseFor({ responses }, Number(code));
  if (found === undefined) return [];
  const part = "status";
  const place = `${pointer}/responses/${found.code}`;
  const isError = found.status >= 400;
  const pointers = documented ? [place] : [];
  return [
    [code, { code, part, keyword: part, value: true, pointers, isError }],
    ...contentAspects(contract, code, place, found, code),
    ...found.headers.flatMap((each) =>
      parameterAspects(contract, `${code} ${each.key}`, each, code),
    ),
  ];
}

/**
 * Each media type of a body, by its shape, with the schemas that only a discriminator names. Those
 * beside JSON are compared as they are written.
 */
function contentAspects(
  contract: Contract,
  holder: string,
  place: string,
  { content, undescribed = [] }: Partial<Response> & Pick<Response, "content">,
  code?: string,
): Keyed[] {
  const base = { code, part: "body", keyword: "content", holder };
  const direction = code === undefined ? "request" : "response";
  const read = content.map(({ mediaType, pointer, shape }): Keyed => {
    const aspect = { ...base, value: true, pointers: [pointer], shape };
    return [`${holder} ${essenceOf(mediaType)}`, aspect];
  });
  const mapped = mappedSchemas(
    contract.sourceDocument,
    content.map(({ pointer }) => pointer),
  ).map((pointer): Keyed => {
    const aspect = { ...base, keyword: "mapping", value: true, pointers: [pointer] };
    return [
      `${holder} mapping ${pointer}`,
      { ...aspect, shape: contract.shape(pointer, direction) },
    ];
  });
  const types = new Set(content.map(({ mediaType }) => essenceOf(mediaType)));
  const documented = Object.keys(followed(contract, place, "content").value);
  // A single one that is not there, and not undescribed, was read as its equivalent.
  const isWritten = documented.length > 1 || undescribed.length > 0;
  const dropped = documented.filter((type) => isWritten && !types.has(essenceOf(type)));
  return [
    ...read,
    ...mapped,
    ...dropped.map((type): Keyed => {
      const aspect = writtenAspect(contract, followed(contract, place, "content", type).pointer);
      return [`${holder} ${essenceOf(type)}`, { ...base, ...aspect }];
    }),
  ];
}

/** The callbacks, as they are written. */
function callbackAspects(contract: Contract, { pointer }: Operation): Keyed[] {
  const { value } = followed(contract, pointer, "callbacks");
  return Object.keys(value).map((name) => {
    const aspect = writtenAspect(contract, appendPointer(pointer, "callbacks", name));
    return [`callbacks ${name}`, { ...aspect, part: "callbacks", keyword: "callbacks" }];
  });
}

/** The webhooks of a contract, as they are written. */
export function webhookAspects(contract: Contract): Map<string, Aspect> {
  const names = Object.keys(followed(contract, "/webhooks").value);
  return new Map(
    names.map((name) => {
      const aspect = writtenAspect(contract, appendPointer("/webhooks", name));
      return [name, { ...aspect, part: "webhooks", keyword: "webhooks" }];
    }),
  );
}

/** A part that no rule reads. */
function writtenAspect({ sourceDocument }: Contract, pointer: string): Aspect {
  const value = canonicalFrom(sourceDocument, pointer);
  const pointers = [pointer];
  return { code: undefined, part: "body", keyword: "content", value, pointers, isWritten: true };
}

/** An object of the document as it is written; empty if there is none. References are followed. */
function followed({ sourceDocument }: Contract, start: string, ...names: readonly string[]) {
  const follow = (pointer: string): string => {
    const { $ref } = Object(valueAt(sourceDocument, pointer));
    return typeof $ref === "string" ? pointerOfReference($ref) : pointer;
  };
  const pointer = names.reduce((at, name) => follow(appendPointer(at, name)), follow(start));
  const value = valueAt(sourceDocument, pointer);
  return { pointer, value: isObject(value) ? value : {} };
}

function parameterAspects(
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
    ["allowEmptyValue", valueAt(document, `${place}/allowEmptyValue`), "allowEmptyValue"],
    ["x-includes", valueAt(document, `${place}/x-includes`), "x-includes"],
    ["x-identifies", identifies, "x-identifies"],
  ];
  return [
    [key, whole],
    ...fields.map(([keyword, value, path]): Keyed => {
      const pointers = [`${place}/${path}`];
      const fieldKey = `${key} ${keyword}`;
      // Lists alone have `explode`: it is compared if both are lists.
      const inBoth = keyword === "explode" ? fieldKey : key;
      return [fieldKey, { code, part, keyword, value, pointers, holder: inBoth }];
    }),
  ];
}

/** What code that uses the types calls the operation by. */
export function nameAspects(
  { sourceDocument }: Contract,
  operation: Operation,
): Map<string, Aspect> {
  const { operationId, path, pointer } = operation;
  const place = `${pointer}/operationId`;
  const isGiven = valueAt(sourceDocument, place) !== undefined;
  const base = { code: undefined, part: "path" };
  return new Map([
    ["template", { ...base, keyword: "template", value: path, pointers: [pointer] }],
    [
      "operationId",
      // One that is not given follows from the path.
      { ...base, keyword: "operationId", value: operationId, pointers: isGiven ? [place] : [] },
    ],
  ]);
}

function serversOf({ document }: Contract, operation: Operation): Aspect {
  const { pointer } = operation;
  const holders = [pointer, pointer.slice(0, pointer.lastIndexOf("/"))];
  const holder = holders.find((each) => valueAt(document, `${each}/servers`) !== undefined);
  const pointers = [`${holder ?? ""}/servers`];
  const value = urlsOf(operation).toSorted();
  return { code: undefined, part: "path", keyword: "servers", value, pointers };
}

/** How clients get their bearer tokens: each flow with its URLs and scopes. Empty: not by those. */
function flowAspects({ sourceDocument }: Contract, { security }: Operation): Keyed[] {
  const schemes = security.flat().filter(({ type }) => type === "bearer");
  if (schemes.length === 0) return [];
  const value = schemes.flatMap(({ pointer }) => {
    const { flows, openIdConnectUrl } = Object(valueAt(sourceDocument, pointer));
    const parts = Object.entries<unknown>(isObject(flows) ? flows : {}).flatMap(([name, flow]) =>
      Object.entries(isObject(flow) ? flow : {}).flatMap(([field, given]) =>
        isObject(given)
          ? Object.keys(given).map((scope) => `${name} scope ${scope}`)
          : [`${name} ${field} ${given}`],
      ),
    );
    return [...parts, ...(openIdConnectUrl === undefined ? [] : [String(openIdConnectUrl)])];
  });
  const pointers = schemes.flatMap(({ pointer }) => [
    `${pointer}/flows`,
    `${pointer}/openIdConnectUrl`,
  ]);
  const base = { code: undefined, part: "security", keyword: "flows" };
  return [["flows", { ...base, value, pointers, holder: "flows" }]];
}

/** The security requirements: schemes with their headers, and scopes. */
function securityOf({ document, securitySchemes }: Contract, operation: Operation): Aspect {
  const { pointer, scopes, security } = operation;
  const options = security.map((schemes, index) =>
    [
      ...schemes.map(({ header, type }) => `${type} ${header.toLowerCase()}`),
      ...(scopes[index] ?? []).map((scope) => `scope ${scope}`),
    ].toSorted(),
  );
  const isOwn = valueAt(document, `${pointer}/security`) !== undefined;
  const place = isOwn ? `${pointer}/security` : "/security";
  return {
    code: undefined,
    part: "security",
    keyword: "security",
    // No credentials is an option, too.
    value: options.length === 0 ? [[]] : options.toSorted(),
    pointers: [place, ...securitySchemes.map((scheme) => scheme.pointer)],
  };
}
