import {
  type Contract,
  essenceOf,
  facetsOf,
  isEqual,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  placeAt,
  type Response,
  responseFor,
  type SchemaPlace,
  valueAt,
} from "@workflow-api/contract";
import { counterpartOf, urlsOf } from "./counterpart.ts";
import { type Done, lossesOf } from "./schemas/inclusion.ts";
import type { Loss, Probe } from "./schemas/losses.ts";

/** Who may break: code that sends requests, and code that answers them. */
export type Party = "clients" | "servers";

/** Something that two contracts do not provably mean the same by. */
export interface Difference {
  /** The id of the operation in the old contract; in the new one if that alone has it. */
  readonly operationId: string;
  /** That of the response that it is about: `404`, `4XX`. `undefined`: it is about the request. */
  readonly code: string | undefined;
  /** As in a `Violation`: `query include`, `body`, `status`. */
  readonly part: string;
  /** The path into the value of the part: names, and `*` for any. */
  readonly at: readonly string[];
  /** The keyword of JSON Schema or the field of OpenAPI. */
  readonly keyword: string;
  /** For whom it is not proved that nothing breaks. */
  readonly parties: readonly Party[];
  /** The JSON Pointers of what differs, in both contracts. */
  readonly oldPointers: readonly string[];
  readonly newPointers: readonly string[];
  /** Makes values of the part that may show for whom it breaks. */
  readonly probes: readonly { readonly party: Party; readonly probe: Probe }[];
}

/** Every difference of meaning of two contracts. None: they mean the same. */
export function differencesOf(old: Contract, changed: Contract): Difference[] {
  const comparison = { old, changed, narrowed: new Map(), widened: new Map() };
  const added = changed.operations.filter((each) => counterpartOf(each, old) === undefined);
  return [
    ...old.operations.flatMap((before) => {
      const after = counterpartOf(before, changed);
      return after === undefined
        ? [difference(before, "path", "path", ["clients"], before.pointer, undefined)]
        : ofOperation(comparison, before, after);
    }),
    ...added.map((after) =>
      difference(after, "path", "path", ["servers"], undefined, after.pointer),
    ),
    ...ofSharedSchemas(comparison),
  ];
}

/** Two contracts, and the comparisons of schemas that are done: shared ones are compared once. */
interface Comparison {
  readonly old: Contract;
  readonly changed: Contract;
  /** From the old schemas to the new ones, and the reverse. */
  readonly narrowed: Done;
  readonly widened: Done;
}

type Pointers = string | readonly string[] | undefined;

function difference(
  { operationId }: Pick<Operation, "operationId">,
  part: string,
  keyword: string,
  parties: readonly Party[],
  before: Pointers,
  after: Pointers,
  code?: string,
): Difference {
  const [oldPointers, newPointers] = [before ?? [], after ?? []].map((each) => [each].flat());
  return {
    ...{ operationId, code, part, keyword, parties, at: [], probes: [] },
    ...{ oldPointers: oldPointers ?? [], newPointers: newPointers ?? [] },
  };
}

function ofOperation(comparison: Comparison, before: Operation, after: Operation): Difference[] {
  const [body, otherBody] = [before.requestBody, after.requestBody];
  return [
    ...ofAddress(before, after),
    ...ofSecurity(comparison, before, after),
    ...ofParameters(comparison, before, after),
    ...ofPresence(before, "body", body, otherBody),
    ...(body && otherBody
      ? ofContent(comparison, before, body.content, otherBody.content, undefined)
      : []),
    ...ofResponses(comparison, before, after),
  ];
}

function ofResponses(comparison: Comparison, before: Operation, after: Operation): Difference[] {
  const codes = [before, after].flatMap(({ responses }) => responses.map(({ code }) => code));
  // A status that one contract states is in a range of the other, if it has one.
  const responseIn = (operation: Operation, code: string): Response | undefined =>
    operation.responses.find((each) => each.code === code) ?? responseFor(operation, Number(code));
  return [...new Set(codes)].flatMap((code) => {
    const [own, other] = [responseIn(before, code), responseIn(after, code)];
    if (own !== undefined && other !== undefined)
      return ofResponse(comparison, before, own, other, code);
    const [place, otherPlace] = [before, after].map(
      ({ pointer }) => `${pointer}/responses/${code}`,
    );
    const [lost, found] = [own && place, other && otherPlace];
    // An error status that clients do not know is the first of its class (RFC 9110, 15).
    const isNews = other !== undefined && !/^([45]|default)/.test(code);
    const parties: Party[] = own ? ["servers"] : isNews ? ["clients"] : [];
    return [difference(before, "status", "status", parties, lost, found, code)];
  });
}

function ofAddress(before: Operation, after: Operation): Difference[] {
  const [urls, others] = [urlsOf(before), urlsOf(after)];
  const isLess = urls.some((url) => !others.includes(url));
  if (!isLess && others.every((url) => urls.includes(url))) return [];
  const [own = [], other = []] = [before, after].map(({ pointer }) => {
    const holders = [pointer, pointer.slice(0, pointer.lastIndexOf("/")), ""];
    return holders.map((holder) => `${holder}/servers`);
  });
  return [difference(before, "path", "servers", isLess ? ["clients"] : [], own, other)];
}

function ofSecurity(
  { changed, old }: Comparison,
  before: Operation,
  after: Operation,
): Difference[] {
  const [own = [], other = []] = [before, after].map(({ scopes, security }) => {
    const options = security.map((schemes, index) =>
      [
        ...schemes.map(({ header, type }) => `${type} ${header.toLowerCase()}`),
        ...(scopes[index] ?? []).map((scope) => `scope ${scope}`),
      ].toSorted(),
    );
    // To need no credentials is an option too.
    return options.length === 0 ? [[]] : options.toSorted();
  });
  // Who sends what one option asks for satisfies each option that asks for no more.
  const isCovered = (options: readonly string[][], by: readonly string[][]): boolean =>
    options.every((sent) => by.some((asked) => asked.every((each) => sent.includes(each))));
  const pointersIn = ({ securitySchemes }: Contract, { pointer }: Operation): string[] => [
    `${pointer}/security`,
    "/security",
    ...securitySchemes.map((scheme) => scheme.pointer),
  ];
  const parties: Party[] = [
    ...(isCovered(own, other) ? [] : (["clients"] as const)),
    ...(isCovered(other, own) ? [] : (["servers"] as const)),
  ];
  const [places, otherPlaces] = [pointersIn(old, before), pointersIn(changed, after)];
  return isEqual(own, other)
    ? []
    : [difference(before, "security", "security", parties, places, otherPlaces)];
}

/** Whether a part of requests may or must be sent. */
function ofPresence(
  operation: Operation,
  part: string,
  before: Part | undefined,
  after: Part | undefined,
): Difference[] {
  const [own, other] = [pointerOf(before), pointerOf(after)];
  if (before === undefined && after === undefined) return [];
  if (before === undefined || after === undefined) {
    const isNeeded = after?.required === true;
    const party: Party[] = after === undefined ? ["clients"] : ["servers"];
    const parties: readonly Party[] = isNeeded ? ["clients", "servers"] : party;
    return [difference(operation, part, "in", parties, own, other)];
  }
  const parties: Party[] = after.required ? ["clients"] : ["servers"];
  return before.required === after.required
    ? []
    : [difference(operation, part, "required", parties, `${own}/required`, `${other}/required`)];
}

type Part = { readonly required: boolean } & (Parameter | { readonly pointer: string });

function pointerOf(part: Part | undefined): string | undefined {
  return part && ("parameterPointer" in part ? part.parameterPointer : part.pointer);
}

function ofParameters(comparison: Comparison, before: Operation, after: Operation): Difference[] {
  const headers = comparison.changed.securitySchemes.map(
    ({ header }) => `header ${header.toLowerCase()}`,
  );
  const twinOf = (own: Operation, other: Operation, { in: place, key, name }: Parameter) => {
    if (place !== "path") return other.parameters.find((each) => each.key === key);
    // Parameters of a path are told by their order in it.
    const [names, others] = [own, other].map(({ path }) =>
      [...path.matchAll(/\{([^}]*)\}/g)].map(([, each]) => each),
    );
    const twin = others?.[names?.indexOf(name) ?? -1];
    return other.parameters.find((each) => each.in === "path" && each.name === twin);
  };
  const added = after.parameters.filter((each) => twinOf(after, before, each) === undefined);
  return [
    ...before.parameters.flatMap((parameter) => {
      const twin = twinOf(before, after, parameter);
      if (twin !== undefined) return ofParameter(comparison, before, parameter, twin);
      const isCredential = headers.includes(parameter.key);
      return isCredential ? [] : ofPresence(before, parameter.key, parameter, undefined);
    }),
    ...added.flatMap((parameter) => ofPresence(before, parameter.key, undefined, parameter)),
  ];
}

function ofParameter(
  comparison: Comparison,
  operation: Operation,
  before: Parameter,
  after: Parameter,
): Difference[] {
  const { key, parameterPointer: own } = before;
  const { parameterPointer: other } = after;
  const field = (name: string): readonly (JsonValue | undefined)[] => [
    valueAt(comparison.old.document, `${own}/${name}`),
    valueAt(comparison.changed.document, `${other}/${name}`),
  ];
  const everyone: readonly Party[] = ["clients", "servers"];
  const [identified, identifies] = field("x-identifies");
  // What a response must hold is news to servers, what it need not hold any more to clients.
  const identity: readonly Party[] = [
    ...(identified === undefined ? [] : (["clients"] as const)),
    ...(identifies === undefined ? [] : (["servers"] as const)),
  ];
  const [lists, otherLists] = [before, after].map((each) => each.isList && each.explode);
  const [value, otherValue] = [
    defaultOf(comparison.old, before),
    defaultOf(comparison.changed, after),
  ];
  const saidOf: readonly (readonly [string, readonly unknown[], readonly Party[]])[] = [
    ["name", [before, after].map(({ name }) => name.toLowerCase()), []],
    ["explode", [lists, otherLists], everyone],
    ["schema/default", [value, otherValue], everyone],
    ["x-includes", field("x-includes"), everyone],
    ["x-identifies", [identified, identifies], identity],
  ];
  const differing = saidOf.filter(([, [mine, theirs]]) => !isEqual(mine, theirs));
  return [
    ...ofPresence(operation, key, before, after),
    ...differing.map(([place, , parties]) => {
      const keyword = place.replace("schema/", "");
      return difference(operation, key, keyword, parties, `${own}/${place}`, `${other}/${place}`);
    }),
    ...ofSchemas(comparison, operation, key, [before], [after], undefined),
  ];
}

/** The value that stands for a parameter where it is not sent. */
export function defaultOf(contract: Contract, place: SchemaPlace): JsonValue | undefined {
  const defaults = facetsOf(contract.document, [place]).map(({ schema }) => schema["default"]);
  return defaults.find((value) => value !== undefined);
}

function ofResponse(
  comparison: Comparison,
  operation: Operation,
  before: Response,
  after: Response,
  code: string,
): Difference[] {
  const headers = new Set([...before.headers, ...after.headers].map(({ key }) => key));
  return [
    ...ofContent(comparison, operation, before.content, after.content, code),
    ...[...headers].flatMap((key) => {
      const [own, other] = [before, after].map((each) =>
        each.headers.find((one) => one.key === key),
      );
      const required = [own, other].map((header) => header?.required === true);
      const parties: Party[] = required[0] ? ["clients"] : ["servers"];
      const told = own && other ? "required" : "in";
      const pointers = [own, other].map((header) => header && `${header.parameterPointer}`);
      const [place, otherPlace] = pointers.map((each) =>
        own && other ? `${each}/required` : each,
      );
      const isSame = required[0] === required[1];
      return [
        ...(isSame && own && other
          ? []
          : [difference(operation, key, told, isSame ? [] : parties, place, otherPlace, code)]),
        ...(own && other ? ofSchemas(comparison, operation, key, [own], [other], code) : []),
      ];
    }),
  ];
}

/** @param code - That of the response whose body it is. `undefined`: it is that of the request. */
function ofContent(
  comparison: Comparison,
  operation: Operation,
  before: readonly MediaType[],
  after: readonly MediaType[],
  code: string | undefined,
): Difference[] {
  const twinOf = ({ mediaType }: MediaType, content: readonly MediaType[]): MediaType | undefined =>
    content.find((each) => essenceOf(each.mediaType) === essenceOf(mediaType));
  const lost = before.filter((media) => twinOf(media, after) === undefined);
  const gained = after.filter((media) => twinOf(media, before) === undefined);
  const [sender, reader]: Party[] = code ? ["servers", "clients"] : ["clients", "servers"];
  const parties = [
    ...(lost.length > 0 && sender ? [sender] : []),
    // A client that asks for what it knows gets no other representation, while that is offered.
    ...((code ? lost : gained).length > 0 && reader ? [reader] : []),
    ...(code && before.length === 0 && gained.length > 0 ? (["servers"] as const) : []),
  ];
  const pointers = [lost, gained].map((list) => list.map(holderOf));
  const pairs = before.flatMap((media) => {
    const twin = twinOf(media, after);
    return twin ? [[media, twin] as const] : [];
  });
  return [
    ...(lost.length + gained.length > 0
      ? [difference(operation, "body", "content", parties, pointers[0], pointers[1], code)]
      : []),
    ...pairs.flatMap(([own, other]) =>
      ofSchemas(comparison, operation, "body", [own], [other], code),
    ),
  ];
}

/** The JSON Pointer of a media type. */
function holderOf({ pointer }: MediaType): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** An empty segment or list is not sent. */
const sent = { pointer: "", schema: { minItems: 1 } };
const segment = { pointer: "", schema: { minItems: 1, minLength: 1 } };

function ofSchemas(
  { changed, narrowed, old, widened }: Comparison,
  operation: Pick<Operation, "operationId">,
  part: string,
  before: readonly SchemaPlace[],
  after: readonly SchemaPlace[],
  code: string | undefined,
): Difference[] {
  const isText = part !== "body";
  const implied = part.startsWith("path ") ? [segment] : isText && code === undefined ? [sent] : [];
  const own = { contract: old, places: [...before, ...implied], isText };
  const other = { contract: changed, places: [...after, ...implied], isText };
  const [sender, reader]: Party[] =
    code === undefined ? ["clients", "servers"] : ["servers", "clients"];
  const found = new Map<string, Difference>();
  const add = (
    { at, keyword, probes }: Loss,
    party: Party | undefined,
    pointers: string[][],
  ): void => {
    const key = JSON.stringify([at, keyword, pointers]);
    const [oldPointers, newPointers] = pointers;
    const told =
      found.get(key) ?? difference(operation, part, keyword, [], oldPointers, newPointers, code);
    // A member of a response that is new, or gone, disturbs nobody by that alone.
    const isTold = keyword !== "properties" || code === undefined;
    const parties = new Set([...told.parties, ...(party && isTold ? [party] : [])]);
    const more = probes.map((probe) => ({ party: party ?? "clients", probe }));
    found.set(key, { ...told, at, parties: [...parties], probes: [...told.probes, ...more] });
  };
  for (const loss of lossesOf(own, other, narrowed))
    add(loss, sender, [[...loss.own], [...loss.other]]);
  for (const loss of lossesOf(other, own, widened))
    add(loss, reader, [[...loss.other], [...loss.own]]);
  return [...found.values()];
}

/** Schemas that no operation uses break nobody, and mean something to people. */
function ofSharedSchemas(comparison: Comparison): Difference[] {
  const root = "/components/schemas";
  const { changed, old } = comparison;
  const names = Object.keys(valueAt(old.document, root) ?? {});
  return names.flatMap((name) => {
    const pointer = `${root}/${name}`;
    if (valueAt(changed.document, pointer) === undefined) return [];
    const [before, after] = [old, changed].map(({ document }) => placeAt(document, pointer));
    const found =
      before && after
        ? ofSchemas(comparison, { operationId: "" }, "body", [before], [after], "200")
        : [];
    return found.map((each) => ({ ...each, parties: [], probes: [], code: undefined }));
  });
}
