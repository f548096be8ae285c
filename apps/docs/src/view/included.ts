import { type Include, type Operation, parsePointer } from "@workflow-api/contract";
import { contract } from "../contract.ts";
import { bodyAnchor, schemaView } from "./operation-view.ts";
import type { FieldView, SchemaView } from "./schema-view.ts";

/** What one value of an operation's include parameters adds to its 2xx body. */
export interface Added {
  /** See {@link includeLabel}. */
  readonly label: string;
  /** The member that it adds, with dots between the names. */
  readonly path: string;
  /** The id of the member's row. */
  readonly anchor: string;
  readonly field: FieldView | undefined;
}

/** What each value of the include parameters of an operation adds to the 2xx body. */
export function addedBy(operation: Operation): Added[] {
  const response = operation.responses.find(
    ({ status, content }) => status.startsWith("2") && content.length > 0,
  );
  const [media] = response?.content ?? [];
  const root =
    response === undefined || media === undefined ? "" : bodyAnchor(response, media, response.content.length);
  const view = media === undefined ? undefined : schemaView(contract, media, root);
  return operation.includes.map((include) => {
    const tokens = parsePointer(include.adds);
    const field = view === undefined ? undefined : fieldAt(view, tokens);
    return {
      label: includeLabel(operation, include),
      path: tokens.join("."),
      anchor: field?.anchor ?? root,
      field,
    };
  });
}

/** The names of the parameters of an operation that include something. */
export function includeNames({ includes }: Operation): string[] {
  return [...new Set(includes.map(({ parameter }) => parameter.name))];
}

/** What tells a value that includes something from the others: with its parameter, where there are several. */
export function includeLabel(operation: Operation, { parameter, value }: Include): string {
  return includeNames(operation).length > 1 ? `${parameter.name}=${value}` : value;
}

/** The heading of a column of {@link includeLabel}s. */
export function valueHeading(operation: Operation): string {
  const [only, ...others] = includeNames(operation);
  return only === undefined || others.length > 0 ? "Value" : only;
}

/** The heading above what the parameters of an operation include. */
export function includeTitle(operation: Operation): string {
  const names = includeNames(operation);
  return `What ${names.join(" and ")} ${names.length > 1 ? "add" : "adds"}`;
}

function fieldAt(view: SchemaView, [token, ...rest]: readonly string[]): FieldView | undefined {
  const field = view.fields.find(({ label, literal }) => literal && label === token);
  return field === undefined || rest.length === 0 ? field : fieldAt(field.view, rest);
}
