import {
  appendPointer,
  type Contract,
  facetsOf,
  type HttpRequest,
  type HttpResponse,
  isEqual,
  type JsonValue,
  judgeRequest,
  judgeResponse,
  type Operation,
  type Parameter,
  requestFor,
  type Violation,
} from "@workflow-api/contract";
import { deriveCases } from "../derive.ts";
import { deriveResponses, type ResponseCase } from "../responses.ts";
import { isDeclared, mediaOfRequest, mediaOfResponse, undeclared, violatedPlaces } from "./declared.ts";

/** A request or a response that one of two contracts allows and the other does not. */
export interface Witness {
  /**
   * `callers`: who calls by the old contract is refused, or gets what it does not allow. `servers`: who serves by the old
   * contract does not keep the new one.
   */
  readonly for: "callers" | "servers";
  readonly operationId: string;
  /** What no longer holds, as a sentence. */
  readonly reason: string;
  /** The derived case. */
  readonly title: string;
  /** The request; of a response, the one that it answers. Placeholders stand for secrets. */
  readonly request: HttpRequest;
  /** `undefined`: the request itself shows it. */
  readonly response: HttpResponse | undefined;
  /** The JSON Pointers of what it follows from, of both documents, nearest first. */
  readonly places: readonly string[];
}

/** What is tried: who is hurt by what `allowing` allows and `refusing` refuses. */
interface Side {
  readonly for: Witness["for"];
  readonly allowing: Contract;
  readonly refusing: Contract;
  /** The contract that refuses, in words. */
  readonly by: string;
}

/**
 * Replays what is derived from two contracts against the other one: callers send requests of the old one and get responses
 * of the new one, servers the reverse. Nothing is sent.
 *
 * @returns What held and no longer does; of several that show the same, the first.
 */
export function replay(old: Contract, changed: Contract): Witness[] {
  const requests = [old, changed].flatMap((contract) =>
    deriveCases(contract).filter(({ expected }) => expected.kind !== "odd"),
  );
  const responses = [old, changed].flatMap((contract) => deriveResponses(contract));
  const forward = { allowing: old, refusing: changed, by: "new" };
  const backward = { allowing: changed, refusing: old, by: "old" };
  const found = new Map<string, Witness>();
  const keep = (
    side: Side,
    violations: readonly Violation[],
    make: (violation: Violation) => Witness,
  ): void => {
    for (const violation of violations) {
      const { keyword, part, pointer } = violation;
      const witness = make(violation);
      const kind = [side.for, witness.operationId, part, pointer.replaceAll(/\/\d+/g, "/[]"), keyword].join(
        " ",
      );
      if (!found.has(kind)) found.set(kind, witness);
    }
  };
  for (const side of [
    { for: "callers", ...forward },
    { for: "servers", ...backward },
  ] as const)
    for (const one of requests)
      keep(side, refusedRequest(side, one.request), (violation) => ofRequest(side, one, violation));
  for (const side of [
    { for: "callers", ...backward },
    { for: "servers", ...forward },
  ] as const)
    for (const one of responses)
      keep(side, refusedResponse(side, one), (violation) => ofResponse(side, one, violation));
  return [...found.values()];
}

/** The same operation of another contract: that of the same method and path, whatever its path parameters are called. */
export function counterpartOf({ method, path }: Operation, contract: Contract): Operation | undefined {
  return contract.operations.find(
    (other) => other.method === method && shapeOf(other.path) === shapeOf(path),
  );
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

interface ReadRequest {
  readonly operation: Operation | undefined;
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly body: JsonValue | undefined;
  readonly violations: readonly Violation[];
}

function read(contract: Contract, request: HttpRequest): ReadRequest {
  const { operation, segments } = contract.route(request.method, request.target.split("?")[0] ?? "");
  if (operation === undefined) {
    const message = "must be one of the contract's";
    const violations = [{ part: "path", pointer: "", keyword: "path", message }];
    return { operation, values: new Map(), body: undefined, violations };
  }
  const { unauthenticated, violations, ...judged } = judgeRequest(contract, operation, request, segments);
  return { operation, ...judged, violations: [...unauthenticated, ...violations] };
}

/** Why a request that one contract allows is none of the other, or means another thing there. */
function refusedRequest({ allowing, refusing }: Side, request: HttpRequest): Violation[] {
  const own = read(allowing, request);
  if (own.operation === undefined || own.violations.length > 0) return [];
  const { operation } = own;
  const other = read(refusing, request);
  const media = mediaOfRequest(operation, request);
  const refusals = other.violations.filter((violation) =>
    isDeclared(allowing, operation.parameters, media, violation),
  );
  if (other.violations.length > 0 || other.operation === undefined) return refusals;
  const parameters = operation.parameters.flatMap((parameter) =>
    misread({ contract: allowing, ...own }, { contract: refusing, ...other }, parameter),
  );
  const theirMedia = mediaOfRequest(other.operation, request);
  const members =
    media && theirMedia && own.body !== undefined
      ? undeclared([allowing, media], [refusing, theirMedia], own.body)
      : [];
  const unread = members.map((pointer) => ({
    part: "body",
    pointer,
    keyword: "properties",
    message: "is not read",
  }));
  return [...parameters, ...unread];
}

type Reading = ReadRequest & { readonly contract: Contract };

/** A parameter that another contract allows, and gives no meaning to or another one. */
function misread(own: Reading, other: Reading, parameter: Parameter): Violation[] {
  const { in: place, key } = parameter;
  if (place === "path") return [];
  const twin = other.operation?.parameters.find((each) => each.key === key);
  const value = own.values.get(key);
  const wrong = (keyword: string, message: string): Violation[] => [
    { part: key, pointer: "", keyword, message },
  ];
  if (twin === undefined) {
    const isCredential = other.contract.securitySchemes.some(
      ({ header }) => key === `header ${header.toLowerCase()}`,
    );
    return value === undefined || isCredential ? [] : wrong("parameter", "is not read");
  }
  if (value === undefined) {
    const [mine, theirs] = [defaultOf(own.contract, parameter), defaultOf(other.contract, twin)];
    if (theirs === undefined || isEqual(mine, theirs)) return [];
    return wrong("default", `stands for ${JSON.stringify(theirs)} where it is not sent`);
  }
  const theirs = other.values.get(key);
  if (theirs === undefined || isEqual(textsOf(value), textsOf(theirs))) return [];
  return wrong("explode", `is read as ${JSON.stringify(theirs)}`);
}

function textsOf(value: JsonValue): string[] {
  return [value].flat().map(String);
}

function defaultOf({ document }: Contract, parameter: Parameter): JsonValue | undefined {
  return facetsOf(document, [parameter]).find(({ schema }) => schema["default"] !== undefined)?.schema[
    "default"
  ];
}

/** Why a response that one contract allows is none of the other. */
function refusedResponse(side: Side, { operation, response, values }: ResponseCase): Violation[] {
  const { allowing, refusing } = side;
  const [own, other] = [counterpartOf(operation, allowing), counterpartOf(operation, refusing)];
  if (own === undefined || other === undefined) return [];
  if (judgeResponse(allowing, own, response, values).length > 0) return [];
  const documented = own.responses.find(({ status }) => status === response.status);
  const known = other.responses.find(({ status }) => status === response.status);
  // Callers treat an error status that they do not know as the first of its class (RFC 9110, 15).
  if (side.for === "callers" && known === undefined && response.status >= 400) return [];
  const media = mediaOfResponse(own, response);
  return judgeResponse(refusing, other, response, values).filter((violation) => {
    if (side.for === "callers" && isUnasked(violation, documented, known)) return false;
    return isDeclared(allowing, documented?.headers ?? [], media, violation);
  });
}

/** What does not disturb callers: a body where they expect none, and a media type that they do not ask for. */
function isUnasked(
  { keyword, part }: Violation,
  documented: Operation["responses"][number] | undefined,
  known: Operation["responses"][number] | undefined,
): boolean {
  if (part === "body" && keyword === "content") return true;
  const offered = documented?.content.map(({ mediaType }) => mediaType);
  return (
    keyword === "mediaType" &&
    (known?.content.every(({ mediaType }) => offered?.includes(mediaType)) ?? false)
  );
}

function ofRequest(
  side: Side,
  { request, title }: Pick<Witness, "request" | "title">,
  violation: Violation,
): Witness {
  const operations = [side.allowing, side.refusing].map((contract) => read(contract, request).operation);
  const operation = operations[0];
  return {
    ...about(side, operation, violation, `${request.method} ${request.target}`),
    request,
    response: undefined,
    title,
    places: places(side, operations, violation, (each) => mediaOfRequest(each, request)),
  };
}

function ofResponse(side: Side, one: ResponseCase, violation: Violation): Witness {
  const { operation, response, title, values } = one;
  const operations = [side.allowing, side.refusing].map((contract) => counterpartOf(operation, contract));
  return {
    ...about(side, operation, violation, ""),
    request: requestFor(operation, values),
    response,
    title,
    places: [
      ...places(side, operations, violation, (each) => mediaOfResponse(each, response)),
      ...operations.flatMap((each) =>
        each === undefined ? [] : appendPointer(each.pointer, "responses", response.status),
      ),
    ],
  };
}

function about(
  side: Side,
  operation: Operation | undefined,
  { message, part, pointer }: Violation,
  line: string,
): Pick<Witness, "for" | "operationId" | "reason"> {
  const [place = "", ...name] = part.split(" ");
  const subject =
    name.length > 0
      ? `${place === "header" ? "" : `${place} parameter `}${name.join(" ")}${place === "header" ? " header" : ""}`
      : part;
  const where =
    part === "path" ? line.split("?")[0] : `the ${subject}${pointer === "" ? "" : ` at ${pointer}`}`;
  return {
    for: side.for,
    operationId: operation?.operationId ?? "",
    reason: `By the ${side.by} contract, ${where} ${message}.`,
  };
}

function places(
  { allowing, refusing }: Side,
  [own, other]: readonly (Operation | undefined)[],
  violation: Violation,
  mediaOf: (operation: Operation) => ReturnType<typeof mediaOfRequest>,
): string[] {
  return [
    ...(other === undefined ? [] : violatedPlaces(refusing, other, mediaOf(other), violation)),
    ...(own === undefined ? [] : violatedPlaces(allowing, own, mediaOf(own), violation)),
  ];
}
