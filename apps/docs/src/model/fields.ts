import {
  appendPointer,
  type Contract,
  choicesOf,
  type Facet,
  facetsOf,
  type Include,
  itemPlaces,
  type JsonValue,
  listedValues,
  type Operation,
  type Parameter,
  propertyNames,
  propertyPlaces,
  requiredNames,
  type SchemaPlace,
} from "@workflow-api/contract";
import { slugOf, uniqueSlug } from "../escape.ts";
import { type Constraint, constraintsOf, exampleOf, typeWords } from "./words.ts";

/** A field of a body, or an item of a list, as a row of its page. */
export interface Field {
  /** Its address on the page. */
  readonly id: string;
  /** Its name; of items and other members what they are. */
  readonly name: string;
  /** Whether `name` is a name of the contract, rather than words for it. */
  readonly isNamed: boolean;
  /** The name of its component of the contract. */
  readonly component: string | undefined;
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Markdown. */
  readonly description: string;
  readonly constraints: readonly Constraint[];
  readonly example: JsonValue | undefined;
  /** The include that adds it. */
  readonly include: Include | undefined;
  /** The parameter of the request whose value it repeats. */
  readonly identifiedBy: Parameter | undefined;
  /** The name of the field that it repeats: what it holds stands there. */
  readonly repeats: string | undefined;
  readonly fields: readonly Field[];
  readonly choices: readonly Choice[];
}

/** Alternatives, of which a value satisfies one (`oneOf`) or at least one (`anyOf`). */
export interface Choice {
  readonly label: string;
  readonly branches: readonly Field[];
}

/** What of a request decides how its response is described. */
type RequestParts = Pick<Operation, "includes" | "parameters">;

interface Scope {
  readonly contract: Contract;
  readonly request: RequestParts;
  readonly ids: Set<string>;
  /** What a place stands within: its name, by the pointers of its schemas. */
  readonly within: ReadonlyMap<string, string>;
  readonly id: string;
  /** The pointer into the body; of items that of their list. */
  readonly body: string;
}

/**
 * A body as one field, with all that it holds.
 *
 * @param id - What the addresses of its fields begin with.
 */
export function bodyField(
  contract: Contract,
  place: SchemaPlace,
  id: string,
  ids: Set<string> = new Set(),
  request: RequestParts = { includes: [], parameters: [] },
): Field {
  return fieldOf({ contract, request, ids, within: new Map(), id, body: "" }, [place], {
    name: "body",
    isNamed: false,
    required: true,
  });
}

function fieldOf(
  scope: Scope,
  places: readonly SchemaPlace[],
  own: Pick<Field, "name" | "isNamed" | "required">,
): Field {
  const { contract, request, ids, id, body } = scope;
  const { document } = contract;
  const facets = facetsOf(document, places);
  const key = facets
    .flatMap(({ schema, pointer }) => ("$ref" in schema ? [] : [pointer]))
    .join(" ");
  const repeats = key === "" ? undefined : scope.within.get(key);
  const within = new Map([...scope.within, [key, own.name]]);
  const inner = { ...scope, within };
  const items = facetsOf(document, itemPlaces(facets));
  // What is said of it, of what it refers to, and of its items.
  const texts = [...facets, ...items].map(({ schema }) => schema["description"]);
  const free = uniqueSlug(id, ids);
  return {
    ...own,
    id: free,
    // Of a list that of its items.
    component: componentOf(facets) ?? componentOf(items),
    type: typeWords(contract, places),
    deprecated: facets.some(({ schema }) => schema["deprecated"] === true),
    description: [...new Set(texts)].filter((text) => typeof text === "string").join("\n\n"),
    constraints: constraintsOf(document, places),
    example: exampleOf(document, places),
    include: request.includes.find(({ adds }) => adds === body),
    identifiedBy: request.parameters.find(({ identifies }) => identifies === body),
    repeats,
    fields: repeats === undefined ? membersOf(inner, facets) : [],
    choices: repeats === undefined ? choicesIn(inner, facets) : [],
  };
}

function membersOf(scope: Scope, facets: readonly Facet[]): Field[] {
  const required = requiredNames(facets);
  const named = propertyNames(facets).map((name) =>
    fieldOf(below(scope, name), propertyPlaces(facets, name), {
      name,
      isNamed: true,
      required: required.has(name),
    }),
  );
  // A name that no schema declares leads to `additionalProperties` alone.
  const others = propertyPlaces(facets, "\0").filter(
    ({ schema }) => schema !== true && schema !== false,
  );
  const other =
    others.length === 0
      ? []
      : [
          fieldOf(below(scope, "other"), others, {
            name: "any other field",
            isNamed: false,
            required: false,
          }),
        ];
  return [...named, ...other, ...itemsOf(scope, facets)];
}

/**
 * Of a list of objects their fields; of any other what each item is, if there is something to say
 * of it.
 */
function itemsOf(scope: Scope, facets: readonly Facet[]): Field[] {
  const places = itemPlaces(facets);
  if (places.length === 0) return [];
  const own = { name: "each item", isNamed: false, required: false };
  const item = fieldOf({ ...scope, id: `${scope.id}-item`, body: `${scope.body}/*` }, places, own);
  const { constraints, fields, choices, repeats } = item;
  if (fields.length > 0 && choices.length === 0 && constraints.length === 0) return [...fields];
  const says = constraints.length > 0 || choices.length > 0 || repeats !== undefined;
  return says || fields.length > 0 ? [{ ...item, description: "" }] : [];
}

function choicesIn(scope: Scope, facets: readonly Facet[]): Choice[] {
  return choicesOf(facets).map((branches) => {
    const isOne = branches.some(({ pointer }) => pointer.includes("/oneOf/"));
    return {
      label: isOne ? "One of" : "At least one of",
      branches: branches.map((branch, index) => {
        const name = branchName(scope.contract, branch, index);
        return fieldOf({ ...scope, id: `${scope.id}-${slugOf(name)}` }, [branch], {
          name,
          isNamed: false,
          required: false,
        });
      }),
    };
  });
}

/**
 * The title of a branch, the name of its component, the member that tells it from the others, or
 * its type.
 */
function branchName(contract: Contract, branch: SchemaPlace, index: number): string {
  const facets = facetsOf(contract.document, [branch]);
  const title = facets
    .map(({ schema }) => schema["title"])
    .find((each) => typeof each === "string");
  const told = propertyNames(facets).flatMap((name) => {
    const values = listedValues(facetsOf(contract.document, propertyPlaces(facets, name))) ?? [];
    return values.length === 1 ? [`${name}: ${values.map(String)}`] : [];
  });
  const type = typeWords(contract, [branch]);
  return String(
    title ??
      componentOf(facets) ??
      told[0] ??
      (type === "any value" ? `Variant ${index + 1}` : type),
  );
}

function componentOf(facets: readonly Facet[]): string | undefined {
  const names = facets.map(({ pointer }) => /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1]);
  return names.find((name) => name !== undefined);
}

function below(scope: Scope, name: string): Scope {
  return { ...scope, id: `${scope.id}-${slugOf(name)}`, body: appendPointer(scope.body, name) };
}

/** A field and all that it holds, from the top. */
export function allFields(field: Field): Field[] {
  return [
    field,
    ...[...field.fields, ...field.choices.flatMap(({ branches }) => branches)].flatMap(allFields),
  ];
}
