import { componentAt } from "./component-at.ts";
import { ContractError, type Problem } from "./contract-error.ts";
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";
import { appendPointer, pointerOfReference, valueAt } from "./json-pointer.ts";
import type { ResolvedSchema, SchemaModel, SourceLocation } from "./model.ts";
import type { Sender } from "./one-way.ts";
import type { Judgement, SchemaJudge } from "./schema-judge.ts";

/** An object of the document, and where it stands. */
export interface Placed {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** What the readers of the parts of a contract share. */
export interface Reading {
  readonly document: JsonObject;
  /** Records what is wrong; reading goes on, so that all problems are reported at once. */
  problem(message: string, pointer: string): void;
  /** Throws {@link ContractError} if a problem was recorded. */
  finish(): void;
  /** The value at a pointer of the document. */
  at(pointer: string): JsonValue | undefined;
  /** Follows the `$ref`s of a Reference Object. */
  follow(value: JsonValue | undefined, pointer: string): Placed | undefined;
  /** The members of an object that are objects, references followed. */
  members(parent: Placed, name: string): [string, Placed][];
  /** The items of an array that are objects, references followed. */
  items(parent: Placed, name: string): Placed[];
  /** @param sender Who sends what it describes: what does not travel in that direction is not judged. */
  schema(schema: JsonValue | undefined, pointer: string, sender?: Sender): SchemaModel;
  resolve(schema: JsonSchema, pointer: string): ResolvedSchema;
}

/** Begins to read a document. What is wrong is recorded by the readers of its parts, with the place that `locate` gives. */
export function createReading(
  document: JsonObject,
  judgeOf: (sender: Sender | undefined) => SchemaJudge,
  locate: (pointer: string) => SourceLocation,
): Reading {
  const problems: Problem[] = [];
  const failures: SchemaFailure[] = [];
  const problem = (message: string, pointer: string): void => {
    const told = problems.some((known) => known.message === message && known.location.pointer === pointer);
    if (!told) problems.push({ message, location: locate(pointer) });
  };
  const follow = (value: JsonValue | undefined, pointer: string): Placed | undefined =>
    followReferences(document, value, pointer);
  const place = (entries: [string, JsonValue | undefined][], pointer: string): [string, Placed][] =>
    entries.flatMap(([name, value]) => {
      const placed = follow(value, appendPointer(pointer, name));
      return placed === undefined ? [] : [[name, placed]];
    });
  return {
    document,
    problem,
    finish: () => {
      for (const { message, pointer } of innermost(failures)) problem(message, pointer);
      if (problems.length > 0) throw new ContractError(problems);
    },
    at: (pointer) => valueAt(document, pointer),
    follow,
    members: (parent, name) => {
      const value = parent.value[name];
      return isObject(value) ? place(Object.entries(value), appendPointer(parent.pointer, name)) : [];
    },
    items: (parent, name) => {
      const value = parent.value[name];
      if (!Array.isArray(value)) return [];
      const entries = value.map((item, index): [string, JsonValue] => [String(index), item]);
      return place(entries, appendPointer(parent.pointer, name)).map(([, placed]) => placed);
    },
    schema: (value, pointer, sender) => readSchema(judgeOf(sender), failures, value, pointer),
    resolve: createResolver(document),
  };
}

function followReferences(
  document: JsonObject,
  value: JsonValue | undefined,
  pointer: string,
): Placed | undefined {
  let placed = { value, pointer };
  for (let hops = 0; hops < 32; hops++) {
    if (!isObject(placed.value)) return undefined;
    const reference = placed.value["$ref"];
    if (typeof reference !== "string") return { value: placed.value, pointer: placed.pointer };
    const target = pointerOfReference(reference);
    placed = { value: valueAt(document, target), pointer: target };
  }
  return undefined;
}

/** Follows the `$ref`s of schemas that stand at pointers of a document, of each of them once. */
export function createResolver(document: JsonObject): Reading["resolve"] {
  const known = new WeakMap<JsonObject, ResolvedSchema>();
  return (schema, pointer) => {
    if (!isObject(schema) || typeof schema["$ref"] !== "string") return { schema, name: undefined, pointer };
    const resolved = known.get(schema) ?? resolveSchema(document, schema, pointer);
    known.set(schema, resolved);
    return resolved;
  };
}

function resolveSchema(document: JsonObject, schema: JsonSchema, pointer: string): ResolvedSchema {
  let resolved: ResolvedSchema = { schema, name: undefined, pointer };
  for (let hops = 0; hops < 32 && isObject(resolved.schema); hops++) {
    const { schema: referring } = resolved;
    const reference = referring["$ref"];
    if (typeof reference !== "string") return resolved;
    const { $ref: _, ...siblings } = referring;
    const at = pointerOfReference(reference);
    const target = valueAt(document, at);
    const component = componentAt(at);
    resolved = {
      schema: isObject(target) ? { ...target, ...siblings } : target === false ? false : siblings,
      name: component?.section === "schemas" ? component.name : resolved.name,
      pointer: at,
    };
  }
  return resolved;
}

/** The judgement of a place without a schema. */
const ANYTHING: Judgement = { accepts: () => true, validate: () => [] };

interface SchemaFailure {
  readonly message: string;
  readonly pointer: string;
  readonly schema: JsonSchema;
}

function readSchema(
  judge: SchemaJudge,
  failures: SchemaFailure[],
  value: JsonValue | undefined,
  pointer: string,
): SchemaModel {
  const schema: JsonSchema = isObject(value) || typeof value === "boolean" ? value : true;
  if (value === undefined) return { schema, pointer, ...ANYTHING };
  try {
    return { schema, pointer, ...judge.compile(pointer) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    failures.push({ message: `The schema cannot be used: ${reason}.`, pointer, schema });
    return { schema, pointer, ...ANYTHING };
  }
}

/** A schema fails wherever it is referred to: only the failures that no other failure explains are worth telling. */
function innermost(failures: readonly SchemaFailure[]): readonly SchemaFailure[] {
  const explained = ({ schema, pointer }: SchemaFailure): boolean => {
    const text = JSON.stringify(schema);
    return failures.some(
      (other) => other.pointer !== pointer && text.includes(`"$ref":${JSON.stringify(`#${other.pointer}`)}`),
    );
  };
  const unexplained = failures.filter((failure) => !explained(failure));
  return unexplained.length > 0 ? unexplained : failures;
}

/** A member that is a string; the empty string if it is absent. */
export function text(value: JsonObject, name: string): string {
  const member = value[name];
  return typeof member === "string" ? member : "";
}

/** A member that is a string, if there is one. */
export function optionalText(value: JsonObject, name: string): string | undefined {
  const member = value[name];
  return typeof member === "string" ? member : undefined;
}
