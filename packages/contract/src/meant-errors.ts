import type { ErrorObject } from "ajv/dist/2020.js";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import { meantBranch } from "./meant-branch.ts";

/** What is wrong with a value by the schema at a pointer, as Ajv tells it. */
export type ErrorsOf = (pointer: string, value: unknown) => readonly ErrorObject[];

/** What is wrong with a value, parted by the branches of `oneOf` and `anyOf` that it is meant to be of. */
export interface MeantErrors {
  /** By the branches that are meant, the keywords themselves, and whatever is no matter of branches. */
  readonly meant: readonly ErrorObject[];
  /** By the other branches of the same keywords. */
  readonly aside: readonly ErrorObject[];
}

/**
 * Parts what Ajv tells of a value.
 * @param errorsOf By the same judge.
 */
export function createMeantErrors(
  document: JsonObject,
  errorsOf: ErrorsOf,
): (errors: readonly ErrorObject[]) => MeantErrors {
  let places: Map<unknown, string> | undefined;
  const branchesOf = (error: ErrorObject): Branches | undefined => {
    const choice = choiceOf(document, error);
    if (choice === undefined) return undefined;
    places ??= placesIn(document);
    const pointer = places.get(error.parentSchema);
    if (pointer === undefined) return undefined;
    const told = choice.branches.map((_, index) =>
      errorsOf(appendPointer(pointer, error.keyword, index), error.data).map((each) =>
        within(each, error.instancePath),
      ),
    );
    return {
      all: told.flat(),
      own: told[choice.index] ?? [],
      others: told.toSpliced(choice.index, 1).flat(),
    };
  };
  const part = (errors: readonly ErrorObject[]): MeantErrors => {
    const meant: ErrorObject[] = [];
    const aside: ErrorObject[] = [];
    for (let end = errors.length; end > 0; end--) {
      const [error] = errors.slice(end - 1, end);
      if (error === undefined) break;
      meant.unshift(error);
      const branches = branchesOf(error);
      // Ajv tells what is wrong by each branch, in their order and before the keyword.
      const start = end - 1 - (branches?.all.length ?? 0);
      if (branches === undefined || start < 0 || !isSameRun(errors.slice(start, end - 1), branches.all))
        continue;
      const own = part(branches.own);
      meant.unshift(...own.meant);
      aside.unshift(...own.aside, ...branches.others);
      end = start + 1;
    }
    return { meant, aside };
  };
  return part;
}

/** What is wrong with a value by each of the branches of a keyword. */
interface Branches {
  readonly all: readonly ErrorObject[];
  /** By the one that is meant. */
  readonly own: readonly ErrorObject[];
  readonly others: readonly ErrorObject[];
}

interface Choice {
  readonly branches: readonly JsonValue[];
  /** Of the branch that is meant. */
  readonly index: number;
}

function choiceOf(document: JsonObject, error: ErrorObject): Choice | undefined {
  const { data, keyword, params, parentSchema } = error;
  // More than one branch that accepts the value is another matter.
  const isNone = keyword === "anyOf" || (keyword === "oneOf" && params["passingSchemas"] === null);
  if (!isNone || !isObject(parentSchema) || !isObject(data)) return undefined;
  const branches = parentSchema[keyword];
  if (!Array.isArray(branches)) return undefined;
  const index = meantBranch(document, parentSchema, branches, data);
  return index === undefined ? undefined : { branches, index };
}

function isSameRun(run: readonly ErrorObject[], told: readonly ErrorObject[]): boolean {
  return run.every(
    ({ instancePath, keyword }, index) =>
      keyword === told[index]?.keyword && instancePath === told[index]?.instancePath,
  );
}

function within(error: ErrorObject, at: string): ErrorObject {
  return { ...error, instancePath: `${at}${error.instancePath}` };
}

/** Where every object of a document stands. */
function placesIn(document: JsonObject): Map<unknown, string> {
  const places = new Map<unknown, string>();
  const visit = (value: JsonValue | undefined, pointer: string): void => {
    if (typeof value !== "object" || value === null || places.has(value)) return;
    places.set(value, pointer);
    for (const [name, member] of Object.entries(value)) visit(member, appendPointer(pointer, name));
  };
  visit(document, "");
  return places;
}
