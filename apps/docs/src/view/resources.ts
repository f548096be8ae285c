import { type Contract, type MediaType, type Operation, parsePointer } from "@workflow-api/contract";
import { bodyAnchor, schemaView } from "./operation-view.ts";
import type { FieldView, SchemaView } from "./schema-view.ts";

/** A resource that an answer holds, and those that it holds in turn. */
export interface ResourceNode {
  readonly label: string;
  /** The name of its schema. */
  readonly name: string;
  /** Whether there may be several. */
  readonly many: boolean;
  /** Whether it is there only if it is asked for. */
  readonly included: boolean;
  /** The id of its row on the operation's page. */
  readonly anchor: string;
  readonly holds: readonly ResourceNode[];
}

/** The instances that the path of an operation names, from the outermost: `flow`, `container`, `process`, `task`. */
export function hierarchyOf({ path }: Operation): string[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  return segments.flatMap((segment, index) => {
    const next = segments[index + 1];
    return next?.startsWith("{") && !segment.startsWith("{") ? [segment] : [];
  });
}

/** The resources that the answer of an operation holds. `undefined`: its answer is not a JSON:API-style document. */
export function resourcesOf(contract: Contract, operation: Operation): ResourceNode | undefined {
  const response = operation.responses.find(({ status, content }) => /^2/.test(status) && content.length > 0);
  const media: MediaType | undefined = response?.content[0];
  if (response === undefined || media === undefined) {
    return undefined;
  }
  const view = schemaView(contract, media, bodyAnchor(response, media, response.content.length));
  const data = memberOf(view, "data");
  const included = new Set(operation.includes.map(({ adds }) => parsePointer(adds).join(".")));
  return data === undefined || relationshipsOf(data.view).length === 0
    ? undefined
    : nodeOf("", data, included, "data");
}

function nodeOf(label: string, data: FieldView, included: ReadonlySet<string>, path: string): ResourceNode {
  const { name, type } = data.view;
  const item = itemOf(data.view);
  const own = item ?? data.view;
  return {
    label,
    name: item?.name ?? name ?? type,
    many: item !== undefined,
    included: included.has(path.replace(/\.data$/, "")),
    anchor: data.anchor,
    holds: relationshipsOf(own).flatMap((relationship) => {
      const inner = memberOf(relationship.view, "data");
      const at = `${path}.relationships.${relationship.label}.data`;
      return inner === undefined ? [] : [nodeOf(relationship.label, inner, included, at)];
    }),
  };
}

function relationshipsOf(view: SchemaView): readonly FieldView[] {
  return memberOf(view, "relationships")?.view.fields.filter(({ literal }) => literal) ?? [];
}

function memberOf(view: SchemaView, name: string): FieldView | undefined {
  return view.fields.find(({ label, literal }) => literal && label === name);
}

function itemOf(view: SchemaView): SchemaView | undefined {
  return view.fields.find(({ label, literal }) => !literal && label === "each item")?.view;
}
