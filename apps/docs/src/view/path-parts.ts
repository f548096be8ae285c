import type { Operation } from "@workflow-api/contract";
import { parameterAnchor } from "./operation-view.ts";

/** A piece of a path template: literal text, or a parameter with the id of its row. */
export interface PathPart {
  readonly text: string;
  readonly anchor: string | undefined;
}

/** The segments of an operation's path template, each with its slash and in its pieces. */
export function pathSegments(operation: Operation): PathPart[][] {
  return operation.path.split(/(?=\/)/).map((segment) => partsOf(segment, operation));
}

function partsOf(segment: string, operation: Operation): PathPart[] {
  return segment
    .split(/(\{[^}]+\})/)
    .filter((text) => text !== "")
    .map((text) => {
      const parameter = operation.parameters.find((each) => each.in === "path" && text === `{${each.name}}`);
      return { text, anchor: parameter === undefined ? undefined : parameterAnchor(parameter) };
    });
}
