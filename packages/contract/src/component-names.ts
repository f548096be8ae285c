import { basename, extname } from "node:path";
import { type Kind, sections } from "./document-grammar.ts";
import { isObject } from "./json.ts";
import { appendPointer, parsePointer } from "./json-pointer.ts";
import { contentOf, follow, keyOf, type Origin, targetOf, within } from "./origin.ts";
import { isWider } from "./references-alone.ts";
import type { Sources } from "./source.ts";

/** A component that stands in another file, and is to be put among those of the root. */
export interface Component {
  readonly section: string;
  readonly name: string;
  readonly kind: Kind;
  readonly origin: Origin;
}

/** The components of a contract of several files, by where they stand. */
export interface ComponentNames {
  /** The pointer of the component at a place, if it has one yet. */
  knownPointer(origin: Origin): string | undefined;
  /** The pointer of the component at a place; it gets one if it has none. `undefined`: its kind is no component's. */
  pointerFor(origin: Origin, kind: Kind): string | undefined;
  /** Those that got their name here, as they come. */
  readonly added: readonly Component[];
}

/** What the root lists under a name has that name. What it does not list has the name of its pointer or of its file. */
export function createComponentNames(root: string, sources: Sources): ComponentNames {
  const pointers = new Map<string, string>();
  const taken = new Set<string>();
  const added: Component[] = [];
  const claim = (origin: Origin, pointer: string): void => {
    taken.add(pointer);
    if (!pointers.has(keyOf(origin))) pointers.set(keyOf(origin), pointer);
  };
  const components = follow(sources, { file: root, pointer: "/components" });
  for (const section of sections.values()) {
    const listed = follow(sources, within(components, section));
    const members = contentOf(sources, listed);
    for (const [name, member] of isObject(members) ? Object.entries(members) : []) {
      const pointer = appendPointer("/components", section, name);
      claim(within(listed, name), pointer);
      // What is listed with more than the reference says is not what the reference leads to.
      if (
        isObject(member) &&
        typeof member["$ref"] === "string" &&
        !(section === "schemas" && isWider(member))
      )
        claim(targetOf(listed.file, member["$ref"]), pointer);
    }
  }
  return {
    added,
    knownPointer: (origin) => pointers.get(keyOf(origin)),
    pointerFor(origin, kind) {
      const section = sections.get(kind);
      if (section === undefined) return undefined;
      const known = pointers.get(keyOf(origin));
      if (known !== undefined) return known;
      const name = freeName(nameOf(origin), (each) => taken.has(appendPointer("/components", section, each)));
      const pointer = appendPointer("/components", section, name);
      claim(origin, pointer);
      added.push({ section, name, kind, origin });
      return pointer;
    },
  };
}

/** What a component of a part would be called: as its pointer ends, or as its file. */
export function nameOf({ file, pointer }: Origin): string {
  const name = parsePointer(pointer).at(-1) ?? basename(file, extname(file));
  return name.replaceAll(/[^\w.-]/g, "_");
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${name}_${number}`;
  return free;
}
