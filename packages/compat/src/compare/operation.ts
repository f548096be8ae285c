import type { Operation, Response } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { appendPointer, isEqual, valueAt } from "@workflow-api/contract/json";
import type { Audience, Difference, Versions } from "../change.ts";
import { urlsOf } from "../pair/counterpart.ts";
import { type OperationVersion, requestParts, responseParts } from "../pair/operation-parts.ts";
import {
  audiencesWhere,
  type ComparedPlace,
  differenceOf,
  existenceOf,
  receiverOf,
} from "./difference.ts";
import { partDifferences } from "./part.ts";

/** An operation that two contracts have and read. */
export interface CommonOperation {
  readonly versions: Versions;
  readonly before: Operation;
  readonly after: Operation;
  /** Who sends its requests. */
  readonly sender: Audience;
}

/** Every difference in meaning between two versions of an operation. */
export function operationDifferences(compared: CommonOperation): Difference[] {
  return [
    ...serverDifferences(compared),
    ...securityDifferences(compared),
    ...requestDifferences(compared),
    ...responseDifferences(compared),
  ];
}

/** The place of a part of the request. */
function requestPlace(
  { before: { operationId }, sender, versions }: CommonOperation,
  part: string,
): ComparedPlace {
  return { operationId, code: undefined, part, sender, versions };
}

function sidesOf({
  after,
  before,
  versions,
}: CommonOperation): readonly [OperationVersion, OperationVersion] {
  return [
    { contract: versions.old, operation: before },
    { contract: versions.changed, operation: after },
  ];
}

/** What code that uses generated names calls the operation by, and whether it is deprecated. */
export function nameDifferences(compared: CommonOperation): Difference[] {
  const { after, before } = compared;
  const place = requestPlace(compared, "path");
  const pointers = { was: before.pointer, is: after.pointer };
  const renamed = (keyword: string, summary: string): Difference =>
    existenceOf(place, keyword, pointers, { summary: `${summary}.${noLongerCompiles}` });
  const deprecated = differenceOf(place, "deprecated", {
    oldPointers: [`${before.pointer}/deprecated`],
    newPointers: [`${after.pointer}/deprecated`],
  });
  return [
    ...(before.path === after.path
      ? []
      : [renamed("template", `is at \`${after.path}\`; it was at \`${before.path}\``)]),
    ...(before.operationId === after.operationId
      ? []
      : [renamed("operationId", `was called \`${before.operationId}\``)]),
    ...(before.deprecated === after.deprecated ? [] : [deprecated]),
  ];
}

/** Names are not sent: they break code, and no message. */
export const noLongerCompiles = " Code that uses the generated name no longer compiles.";

function serverDifferences(compared: CommonOperation): Difference[] {
  const [before, after] = sidesOf(compared);
  const urls = urlsOf(before.operation);
  const kept = urlsOf(after.operation);
  if (isEqual(urls.toSorted(), kept.toSorted())) return [];
  return [
    differenceOf(requestPlace(compared, "path"), "servers", {
      affects: audiencesWhere(!urls.every((url) => kept.includes(url)), false),
      undecided: "whether the old URL is still served is not in a contract",
      oldPointers: pointersTo(before, "servers"),
      newPointers: pointersTo(after, "servers"),
    }),
  ];
}

/** Where a field of an operation stands, or else that of its path, or else the shared one. */
function pointersTo(
  { contract, operation: { pointer } }: OperationVersion,
  field: string,
): string[] {
  const path = pointer.slice(0, pointer.lastIndexOf("/"));
  const places = [pointer, path, ""].map((holder) => `${holder}/${field}`);
  return [places.find((each) => valueAt(contract.document, each) !== undefined) ?? []].flat();
}

/** The security requirements, in any one of which all credentials and scopes are asked for. */
function securityDifferences(compared: CommonOperation): Difference[] {
  const [before, after] = sidesOf(compared);
  const was = optionsOf(before);
  const is = optionsOf(after);
  if (isEqual(was, is)) return [];
  return [
    differenceOf(requestPlace(compared, "security"), "security", {
      affects: audiencesWhere(!areEnough(was, is), !areEnough(is, was)),
      oldPointers: [...pointersTo(before, "security"), ...schemePointers(before)],
      newPointers: [...pointersTo(after, "security"), ...schemePointers(after)],
    }),
  ];
}

function optionsOf(side: OperationVersion): string[][] {
  const { sourceDocument } = side.contract;
  const credentialOf = (name: string): string => {
    const scheme = valueAt(sourceDocument, appendPointer("/components/securitySchemes", name));
    const fields = ["type", "scheme", "in", "name"].map((field) => Object(scheme)[field]);
    return fields.join(" ").toLowerCase();
  };
  const requirements = pointersTo(side, "security").flatMap((pointer) =>
    Object.values(valueAt(sourceDocument, pointer) ?? []),
  );
  const options = requirements.map((requirement) =>
    Object.entries(requirement ?? {})
      .flatMap(([name, scopes]) => [credentialOf(name), ...Object.values(scopes ?? []).map(String)])
      .toSorted(),
  );
  // No credentials is an option, too.
  return options.length === 0 ? [[]] : options.toSorted();
}

/** Credentials for one option satisfy every option that asks for no more. */
function areEnough(sent: readonly string[][], required: readonly string[][]): boolean {
  return sent.every((credentials) =>
    required.some((option) => option.every((each) => credentials.includes(each))),
  );
}

function schemePointers({ contract }: OperationVersion): string[] {
  return contract.securitySchemes.map(({ pointer }) => pointer);
}

function requestDifferences(compared: CommonOperation): Difference[] {
  const [before, after] = sidesOf(compared);
  return partDifferences(requestPlace(compared, ""), requestParts(before), requestParts(after));
}

function responseDifferences(compared: CommonOperation): Difference[] {
  const [before, after] = sidesOf(compared);
  const all = [before, after].flatMap(({ operation }) => operation.responses);
  return [...new Set(all.map(({ code }) => code))].flatMap((code) => {
    const place = { ...requestPlace(compared, "status"), code, sender: receiverOf(compared) };
    const was = documentedAt(before.operation, code);
    const is = documentedAt(after.operation, code);
    if (was === undefined || is === undefined) {
      // A shared response is still there, and so is its pointer.
      const pointerIn = ({ operation }: OperationVersion, response: Response | undefined) =>
        response && appendPointer(operation.pointer, "responses", response.code);
      const pointers = { was: pointerIn(before, was), is: pointerIn(after, is) };
      return [
        existenceOf(place, "status", pointers, { affects: affectedByStatus(place, was, is) }),
      ];
    }
    return partDifferences(
      place,
      responseParts(before.contract, was),
      responseParts(after.contract, is),
    );
  });
}

/** Whom a status affects that one of the contracts does not document, not by a range either. */
function affectedByStatus(
  place: ComparedPlace,
  was: Response | undefined,
  is: Response | undefined,
): Audience[] {
  // Clients treat an unknown error status as the first of its class (RFC 9110, 15).
  const isUnknown = was === undefined && is !== undefined && is.status < 400;
  return [...(isUnknown ? [receiverOf(place)] : []), ...(is === undefined ? [place.sender] : [])];
}

/** The response with a code, or else with the range that covers it: errors, beside a success. */
function documentedAt(operation: Operation, code: string): Response | undefined {
  const exact = operation.responses.find((each) => each.code === code);
  const found = exact ?? responseFor(operation, Number(code));
  const isOfErrors =
    found?.code === "default" && operation.responses.some(({ isSuccess }) => isSuccess);
  return exact === undefined && isOfErrors && /^2/.test(code) ? undefined : found;
}
