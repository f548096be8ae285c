import { parsePointer } from "./json-pointer.ts";

/** One of the components of a document. */
export interface ComponentPlace {
  /** The kind of components that it is listed among, such as `schemas`. */
  readonly section: string;
  readonly name: string;
}

/** The component that stands at a JSON Pointer. `undefined`: something else does, be it within a component. */
export function componentAt(pointer: string): ComponentPlace | undefined {
  const [components, section, name, ...inside] = parsePointer(pointer);
  return components === "components" && section !== undefined && name !== undefined && inside.length === 0
    ? { section, name }
    : undefined;
}
