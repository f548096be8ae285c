import type { Contract, Operation, Parameter, Response } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { isEqual, type JsonValue, valueAt } from "@workflow-api/contract/json";
import {
  type Content,
  contentDifferences,
  schemaDifferences,
  typesOf,
  writtenDifference,
  writtenDifferences,
  writtenParts,
} from "./content-differences.ts";
import { pathParts, urlsOf } from "./counterpart.ts";
import {
  type Difference,
  differenceOf,
  existenceOf,
  type Party,
  type Place,
  paired,
  partiesOf,
} from "./difference.ts";
import { canonicalFrom } from "./written.ts";

/** An operation in one of two contracts. */
export interface Side {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** Every difference in meaning between two versions of an operation. */
export function operationDifferences(before: Side, after: Side): Difference[] {
  const place = requestOf(before.operation);
  return [
    ...nameDifferences(before, after),
    ...serverDifferences(before, after),
    ...securityDifferences(before, after),
    ...flowDifferences(before, after),
    ...parameterDifferences(before, after),
    ...bodyDifferences(place, before, after),
    ...responseDifferences(before, after),
    ...writtenDifferences(
      { ...place, part: "callbacks" },
      writtenParts(before.contract, before.operation.pointer, "callbacks"),
      writtenParts(after.contract, after.operation.pointer, "callbacks"),
    ),
  ];
}

function requestOf({ operationId }: Operation): Place {
  return { operationId, code: undefined, part: "body" };
}

/** What code that uses the types calls the operation by. */
export function nameDifferences(before: Side, after: Side): Difference[] {
  const place = { ...requestOf(before.operation), part: "path" };
  const { operationId: oldId, path: oldPath, pointer: oldPointer } = before.operation;
  const { operationId: newId, path: newPath, pointer: newPointer } = after.operation;
  const template = existenceOf(place, "template", oldPointer, newPointer, {
    summary: `is at \`${newPath}\`; it was at \`${oldPath}\`.`,
    breaksBuild: true,
  });
  const operationId = differenceOf(place, "operationId", {
    oldPointers: [`${oldPointer}/operationId`],
    newPointers: [`${newPointer}/operationId`],
    breaksBuild: true,
  });
  return [...(oldPath === newPath ? [] : [template]), ...(oldId === newId ? [] : [operationId])];
}

function serverDifferences(before: Side, after: Side): Difference[] {
  const urls = urlsOf(before.operation);
  const kept = urlsOf(after.operation);
  if (isEqual(urls.toSorted(), kept.toSorted())) return [];
  const place = { ...requestOf(before.operation), part: "path" };
  return [
    differenceOf(place, "servers", {
      parties: partiesOf(!urls.every((url) => kept.includes(url)), false),
      oldPointers: pointersTo(before, "servers"),
      newPointers: pointersTo(after, "servers"),
    }),
  ];
}

/** Where a field of an operation stands, or else that of its path, or else the shared one. */
function pointersTo({ contract, operation: { pointer } }: Side, field: string): string[] {
  const path = pointer.slice(0, pointer.lastIndexOf("/"));
  const places = [pointer, path, ""].map((holder) => `${holder}/${field}`);
  return [places.find((each) => valueAt(contract.document, each) !== undefined) ?? []].flat();
}

/** The security requirements, in any one of which all credentials and scopes are asked for. */
function securityDifferences(before: Side, after: Side): Difference[] {
  const was = optionsOf(before);
  const is = optionsOf(after);
  if (isEqual(was, is)) return [];
  const place = { ...requestOf(before.operation), part: "security" };
  return [
    differenceOf(place, "security", {
      parties: partiesOf(!areEnough(was, is), !areEnough(is, was)),
      oldPointers: [...pointersTo(before, "security"), ...schemePointers(before)],
      newPointers: [...pointersTo(after, "security"), ...schemePointers(after)],
    }),
  ];
}

function optionsOf({ operation: { scopes, security } }: Side): string[][] {
  const options = security.map((schemes, index) =>
    [
      ...schemes.map(({ header, type }) => `${type} ${header.toLowerCase()}`),
      ...(scopes[index] ?? []).map((scope) => `scope ${scope}`),
    ].toSorted(),
  );
  // No credentials is an option, too.
  return options.length === 0 ? [[]] : options.toSorted();
}

/** Credentials for one option satisfy every option that asks for no more. */
function areEnough(sent: readonly string[][], asked: readonly string[][]): boolean {
  return sent.every((credentials) =>
    asked.some((option) => option.every((each) => credentials.includes(each))),
  );
}

function schemePointers({ contract }: Side): string[] {
  return contract.securitySchemes.map(({ pointer }) => pointer);
}

/** How clients get their bearer tokens, as it is written. More ways concern nobody. */
function flowDifferences(before: Side, after: Side): Difference[] {
  const place = { ...requestOf(before.operation), part: "security" };
  return paired(flowsOf(before), flowsOf(after)).flatMap(([, was, is]) => {
    if (was === undefined || was.written === is?.written) return [];
    return { ...writtenDifference(place, "flows", was, is), parties: partiesOf(true, false) };
  });
}

function flowsOf({ contract, operation }: Side): Map<string, Content> {
  const bearers = operation.security.flat().filter(({ type }) => type === "bearer");
  return new Map(
    bearers.flatMap((scheme, index) => {
      const pointer = `${scheme.pointer}/openIdConnectUrl`;
      const url = { pointer, written: canonicalFrom(contract.sourceDocument, pointer) };
      const flows = [...writtenParts(contract, scheme.pointer, "flows"), ["url", url] as const];
      return flows.map(([name, flow]) => [`${index} ${name}`, flow] as const);
    }),
  );
}

function parameterDifferences(before: Side, after: Side): Difference[] {
  const place = requestOf(before.operation);
  // A parameter that became a credential is compared as security.
  const headers = after.contract.securitySchemes.map(({ header }) => header.toLowerCase());
  const credentials = new Set(headers.map((header) => `header ${header}`));
  return paired(parametersOf(before), parametersOf(after)).flatMap(([key, was, is]) =>
    is === undefined && credentials.has(key)
      ? []
      : ofParameter({ ...place, part: (was ?? is)?.key ?? "" }, before, was, after, is),
  );
}

/** Path parameters are known by their order, whatever their names. */
function parametersOf({ operation }: Side): Map<string, Parameter> {
  const names = pathParts(operation);
  return new Map(
    operation.parameters.map((each) => [
      each.in === "path" ? `path ${names.indexOf(each.key)}` : each.key,
      each,
    ]),
  );
}

/** A parameter, or a header of a response. */
function ofParameter(
  place: Place,
  before: Side,
  was: Parameter | undefined,
  after: Side,
  is: Parameter | undefined,
): Difference[] {
  const existence = ofExistence(place, was, is);
  if (was === undefined || is === undefined) return existence;
  const oldFields = fieldsOf(before, was);
  const newFields = fieldsOf(after, is);
  const fields = paired(oldFields, newFields).flatMap(([keyword, oldValue, newValue]) => {
    // Lists alone have `explode`.
    const isCompared = keyword !== "explode" || (was.isList && is.isList);
    if (!isCompared || isEqual(oldValue, newValue)) return [];
    // A new promise concerns servers, a removed one clients.
    const isPromise = keyword.startsWith("x-");
    const path = keyword === "default" ? "schema/default" : keyword;
    return differenceOf(place, keyword, {
      parties: partiesOf(
        !isPromise || oldValue !== undefined,
        !isPromise || newValue !== undefined,
      ),
      oldPointers: [`${was.pointer}/${path}`],
      newPointers: [`${is.pointer}/${path}`],
    });
  });
  return [...existence, ...fields, ...schemaDifferences(place, was.shape, is.shape)];
}

function fieldsOf({ contract }: Side, parameter: Parameter): Map<string, JsonValue | undefined> {
  const written = ["x-includes", "x-identifies"];
  return new Map<string, JsonValue | undefined>([
    ["explode", parameter.explode],
    ["default", parameter.shape.keyword("default")],
    ...written.map(
      (name) => [name, valueAt(contract.document, `${parameter.pointer}/${name}`)] as const,
    ),
  ]);
}

/** A part that is sent, and whether it must be. */
type Sent = Pick<Parameter, "pointer" | "required">;

function ofExistence(place: Place, was: Sent | undefined, is: Sent | undefined): Difference[] {
  const isLess = was?.required === true && is?.required !== true;
  const isMore = is?.required === true && was?.required !== true;
  if (!isLess && !isMore && (was === undefined) === (is === undefined)) return [];
  if (place.code !== undefined) return [sentDifference(place, was, is, partiesOf(isLess, isMore))];
  const isAdded = was === undefined;
  const isRemoved = is === undefined;
  const parties = partiesOf(isMore || isRemoved, isLess || isAdded);
  return [{ ...sentDifference(place, was, is, parties), breaksBuild: isMore || isRemoved }];
}

function sentDifference(
  place: Place,
  was: Sent | undefined,
  is: Sent | undefined,
  parties: readonly Party[],
): Difference {
  if (was === undefined || is === undefined)
    return existenceOf(place, "in", was?.pointer, is?.pointer, {
      parties,
      breaksBuild: is === undefined,
    });
  return differenceOf(place, "required", {
    parties,
    oldPointers: [`${was.pointer}/required`],
    newPointers: [`${is.pointer}/required`],
  });
}

function bodyDifferences(place: Place, before: Side, after: Side): Difference[] {
  const was = before.operation.requestBody;
  const is = after.operation.requestBody;
  const oldTypes = typesOf(
    before.contract,
    `${before.operation.pointer}/requestBody`,
    was?.content ?? [],
  );
  const newTypes = typesOf(
    after.contract,
    `${after.operation.pointer}/requestBody`,
    is?.content ?? [],
  );
  const existence = ofExistence(place, was, is);
  const isAddedOrRemoved = (was === undefined) !== (is === undefined);
  if (isAddedOrRemoved && (oldTypes.size === 0 || newTypes.size === 0)) return existence;
  return [...existence, ...contentDifferences(place, oldTypes, newTypes)];
}

function responseDifferences(before: Side, after: Side): Difference[] {
  const all = [before, after].flatMap(({ operation }) => operation.responses);
  return [...new Set(all.map(({ code }) => code))].flatMap((code) => {
    const place = { ...requestOf(before.operation), code };
    const was = documentedAt(before, code);
    const is = documentedAt(after, code);
    const status = { ...place, part: "status" };
    if (was === undefined || is === undefined) {
      // Clients treat an unknown error status as the first of its class (RFC 9110, 15).
      const parties = partiesOf(is !== undefined && is.status < 400, is === undefined);
      const breaksBuild = is === undefined;
      return existenceOf(status, "status", was?.pointer, is?.pointer, { parties, breaksBuild });
    }
    // A status that has become one of a range is no longer a name in the types.
    const isLost = was.code === code && is.code !== code;
    return [
      ...(isLost ? [existenceOf(status, "status", was.pointer, undefined, lostName)] : []),
      ...contentDifferences(
        place,
        typesOf(before.contract, was.pointer, was.content),
        typesOf(after.contract, is.pointer, is.content),
      ),
      ...paired(headersOf(was), headersOf(is)).flatMap(([key, oldHeader, newHeader]) =>
        ofParameter({ ...place, part: key }, before, oldHeader, after, newHeader),
      ),
    ];
  });
}

const lostName = { breaksBuild: true };

/** The response with a code, or else with the range that covers it: errors, beside a success. */
function documentedAt({ operation }: Side, code: string): Response | undefined {
  const exact = operation.responses.find((each) => each.code === code);
  const found = exact ?? responseFor(operation, Number(code));
  const isOfErrors = found?.code === "default" && operation.responses.some(isSuccess);
  return exact === undefined && isOfErrors && /^2/.test(code) ? undefined : found;
}

function isSuccess(response: Response): boolean {
  return response.isSuccess;
}

function headersOf({ headers }: Response): Map<string, Parameter> {
  return new Map(headers.map((each) => [each.key, each]));
}
