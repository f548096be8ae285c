import { type Operation, parsePointer } from "@workflow-api/contract";
import { contract } from "../contract.ts";
import { bodyAnchor, schemaView } from "./operation-view.ts";
import type { FieldView, SchemaView } from "./schema-view.ts";

/** What one value of an operation's include parameter adds to its 2xx body. */
export interface Added {
  readonly value: string;
  /** The member that it adds, with dots between the names. */
  readonly path: string;
  /** The id of the member's row. */
  readonly anchor: string;
  readonly field: FieldView | undefined;
}

/** What each value of the include parameter of an operation adds to the 2xx body. */
export function addedBy(operation: Operation): Added[] {
  const response = operation.responses.find(
    ({ status, content }) => status.startsWith("2") && content.length > 0,
  );
  const [media] = response?.content ?? [];
  const root =
    response === undefined || media === undefined ? "" : bodyAnchor(response, media, response.content.length);
  const view = media === undefined ? undefined : schemaView(contract, media, root);
  return [...(operation.includes?.adds ?? [])].map(([value, pointer]) => {
    const tokens = parsePointer(pointer);
    const field = view === undefined ? undefined : fieldAt(view, tokens);
    return { value, path: tokens.join("."), anchor: field?.anchor ?? root, field };
  });
}

function fieldAt(view: SchemaView, [token, ...rest]: readonly string[]): FieldView | undefined {
  const field = view.fields.find(({ label, literal }) => literal && label === token);
  return field === undefined || rest.length === 0 ? field : fieldAt(field.view, rest);
}
