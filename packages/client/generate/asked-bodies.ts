import { type Contract, isJson, type MediaType, type Operation, parsePointer } from "@workflow-api/contract";
import { isDeclared } from "./members.ts";
import { answersOf } from "./reading.ts";

/** The values of parameters that add nothing to a body. */
export function silentIn(contract: Contract, operation: Operation, body: MediaType): string[] {
  const names = operation.includes
    .filter(({ adds }) => !bodiesWith(contract, operation, parsePointer(adds)).includes(body))
    .map(({ value }) => value);
  return [...new Set(names)];
}

/** The bodies of answers that declare a member at a path; all of them where none does. */
export function bodiesWith(contract: Contract, operation: Operation, path: readonly string[]): MediaType[] {
  const bodies = answersOf(operation).flatMap(({ content }) => content);
  const declaring = bodies.filter(
    (each) => isJson(each.mediaType) && isDeclared(contract.resolve, each, path),
  );
  return declaring.length === 0 ? bodies : declaring;
}
