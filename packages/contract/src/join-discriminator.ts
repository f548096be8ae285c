import { type ComponentNames, nameOf } from "./component-names.ts";
import type { Problem } from "./contract-error.ts";
import { isObject, type JsonObject } from "./json.ts";
import { appendPointer, parsePointer, toFragment } from "./json-pointer.ts";
import { contentOf, type Origin, problemsOfReference, targetOf, within } from "./origin.ts";
import type { Sources } from "./source.ts";

/** What joining the files of a contract goes by, and what it finds wrong. */
export interface Joining {
  readonly root: string;
  readonly sources: Sources;
  readonly names: ComponentNames;
  readonly problems: Problem[];
}

/**
 * A discriminator whose schemas became components of one document: what its mapping names, and what a value means that is
 * the name of a schema, is what it was before. What cannot be found is a problem.
 */
export function joinDiscriminator(joining: Joining, origin: Origin, discriminator: JsonObject): JsonObject {
  const stated = isObject(discriminator["mapping"]) ? discriminator["mapping"] : {};
  const mapped = Object.entries(stated).map(([value, target]) => [
    value,
    typeof target === "string" ? targetIn(joining, origin, target, value) : target,
  ]);
  const implied = alternativesOf(joining, origin)
    .map((place) => [nameOf(place), renamed(joining, place)])
    .filter(([, target]) => target !== undefined && !mapped.some(([, other]) => other === target));
  const mapping = Object.fromEntries([...implied, ...mapped]);
  return Object.keys(mapping).length === 0 ? discriminator : { ...discriminator, mapping };
}

/** A mapping names schemas by components or by references; only a reference is told by its look. */
function targetIn(joining: Joining, origin: Origin, target: string, value: string): string {
  if (!/[#/]|\.(?:ya?ml|json)$/i.test(target)) return renamedTarget(joining, origin, target) ?? target;
  const { sources, problems } = joining;
  const found = problemsOfReference(sources, origin, target);
  const { file, pointer } = within(origin, "mapping", value);
  problems.push(...found.map(({ message }) => ({ message, location: sources.locate(file, pointer) })));
  return found.length > 0 ? target : toFragment(pointerOf(joining, targetOf(origin.file, target)));
}

/** The schema that a part means by a name, if it has another name in the document. */
function renamedTarget(joining: Joining, origin: Origin, name: string): string | undefined {
  const [, ...above] = parsePointer(origin.pointer).slice(0, -1).toReversed();
  const beside = { file: origin.file, pointer: appendPointer("", ...above.toReversed(), name) };
  const place = [...alternativesOf(joining, origin), beside].find(
    (each) => nameOf(each) === name && contentOf(joining.sources, each) !== undefined,
  );
  return place && renamed(joining, place);
}

/** The alternatives of the schema of a discriminator that stand elsewhere. */
function alternativesOf({ sources }: Joining, { file, pointer }: Origin): Origin[] {
  const schema = contentOf(sources, { file, pointer: pointer.slice(0, pointer.lastIndexOf("/")) });
  const alternatives = isObject(schema) ? [schema["oneOf"] ?? [], schema["anyOf"] ?? []].flat() : [];
  return alternatives.flatMap((each) =>
    isObject(each) && typeof each["$ref"] === "string" ? [targetOf(file, each["$ref"])] : [],
  );
}

/** The reference to a schema of a part whose name in the document is another one. */
function renamed(joining: Joining, place: Origin): string | undefined {
  if (place.file === joining.root) return undefined;
  const pointer = pointerOf(joining, place);
  return parsePointer(pointer).at(-1) === nameOf(place) ? undefined : toFragment(pointer);
}

function pointerOf({ root, names }: Joining, place: Origin): string {
  return (place.file === root ? undefined : names.pointerFor(place, "schema")) ?? place.pointer;
}
