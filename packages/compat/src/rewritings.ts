import {
  appendPointer,
  type Contract,
  isEqual,
  isObject,
  type JsonValue,
} from "@workflow-api/contract";
import { templateOf } from "./counterpart.ts";

/** A place where two documents are written differently. */
export interface Rewriting {
  /** The key, or the name of a list item, such as the `id` of a gap. */
  readonly name: string;
  /** The JSON Pointers in both documents: one, or none where it is absent. */
  readonly oldPointers: readonly string[];
  readonly newPointers: readonly string[];
  /** Whether it is an annotation, which people read and which changes no message. */
  readonly isText: boolean;
}

const annotations =
  /^(bearerFormat|\$comment|default|deprecated|description|discriminator|examples?|externalDocs|info|jsonSchemaDialect|links|openapi|operationId|readOnly|summary|tags|title|writeOnly|xml|x-.*)$/;

/** The keys of maps, whose own keys are names and not keywords. */
const maps =
  /^(callbacks|content|examples|headers|parameters|pathItems|paths|patternProperties|properties|requestBodies|responses|schemas|securitySchemes|webhooks)$/;

/** A part of a document. */
interface Part {
  readonly pointer: string;
  readonly value: JsonValue | undefined;
}

/** The places where two contracts are written differently, as deep as both have a value. */
export function rewritingsOf(old: Contract, changed: Contract): Rewriting[] {
  const found: Rewriting[] = [];
  const add = (name: string, isText: boolean, own?: Part, other?: Part): void => {
    const [oldPointers, newPointers] = [own, other].map((part) => (part ? [part.pointer] : []));
    found.push({ name, isText, oldPointers: oldPointers ?? [], newPointers: newPointers ?? [] });
  };
  const compare = (own: Part, other: Part, key: string, isMap: boolean): void => {
    const isText = !isMap && annotations.test(key);
    const isName = !isMap && maps.test(key);
    const differing = differingMembers(own, other, key);
    if (differing.length === 0) add(key, isText, own, other);
    for (const [name, mine, theirs] of differing)
      if (isText || mine === undefined || theirs === undefined)
        add(name, isText || (!isName && annotations.test(name)), mine, theirs);
      else compare(mine, theirs, name, isName);
  };
  const whole = (value: JsonValue): Part => ({ pointer: "", value });
  compare(whole(old.sourceDocument), whole(changed.sourceDocument), "", false);
  return found;
}

type Pair = readonly [name: string, own: Part | undefined, other: Part | undefined];

/** The unequal members of two objects or lists, in any order. Empty: they differ as a whole. */
function differingMembers(own: Part, other: Part, key: string): Pair[] {
  const isList = [own, other].every(({ value }) => Array.isArray(value) && value.some(isObject));
  if (!isList && !(isObject(own.value) && isObject(other.value))) return [];
  const [members, others] = [membersOf(own, other, key), membersOf(other, own, key)];
  const pairs = [...new Set([...members.keys(), ...others.keys()])].map(
    (name): Pair => [name, members.get(name), others.get(name)],
  );
  return pairs.filter(([, mine, theirs]) => !isEqual(mine?.value, theirs?.value));
}

/** The members of an object, or the items of a list that the other one lacks, by name. */
function membersOf({ pointer, value }: Part, { value: other }: Part, key: string) {
  const at = (token: string | number, member: JsonValue | undefined): Part => ({
    pointer: appendPointer(pointer, token),
    value: member,
  });
  if (isObject(value)) {
    // A path parameter may be renamed.
    const nameOf = (name: string): string => (key === "paths" ? templateOf(name) : name);
    return new Map(Object.entries(value).map(([name, each]) => [nameOf(name), at(name, each)]));
  }
  const [list, others] = [listOf(value), listOf(other)];
  return new Map(
    lacking(list, others).map((item, index) => [
      itemName(item) || `${index}`,
      at(list.indexOf(item), item),
    ]),
  );
}

/** The items of a list that another one lacks. */
export function lacking(list: readonly JsonValue[], other: readonly JsonValue[]): JsonValue[] {
  return list.filter((item) => !other.some((each) => isEqual(item, each)));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The name of a list item. The empty string: it has none. */
function itemName(item: JsonValue): string {
  if (!isObject(item)) return "";
  const { $ref, id, in: place, name, url } = item;
  return [$ref ?? id ?? url ?? place, name].filter((each) => each !== undefined).join(" ");
}
