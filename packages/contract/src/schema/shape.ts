import {
  appendPointer,
  isEqual,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
} from "../json.ts";
import type { Contract } from "../model.ts";
import { type CreateMatcher, mostSteps, rememberMatchers } from "../patterns/matcher.ts";
import { type Direction, directedDocument, excludedNames } from "./direction.ts";
import {
  allTypes,
  branchLocations,
  locationAt,
  type ObjectSchema,
  recursionsIn,
  type SchemaLocation,
  type SchemaType,
  schemasOf,
  statedTypes,
  subschemas,
} from "./schemas.ts";
import { createValidator, type Validation } from "./validator.ts";

/** The branches of a `oneOf` or an `anyOf`. */
export interface Union {
  readonly pointer: string;
  readonly keyword: "anyOf" | "oneOf";
  readonly branches: readonly Shape[];
}

/** A value in a document, and its JSON Pointer. */
interface ValueLocation {
  readonly value: JsonValue;
  readonly pointer: string;
}

/** A violation of a schema by a value. */
export interface SchemaViolation {
  /** The JSON Pointer of the invalid part of the value; the empty string is the value itself. */
  readonly pointer: string;
  /** The JSON Schema keyword that is broken. */
  readonly keyword: string;
  /** What was expected, in words: `must be a string`. It never contains the value itself. */
  readonly message: string;
  /** The missing member, for `required`. */
  readonly missing?: string;
}

/** Shared by the shapes of a document in one direction. */
interface ShapeContext {
  /** In which no schema requires what the direction excludes. */
  readonly document: JsonObject;
  /** `undefined`: it has no members that a direction excludes. */
  readonly direction: Direction;
  readonly validate: (location: SchemaLocation, value: unknown) => Validation;
  readonly createMatcher: CreateMatcher;
  /** By the pointers of their locations. */
  readonly shapes: Map<string, Shape>;
}

/**
 * The shapes of a document without endless schemas.
 *
 * @returns The shape of the schema at a JSON Pointer: one for each direction.
 */
export function createShapes(
  document: JsonObject,
  createMatcher: CreateMatcher,
): Contract["shape"] {
  const contexts = new Map<Direction, ShapeContext>();
  const matcherOf = rememberMatchers(createMatcher);
  return (pointer, direction) => {
    const context = contexts.get(direction) ?? createContext(document, direction, matcherOf);
    contexts.set(direction, context);
    return shapeOf(context, [locationAt(context.document, pointer)]);
  };
}

function createContext(
  contractDocument: JsonObject,
  requestedDirection: Direction,
  createMatcher: CreateMatcher,
): ShapeContext {
  const document = directedDocument(contractDocument, requestedDirection);
  const direction = document === contractDocument ? undefined : requestedDirection;
  let validator: ShapeContext["validate"] | undefined;
  const validate: ShapeContext["validate"] = (location, value) => {
    validator ??= createValidator(document, createMatcher);
    return validator(location, value);
  };
  return { document, direction, validate, createMatcher, shapes: new Map() };
}

function shapeOf(context: ShapeContext, locations: readonly SchemaLocation[]): Shape {
  const key = locations.map(({ pointer, schema }) => pointer || JSON.stringify(schema)).join("\n");
  const known = context.shapes.get(key) ?? new Shape(context, locations);
  context.shapes.set(key, known);
  return known;
}

/**
 * What a contract says about a value: its schema, with everything that `$ref` and `allOf` add.
 * Evaluated lazily.
 */
export class Shape {
  /** The schemas that it starts from. All of them apply; none: anything is allowed. */
  readonly locations: readonly SchemaLocation[];
  readonly #context: ShapeContext;
  #excluded: ReadonlySet<string> | undefined;
  #recursions: readonly string[] | undefined;
  #schemas: readonly ObjectSchema[] | undefined;
  #types: readonly SchemaType[] | undefined;
  #unions: readonly Union[] | undefined;

  constructor(context: ShapeContext, locations: readonly SchemaLocation[]) {
    this.#context = context;
    this.locations = locations;
  }

  /** The JSON Pointer of the first of its locations. */
  get pointer(): string {
    return this.locations[0]?.pointer ?? "";
  }

  /** The locations with the targets of `$ref` and the members of `allOf`, without `true`. */
  get schemas(): readonly ObjectSchema[] {
    this.#schemas ??= schemasOf(this.#context.document, this.locations);
    return this.#schemas;
  }

  /** The types that a value may have: by `type`, `const`, `enum` and the branches. */
  get types(): readonly SchemaType[] {
    this.#types ??= typesOf(this);
    return this.#types;
  }

  /** Each `oneOf` and `anyOf`. */
  get unions(): readonly Union[] {
    this.#unions ??= this.schemas.flatMap((location) =>
      (["oneOf", "anyOf"] as const).flatMap((keyword) => {
        const branches = branchLocations(location, keyword).map((part) =>
          shapeOf(this.#context, [part]),
        );
        const pointer = `${location.pointer}/${keyword}`;
        return branches.length > 0 ? [{ pointer, keyword, branches }] : [];
      }),
    );
    return this.#unions;
  }

  /** Whether a location is the schema `false`, which no value satisfies. */
  get isNever(): boolean {
    return this.locations.some(({ schema }) => schema === false);
  }

  /** The only values, by `const` and `enum`. `undefined`: it has neither. */
  get values(): readonly JsonValue[] | undefined {
    const [first, ...rest] = this.schemas.flatMap(({ schema: { const: value, enum: values } }) => [
      ...(value === undefined ? [] : [[value]]),
      ...(Array.isArray(values) ? [values] : []),
    ]);
    return first?.filter((value) =>
      rest.every((list) => list.some((each) => isEqual(value, each))),
    );
  }

  /** The names of the members that it declares for its direction, in the order of the document. */
  get names(): readonly string[] {
    const declared = this.keywordValues("properties").flatMap((each) => Object.keys(each ?? {}));
    return [...new Set(declared)].filter((name) => !this.excluded.has(name));
  }

  /** The names of the members that it requires. */
  get required(): ReadonlySet<string> {
    return new Set(this.keywordValues("required").flat().map(String));
  }

  /** The names of the members that its direction excludes: `readOnly` ones in a request. */
  get excluded(): ReadonlySet<string> {
    const { direction, document } = this.#context;
    this.#excluded ??= excludedNames(document, this.locations, direction);
    return this.#excluded;
  }

  /**
   * The JSON Pointers of the schemas to which it leads back, as in a tree. Empty: its values are of
   * limited depth. Anything that walks through it otherwise needs a limit.
   */
  get recursions(): readonly string[] {
    this.#recursions ??= recursionsIn(this.#context.document, this.schemas);
    return this.#recursions;
  }

  /** The items of an array. */
  get items(): Shape {
    return this.subschemas("items");
  }

  /**
   * A member: by its properties and the patterns that its name matches, else by
   * `additionalProperties`.
   */
  property(name: string): Shape {
    const found = this.schemas.flatMap((each) => {
      const patterns = Object.keys(each.schema["patternProperties"] ?? {});
      const matching = patterns.filter((pattern) => this.#matches(pattern, name));
      const declared = [
        ...subschemas(each, "properties", name),
        ...matching.flatMap((pattern) => subschemas(each, "patternProperties", pattern)),
      ];
      return declared.length > 0 ? declared : subschemas(each, "additionalProperties");
    });
    return shapeOf(this.#context, found);
  }

  /** The subschemas at a keyword, such as `propertyNames`. */
  subschemas(...tokens: readonly string[]): Shape {
    return shapeOf(
      this.#context,
      this.schemas.flatMap((each) => subschemas(each, ...tokens)),
    );
  }

  /**
   * The shape of the part of the value at a JSON Pointer. What only the branches of a `oneOf` or an
   * `anyOf` describe has the shape of the first that does.
   */
  at(pointer: string): Shape {
    return parsePointer(pointer).reduce<Shape>(partOf, this);
  }

  /** All values of a keyword in its schemas. */
  keywordValues(keyword: string): readonly JsonValue[] {
    return this.schemas.flatMap(({ schema: { [keyword]: value } }) =>
      value === undefined ? [] : [value],
    );
  }

  /** The value of a keyword in the first of its schemas that has it. */
  keyword(keyword: string): JsonValue | undefined {
    return this.keywordValues(keyword)[0];
  }

  /** The values that its schemas give, the most telling first, and where they stand. */
  get samples(): readonly ValueLocation[] {
    return ["examples", "default", "const", "enum"].flatMap((keyword) =>
      this.schemas.flatMap(({ pointer, schema: { [keyword]: found } }) => {
        const at = `${pointer}/${keyword}`;
        if (found === undefined) return [];
        return keyword === "examples" || keyword === "enum"
          ? [found].flat().map((value, index) => ({ value, pointer: `${at}/${index}` }))
          : [{ value: found, pointer: at }];
      }),
    );
  }

  /** The strictest value of a numeric keyword. */
  limit(keyword: string): number | undefined {
    const numbers = this.keywordValues(keyword).filter((value) => typeof value === "number");
    if (numbers.length === 0) return undefined;
    return /max/i.test(keyword) ? Math.min(...numbers) : Math.max(...numbers);
  }

  /** The JSON Pointer of a keyword in the first of its schemas that has it. */
  pointerOf(keyword: string): string | undefined {
    const found = this.schemas.find(({ schema }) => schema[keyword] !== undefined);
    return found && appendPointer(found.pointer, keyword);
  }

  /** The same shape, restricted by further schemas. */
  and(...further: readonly SchemaLocation[]): Shape {
    return shapeOf(this.#context, [...this.locations, ...further]);
  }

  /**
   * The shapes with one branch chosen of each `oneOf` and `anyOf`.
   *
   * @param most - How many are given, and followed. Default: 16.
   * @param chosen - The pointers of the unions of which it has one branch.
   */
  variants(most = 16, chosen: readonly string[] = []): readonly Shape[] {
    const open = this.unions.find(({ pointer }) => !chosen.includes(pointer));
    if (open === undefined) return [this];
    const found: Shape[] = [];
    for (const { locations } of open.branches) {
      const inner = [...chosen, open.pointer];
      if (found.length < most)
        found.push(...this.and(...locations).variants(most - found.length, inner));
    }
    return found;
  }

  /** The JSON Pointers of the members of a value that its direction excludes. */
  excludedIn(value: JsonValue, pointer = "", visited = new Map<Shape, Set<string>>()): string[] {
    // In a tree, each branch at each of its levels would look at the same parts again.
    const pointers = visited.get(this) ?? new Set();
    if (this.#context.direction === undefined || pointers.has(pointer)) return [];
    visited.set(this, pointers.add(pointer));
    const branches = this.unions.flatMap((union) => union.branches);
    const inBranches = branches.flatMap((branch) =>
      branch.violations(value).length === 0 ? branch.excludedIn(value, pointer, visited) : [],
    );
    const inParts = Object.entries(isObject(value) || Array.isArray(value) ? value : {}).flatMap(
      ([name, part = null]) => {
        const at = appendPointer(pointer, name);
        if (Array.isArray(value)) return this.items.excludedIn(part, at, visited);
        if (this.excluded.has(name)) return [at];
        return this.property(name).excludedIn(part, at, visited);
      },
    );
    return [...new Set([...inParts, ...inBranches])];
  }

  /** The violations of its schemas by a value; none if it is valid. */
  violations(value: unknown): readonly SchemaViolation[] {
    return this.locations.flatMap((each) => this.#context.validate(each, value).violations);
  }

  /** The same, with the patterns that were not matched, because that may take too long. */
  validate(value: unknown): Validation {
    const found = this.locations.map((each) => this.#context.validate(each, value));
    return {
      violations: found.flatMap(({ violations }) => violations),
      unmatched: [...new Set(found.flatMap(({ unmatched }) => unmatched))],
    };
  }

  #matches(pattern: string, name: string): boolean {
    const { cost, matches } = this.#context.createMatcher(pattern);
    return cost(name.length) > mostSteps || matches(name) !== false;
  }
}

function partOf(shape: Shape, token: string): Shape {
  const { items, unions } = shape;
  const member = shape.property(token);
  const inner = unions.flatMap(({ branches }) => branches.map((each) => partOf(each, token)));
  return [member, items, ...inner].find(({ locations }) => locations.length > 0) ?? member;
}

function typesOf(shape: Shape): SchemaType[] {
  const limits = [
    ...shape.schemas.flatMap(({ schema }) => statedTypes(schema)),
    ...shape.unions.map(({ branches }) => branches.flatMap(({ types }) => types)),
  ];
  return allTypes.filter((type) =>
    limits.every(
      (limit) => limit.includes(type) || (type === "integer" && limit.includes("number")),
    ),
  );
}
