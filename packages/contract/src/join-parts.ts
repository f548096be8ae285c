import { createComponentNames } from "./component-names.ts";
import { ContractError, type Problem } from "./contract-error.ts";
import { type Field, fieldOf } from "./document-grammar.ts";
import { type Joining, joinDiscriminator } from "./join-discriminator.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { appendPointer, toFragment } from "./json-pointer.ts";
import { contentOf, keyOf, type Origin, problemsOfReference, targetOf, within } from "./origin.ts";
import type { Sources } from "./source.ts";

/** One document that several files made. */
export interface Joined {
  readonly document: JsonValue;
  /** Where the components come from that the root does not list, by JSON Pointer in the document. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/**
 * Joins the files of a contract into one document. What another file holds becomes a component with the name that it
 * has there. What no component can be, such as a path, is put in the place of the reference.
 * @throws {ContractError} References cannot be followed, each with its place, or go in a circle.
 */
export function joinParts(root: string, sources: Sources): Joined {
  const names = createComponentNames(root, sources);
  const problems: Problem[] = [];
  const joining: Joining = { root, sources, names, problems };
  const top = copy(joining, { file: root, pointer: "" }, { kind: "document", shape: "one" }, []);
  const sections: Record<string, Record<string, JsonValue>> = {};
  const origins = new Map<string, Origin>();
  // What is added may refer to more, which is then added after it.
  for (const { section, name, kind, origin } of names.added) {
    origins.set(appendPointer("/components", section, name), origin);
    sections[section] = { ...sections[section], [name]: copy(joining, origin, { kind, shape: "one" }, []) };
  }
  if (problems.length > 0) throw new ContractError(problems);
  return { document: names.added.length === 0 ? top : withComponents(top, sections), origins };
}

function withComponents(top: JsonValue, added: Readonly<Record<string, JsonObject>>): JsonValue {
  if (!isObject(top)) return top;
  const components = isObject(top["components"]) ? top["components"] : {};
  const sections = Object.entries(added).map(([section, members]) => {
    const listed = components[section];
    return [section, { ...(isObject(listed) && listed), ...members }];
  });
  return { ...top, components: { ...components, ...Object.fromEntries(sections) } };
}

/**
 * @param open The places whose copy this is part of.
 * @param isMerged Whether it becomes one with what stands beside a reference to it.
 */
function copy(
  joining: Joining,
  origin: Origin,
  field: Field,
  open: readonly string[],
  isMerged = false,
): JsonValue {
  const value = contentOf(joining.sources, origin) ?? null;
  if (field.kind === "data") return value;
  if (Array.isArray(value)) {
    const item: Field = { kind: field.shape === "list" ? field.kind : "other", shape: "one" };
    return value.map((_, index) => copy(joining, within(origin, index), item, open));
  }
  if (!isObject(value)) return value;
  const { $ref: reference, ...members } = value;
  const copied = Object.entries(typeof reference === "string" ? members : value).map(([name]) => {
    const inner: Field =
      field.shape === "map" ? { kind: field.kind, shape: "one" } : fieldOf(field.kind, name);
    return [name, copy(joining, within(origin, name), inner, open)];
  });
  const others: JsonObject = Object.fromEntries(copied);
  if (typeof reference === "string")
    return refer(joining, { origin, field, reference, others, open, isMerged });
  return field.kind === "discriminator" ? joinDiscriminator(joining, origin, others) : others;
}

interface Referring {
  /** The place of the object that holds the reference. */
  readonly origin: Origin;
  readonly field: Field;
  readonly reference: string;
  /** What stands beside the reference. */
  readonly others: JsonObject;
  readonly open: readonly string[];
  readonly isMerged: boolean;
}

function refer(joining: Joining, referring: Referring): JsonValue {
  const { origin, field, reference, others, open } = referring;
  const { root, sources, names, problems } = joining;
  const found = problemsOfReference(sources, origin, reference);
  problems.push(...found);
  if (found.length > 0) return null;
  const target = targetOf(origin.file, reference);
  // Nothing but a path item has fields of its own beside a reference (OpenAPI 3.1, "Path Item Object").
  const isMerged = field.kind === "pathItem" && (referring.isMerged || Object.keys(others).length > 0);
  if (target.file === root && !isMerged) return { ...others, $ref: toFragment(target.pointer) };
  const pointer = field.shape === "one" ? names.pointerFor(target, field.kind) : undefined;
  // A component that the root lists by a reference to it is put in that place.
  if (pointer !== undefined && pointer !== names.knownPointer(origin))
    return { ...others, $ref: toFragment(pointer) };
  const key = keyOf(target);
  if (open.includes(key)) {
    const location = sources.locate(origin.file, appendPointer(origin.pointer, "$ref"));
    throw new ContractError([{ message: `${reference} would have to hold itself.`, location }]);
  }
  const put = copy(joining, target, field, [...open, key], isMerged);
  if (!isObject(put)) return put;
  const twice = isMerged ? Object.keys(others).filter((name) => Object.hasOwn(put, name)) : [];
  problems.push(
    ...twice.map((name) => ({
      message: `${name} stands here and in ${reference}, and OpenAPI does not say which one counts: leave one of them out.`,
      location: sources.locate(origin.file, appendPointer(origin.pointer, name)),
    })),
  );
  return { ...put, ...others };
}
