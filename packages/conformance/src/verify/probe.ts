import type { Contract } from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { isOneOf } from "../check-status.ts";
import { NoAnswer } from "../http-target.ts";
import { documented } from "../mock-status.ts";
import { variableOf } from "../stand-ins.ts";
import type { Sent } from "./run-cases.ts";

/** The server cannot be tried: its answers would all say the same. */
export class CannotTry extends Error {
  override readonly name: string = "CannotTry";
}

/** The cases that are sent first: a right request of each operation. */
export function probesOf({ operations }: Contract, cases: readonly Case[]): Case[] {
  const right = operations.flatMap(
    (operation) => cases.find((one) => one.operation === operation && isRight(one)) ?? [],
  );
  return right.length > 0 ? right : cases.slice(0, 1);
}

/**
 * Reads the answers to the probes.
 * @throws {CannotTry} There is no server, it sends callers elsewhere, or it refuses the credentials.
 */
export function assertTriable(sent: readonly Sent[]): void {
  const [first] = sent;
  if (first === undefined) return;
  if (sent.every(({ came }) => came instanceof NoAnswer) && first.came instanceof NoAnswer)
    throw new CannotTry(`${first.came.message} Is the server running, and is --base-url its address?`);
  const redirects = sent.flatMap(({ came, one }) =>
    came instanceof NoAnswer ||
    ![301, 302, 303, 307, 308].includes(came.status) ||
    isDocumented(one, came.status)
      ? []
      : [`${came.status} to ${addressOf(came.headers["location"])}`],
  );
  if (redirects.length === sent.length)
    throw new CannotTry(
      `The server answers every right request with a redirect (${redirects[0]}), which no check follows: give that address as --base-url.`,
    );
  const right = sent.filter(({ one }) => isRight(one));
  if (allGot(right, 404)) throw new CannotTry(unknownValues(right));
  const guarded = right.filter(({ one }) => one.schemes.length > 0);
  if (allGot(guarded, 401)) throw new CannotTry(refusedCredentials(guarded));
}

/** Whether every request got a status that is not the one that it is to get. */
function allGot(sent: readonly Sent[], status: number): boolean {
  const isGot = ({ came, one }: Sent): boolean =>
    !(came instanceof NoAnswer) && came.status === status && !isOneOf(status, one.expected.statuses);
  return sent.length > 0 && sent.every(isGot);
}

function isRight({ expected }: Case): boolean {
  return expected.verdict === "scenario" || expected.verdict === "valid";
}

function isDocumented({ operation }: Case, status: number): boolean {
  return operation !== undefined && documented(operation, status) !== undefined;
}

/** Where a redirect leads to, without the query, which may hold a secret. */
function addressOf(location = "nowhere"): string {
  return location.replace(/[?#].*$/s, "").replace(/\/\/[^/@]*@/, "//");
}

function unknownValues(right: readonly Sent[]): string {
  const parameters = right.flatMap(({ one }) => one.operation?.parameters ?? []);
  const names = new Set(parameters.filter((each) => each.in === "path").map(({ name }) => name));
  const options = [...names].map((name) => `--value ${name}=…`).join(" ");
  const values =
    options === "" ? "" : ` it does not know the values of the examples (give its own: ${options}), or`;
  return `The server answers every right request with 404:${values} its paths begin otherwise (--base-url).`;
}

function refusedCredentials(guarded: readonly Sent[]): string {
  const variables = [...new Set(guarded.flatMap(({ one }) => one.schemes.map(variableOf)))];
  return `The server answers every right request with 401: it does not know the credentials of ${variables.join(" and ")}, or the other values that belong to them (--domain, --value).`;
}
