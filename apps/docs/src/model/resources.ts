import type { Contract, Operation } from "@workflow-api/contract";
import { bodyField, type Field } from "./fields.ts";

/** A resource of an answer, and those that it holds. */
export interface Resource {
  /** Its name in words: `Variable cage`. */
  readonly name: string;
  /** How its holder calls it; of the outermost the empty string. */
  readonly label: string;
  readonly many: boolean;
  /** What asks for it. The empty string: it is always there. */
  readonly asked: string;
  /** Its address on the page of the operation. */
  readonly id: string;
  readonly holds: readonly Resource[];
}

/**
 * The resources that the answer of an operation holds: objects with an `id`, each within the one
 * that refers to it.
 */
export function resourcesOf(contract: Contract, operation: Operation): Resource[] {
  const success = operation.responses.find(
    ({ status, content }) => status < 300 && content.length > 0,
  );
  const [media] = success?.content ?? [];
  if (success === undefined || media === undefined) return [];
  return within(
    bodyField(contract, media, `response-${success.status}`, operation.includes),
    "",
    "",
    false,
  );
}

function within(field: Field, label: string, asked: string, many: boolean): Resource[] {
  const inner = (each: Field): Resource[] =>
    within(
      each,
      each.isNamed && each.name !== "data" ? each.name : label,
      each.include === undefined ? asked : `${each.include.parameter.name}=${each.include.value}`,
      many || each.type.startsWith("list"),
    );
  const isResource =
    field.component !== undefined &&
    ["type", "id"].every((name) => field.fields.some((each) => each.name === name));
  if (!isResource) return field.fields.flatMap(inner);
  const holds = field.fields.flatMap((each) => within(each, each.name, "", false));
  return [
    {
      name: inWords(field.component ?? field.name),
      label,
      many,
      asked,
      id: field.id,
      holds: holds.map((each) => each),
    },
  ];
}

/** The instances that the path of an operation names, each within the one before it. */
export function hierarchyOf({ path }: Operation): Resource[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  const names = segments.filter(
    (segment, index) => !segment.startsWith("{") && segments[index + 1]?.startsWith("{"),
  );
  return names.reduceRight<Resource[]>(
    (holds, name) => [
      { name: inWords(name), label: "", many: false, asked: "", id: "parameters", holds },
    ],
    [],
  );
}

/** `VariableCage` is `Variable cage`, `flow_instances` is `Flow instances`. */
function inWords(name: string): string {
  const text = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}
