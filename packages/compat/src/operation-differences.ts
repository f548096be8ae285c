import type { Operation, Response } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { appendPointer, isEqual, valueAt } from "@workflow-api/contract/json";
import { urlsOf } from "./counterpart.ts";
import { type Difference, differenceOf, existenceOf, type Place, partiesOf } from "./difference.ts";
import { partDifferences } from "./part-differences.ts";
import { requestParts, responseParts, type Side } from "./parts.ts";

/** Every difference in meaning between two versions of an operation. */
export function operationDifferences(before: Side, after: Side): Difference[] {
  return [
    ...nameDifferences(before, after),
    ...serverDifferences(before, after),
    ...securityDifferences(before, after),
    ...requestDifferences(before, after),
    ...responseDifferences(before, after),
  ];
}

function placeOf({ operation: { operationId } }: Side, part: string): Place {
  return { operationId, code: undefined, part };
}

/** What code that uses the types calls the operation by. */
export function nameDifferences(before: Side, after: Side): Difference[] {
  const place = placeOf(before, "path");
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
  return [
    differenceOf(placeOf(before, "path"), "servers", {
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
  return [
    differenceOf(placeOf(before, "security"), "security", {
      parties: partiesOf(!areEnough(was, is), !areEnough(is, was)),
      oldPointers: [...pointersTo(before, "security"), ...schemePointers(before)],
      newPointers: [...pointersTo(after, "security"), ...schemePointers(after)],
    }),
  ];
}

function optionsOf(side: Side): string[][] {
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
function areEnough(sent: readonly string[][], asked: readonly string[][]): boolean {
  return sent.every((credentials) =>
    asked.some((option) => option.every((each) => credentials.includes(each))),
  );
}

function schemePointers({ contract }: Side): string[] {
  return contract.securitySchemes.map(({ pointer }) => pointer);
}

function requestDifferences(before: Side, after: Side): Difference[] {
  return partDifferences(placeOf(before, ""), requestParts(before), requestParts(after));
}

function responseDifferences(before: Side, after: Side): Difference[] {
  const all = [before, after].flatMap(({ operation }) => operation.responses);
  return [...new Set(all.map(({ code }) => code))].flatMap((code) => {
    const place = { ...placeOf(before, "status"), code };
    const was = documentedAt(before.operation, code);
    const is = documentedAt(after.operation, code);
    return [
      ...statusDifferences(place, was, is),
      ...(was && is
        ? partDifferences(
            place,
            responseParts(before.contract, was),
            responseParts(after.contract, is),
          )
        : []),
    ];
  });
}

/** A status that has become one of a range is documented, but no longer a name in the types. */
function statusDifferences(
  place: Place,
  was: Response | undefined,
  is: Response | undefined,
): Difference[] {
  const breaksBuild = is?.code !== place.code;
  if (was !== undefined && !breaksBuild) return [];
  // Clients treat an unknown error status as the first of its class (RFC 9110, 15).
  const parties = partiesOf(
    was === undefined && is !== undefined && is.status < 400,
    is === undefined,
  );
  const newPointer = breaksBuild ? undefined : is?.pointer;
  return [existenceOf(place, "status", was?.pointer, newPointer, { parties, breaksBuild })];
}

/** The response with a code, or else with the range that covers it: errors, beside a success. */
function documentedAt(operation: Operation, code: string): Response | undefined {
  const exact = operation.responses.find((each) => each.code === code);
  const found = exact ?? responseFor(operation, Number(code));
  const isOfErrors =
    found?.code === "default" && operation.responses.some(({ isSuccess }) => isSuccess);
  return exact === undefined && isOfErrors && /^2/.test(code) ? undefined : found;
}
