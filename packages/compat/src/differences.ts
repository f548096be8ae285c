import {
  appendPointer,
  type Contract,
  essenceOf,
  groupBy,
  isEqual,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  responseFor,
  type Shape,
  valueAt,
} from "@workflow-api/contract";
import { counterpartOf, urlsOf } from "./counterpart.ts";
import { type Done, lossesOf } from "./schemas/inclusion.ts";

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
  /** Values at that path that may show for whom it breaks. */
  readonly examples: ReadonlyMap<Party, readonly JsonValue[]>;
}

/** Every difference of meaning of two contracts. None: they mean the same. */
export function differencesOf(old: Contract, changed: Contract): Difference[] {
  const done: Done = new Map();
  const added = changed.operations.filter((each) => counterpartOf(each, old) === undefined);
  return [
    ...old.operations.flatMap((before) => {
      const after = counterpartOf(before, changed);
      const pair = { old, changed, done, before, after: after ?? before };
      return after === undefined
        ? [differ(pair, "path", "path", ["clients"], before.pointer, undefined)]
        : ofOperation(pair);
    }),
    ...added.map((after) => {
      const pair = { old, changed, done, before: after, after };
      return differ(pair, "path", "path", ["servers"], undefined, after.pointer);
    }),
    ...ofUnusedSchemas({ old, changed, done }),
  ];
}

/** Two contracts, and the comparisons of schemas that are done: shared ones are compared once. */
interface Contracts {
  readonly old: Contract;
  readonly changed: Contract;
  readonly done: Done;
}

/** An operation of both. */
interface Pair extends Contracts {
  readonly before: Operation;
  readonly after: Operation;
}

function differ(
  { before }: Pair,
  part: string,
  keyword: string,
  parties: readonly Party[],
  own: string | undefined,
  other: string | undefined,
  code?: string,
): Difference {
  return {
    ...{
      operationId: before.operationId,
      code,
      part,
      keyword,
      parties,
      at: [],
      examples: new Map(),
    },
    oldPointers: own === undefined ? [] : [own],
    newPointers: other === undefined ? [] : [other],
  };
}

function ofOperation(pair: Pair): Difference[] {
  const { after, before } = pair;
  const [body, otherBody] = [before.requestBody, after.requestBody];
  return [
    ...ofServers(pair),
    ...ofSecurity(pair),
    ...ofParameters(
      pair,
      undefined,
      requestParameters(pair, before),
      requestParameters(pair, after),
    ),
    ...ofPresence(pair, "body", undefined, body, otherBody),
    ...(body && otherBody ? ofContent(pair, undefined, body.content, otherBody.content) : []),
    ...ofResponses(pair),
  ];
}

function ofServers(pair: Pair): Difference[] {
  const [urls, others] = [urlsOf(pair.before), urlsOf(pair.after)];
  const isLess = urls.some((url) => !others.includes(url));
  if (!isLess && others.every((url) => urls.includes(url))) return [];
  const placeIn = ({ document }: Contract, { pointer }: Operation): string => {
    const holders = [pointer, pointer.slice(0, pointer.lastIndexOf("/"))];
    const stated = holders.find((each) => valueAt(document, `${each}/servers`) !== undefined);
    return `${stated ?? ""}/servers`;
  };
  const [own, other] = [placeIn(pair.old, pair.before), placeIn(pair.changed, pair.after)];
  return [differ(pair, "path", "servers", isLess ? ["clients"] : [], own, other)];
}

function ofSecurity(pair: Pair): Difference[] {
  const [own = [], other = []] = [pair.before, pair.after].map(({ scopes, security }) => {
    const options = security.map((schemes, index) =>
      [
        ...schemes.map(({ header, type }) => `${type} ${header.toLowerCase()}`),
        ...(scopes[index] ?? []).map((scope) => `scope ${scope}`),
      ].toSorted(),
    );
    // To need no credentials is an option too.
    return options.length === 0 ? [[]] : options.toSorted();
  });
  if (isEqual(own, other)) return [];
  // Who sends what one option asks for satisfies each option that asks for no more.
  const isCovered = (options: readonly string[][], by: readonly string[][]): boolean =>
    options.every((sent) => by.some((asked) => asked.every((each) => sent.includes(each))));
  const parties: Party[] = [
    ...(isCovered(own, other) ? [] : (["clients"] as const)),
    ...(isCovered(other, own) ? [] : (["servers"] as const)),
  ];
  const placesIn = ({ document, securitySchemes }: Contract, { pointer }: Operation): string[] => {
    const stated = `${pointer}/security`;
    const isOwn = valueAt(document, stated) !== undefined;
    return [isOwn ? stated : "/security", ...securitySchemes.map((scheme) => scheme.pointer)];
  };
  const oldPointers = placesIn(pair.old, pair.before);
  const newPointers = placesIn(pair.changed, pair.after);
  const whole = differ(pair, "security", "security", parties, undefined, undefined);
  return [{ ...whole, oldPointers, newPointers }];
}

/** The parameters by what tells them from one another: in a path that is their order. */
function requestParameters({ changed }: Pair, { parameters, path }: Operation) {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const credentials = changed.securitySchemes.map(({ header }) => `header ${header.toLowerCase()}`);
  const own = parameters.filter(({ key }) => !credentials.includes(key));
  return new Map(
    own.map((each) => [each.in === "path" ? `path ${names.indexOf(each.name)}` : each.key, each]),
  );
}

/** @param code - That of the response whose headers they are. `undefined`: those of the request. */
function ofParameters(
  pair: Pair,
  code: string | undefined,
  own: ReadonlyMap<string, Parameter>,
  other: ReadonlyMap<string, Parameter>,
): Difference[] {
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((name) => {
    const [before, after] = [own.get(name), other.get(name)];
    const { key = name } = before ?? after ?? {};
    const presence = ofPresence(pair, key, code, before, after);
    if (before === undefined || after === undefined) return presence;
    return [
      ...presence,
      ...ofFields(pair, code, before, after),
      ...ofSchemas(pair, key, code, before.shape, after.shape),
    ];
  });
}

type Sent = { readonly required: boolean } & (Parameter | { readonly pointer: string });

/** Whether something may or must be sent. */
function ofPresence(
  pair: Pair,
  part: string,
  code: string | undefined,
  before: Sent | undefined,
  after: Sent | undefined,
): Difference[] {
  const [own, other] = [placeOf(before), placeOf(after)];
  if (before?.required === after?.required) return [];
  const parties = disturbedBy(code === undefined, before?.required, after?.required);
  return own === undefined || other === undefined
    ? [differ(pair, part, "in", parties, own, other, code)]
    : [differ(pair, part, "required", parties, `${own}/required`, `${other}/required`, code)];
}

function placeOf(sent: Sent | undefined): string | undefined {
  return sent && ("parameterPointer" in sent ? sent.parameterPointer : sent.pointer);
}

/** Whether it must be sent; `undefined`: it is not there. */
type Need = boolean | undefined;

function disturbedBy(isRequest: boolean, before: Need, after: Need): Party[] {
  const [isLess, isMore] = [before === true && after !== true, after === true && before !== true];
  const areClients = isRequest ? isMore || after === undefined : isLess;
  const areServers = isRequest ? before === undefined || (isLess && after === false) : isMore;
  return [
    ...(areClients ? (["clients"] as const) : []),
    ...(areServers ? (["servers"] as const) : []),
  ];
}

/** What is said of a parameter beside its schema. */
function ofFields(
  pair: Pair,
  code: string | undefined,
  before: Parameter,
  after: Parameter,
): Difference[] {
  const [own, other] = [before.parameterPointer, after.parameterPointer];
  const saidOf = ({ document }: Contract, parameter: Parameter) => ({
    explode: parameter.isList && parameter.explode,
    "schema/default": parameter.shape.keyword("default"),
    "x-includes": valueAt(document, `${parameter.parameterPointer}/x-includes`),
    "x-identifies": parameter.identifies,
  });
  const [said, says] = [saidOf(pair.old, before), saidOf(pair.changed, after)];
  const fields = Object.keys(said) as (keyof typeof said)[];
  return fields.flatMap((field) => {
    // What a response must identify is news to servers, what it need not any more to clients.
    const parties = { clients: said[field] !== undefined, servers: says[field] !== undefined };
    const whom = (["clients", "servers"] as const).filter(
      (each) => field !== "x-identifies" || parties[each],
    );
    const pointers = [`${own}/${field}`, `${other}/${field}`] as const;
    const keyword = field.replace("schema/", "");
    return isEqual(said[field], says[field])
      ? []
      : [differ(pair, before.key, keyword, whom, ...pointers, code)];
  });
}

function ofResponses(pair: Pair): Difference[] {
  const { after, before } = pair;
  const codes = [before, after].flatMap(({ responses }) => responses.map(({ code }) => code));
  // A status that one contract states is in a range of the other, if it has one.
  const responseIn = ({ responses }: Operation, code: string): Response | undefined =>
    responses.find((each) => each.code === code) ?? responseFor({ responses }, Number(code));
  const headersOf = ({ headers }: Response) => new Map(headers.map((each) => [each.key, each]));
  return [...new Set(codes)].flatMap((code) => {
    const [own, other] = [responseIn(before, code), responseIn(after, code)];
    if (own !== undefined && other !== undefined)
      return [
        ...ofContent(pair, code, own.content, other.content),
        ...ofParameters(pair, code, headersOf(own), headersOf(other)),
      ];
    // An error status that clients do not know is the first of its class (RFC 9110, 15).
    const isNews = other !== undefined && !/^([45]|default)/.test(code);
    const parties: Party[] = own ? ["servers"] : isNews ? ["clients"] : [];
    const [place, otherPlace] = [before, after].map(
      ({ pointer }) => `${pointer}/responses/${code}`,
    );
    const pointers = [own && place, other && otherPlace] as const;
    return [differ(pair, "status", "status", parties, ...pointers, code)];
  });
}

/** @param code - That of the response whose body it is. `undefined`: it is that of the request. */
function ofContent(
  pair: Pair,
  code: string | undefined,
  before: readonly MediaType[],
  after: readonly MediaType[],
): Difference[] {
  const byType = (content: readonly MediaType[]) =>
    new Map(content.map((media) => [essenceOf(media.mediaType), media]));
  const [own, other] = [byType(before), byType(after)];
  // A client that asks for what it knows gets no other representation, while that is offered.
  const news: readonly Party[] = code === undefined || own.size === 0 ? ["servers"] : [];
  const lost: readonly Party[] = code === undefined ? ["clients"] : ["clients", "servers"];
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((type) => {
    const [mine, theirs] = [own.get(type), other.get(type)];
    if (mine !== undefined && theirs !== undefined)
      return ofSchemas(pair, "body", code, mine.shape, theirs.shape);
    const pointers = [mine, theirs].map((media) => media?.pointer.replace(/\/schema$/, ""));
    const parties = mine === undefined ? news : lost;
    return [differ(pair, "body", "content", parties, pointers[0], pointers[1], code)];
  });
}

/** An empty segment or list is not sent. */
const sent = { pointer: "", schema: { minItems: 1 } };
const segment = { pointer: "", schema: { minItems: 1, minLength: 1 } };

function ofSchemas(
  {
    before: { operationId },
    done,
  }: Pick<Pair, "done"> & { readonly before: Pick<Operation, "operationId"> },
  part: string,
  code: string | undefined,
  before: Shape,
  after: Shape,
): Difference[] {
  const isText = part !== "body";
  const implied = part.startsWith("path ") ? [segment] : isText && code === undefined ? [sent] : [];
  const [own, other] = [before, after].map((shape) => ({ shape: shape.and(...implied), isText }));
  if (own === undefined || other === undefined) return [];
  const [sender, reader]: readonly [Party, Party] =
    code === undefined ? ["clients", "servers"] : ["servers", "clients"];
  const losses = [
    ...lossesOf(own, other, done).map((each) => ({ ...each, party: sender })),
    ...lossesOf(other, own, done).map(({ own: theirs, other: mine, ...each }) => {
      return { ...each, own: mine, other: theirs, party: reader };
    }),
  ];
  const same = groupBy(losses, (each) =>
    JSON.stringify([each.at, each.keyword, each.own, each.other]),
  );
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { at, keyword, other: newPointers, own: oldPointers } = first;
    // A member of a response that is new, or gone, disturbs nobody by that alone.
    const isSilent = keyword === "properties" && code !== undefined;
    const parties = isSilent ? [] : group.map(({ party }) => party);
    const examples = new Map(group.map(({ examples: values, party }) => [party, values]));
    const place = { operationId, code, part, at, keyword, oldPointers, newPointers };
    return [{ ...place, parties, examples }];
  });
}

/** Schemas that no operation uses break nobody, and mean something to people. */
function ofUnusedSchemas({ changed, done, old }: Omit<Pair, "after" | "before">): Difference[] {
  const root = "/components/schemas";
  const names = Object.keys(valueAt(old.document, root) ?? {});
  return names.flatMap((name) => {
    const pointer = appendPointer(root, name);
    if (valueAt(changed.document, pointer) === undefined) return [];
    const pair = { done, before: { operationId: "" } };
    const found = ofSchemas(pair, "body", "200", old.shape(pointer), changed.shape(pointer));
    return found.map((each) => ({ ...each, parties: [], code: undefined }));
  });
}
