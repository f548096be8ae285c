import type { Operation } from "@workflow-api/contract";
import { parameterAnchor } from "./operation-view.ts";

/** A piece of a path template: literal text, or a parameter with the id of its row. */
export interface PathPart {
  readonly text: string;
  readonly anchor: string | undefined;
}

/** The path template of an operation in its pieces. */
export function pathParts(operation: Operation): PathPart[] {
  return operation.path
    .split(/(\{[^}]+\})/)
    .filter((text) => text !== "")
    .map((text) => {
      const parameter = operation.parameters.find((each) => each.in === "path" && text === `{${each.name}}`);
      return { text, anchor: parameter === undefined ? undefined : parameterAnchor(parameter) };
    });
}
