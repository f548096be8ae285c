import { type Contract, isObject, type Operation } from "@workflow-api/contract";
import { counterpartOf } from "./places.ts";

/** Something that has to hold between the types of two contracts. */
export interface Assertion {
  readonly operationId: string;
  readonly part: string;
  /** One line of TypeScript that compiles if it holds; `undefined` for what is known without a compiler not to. */
  readonly code: string | undefined;
  /** Why it does not hold, where that is known already. */
  readonly reason: string;
  /** Whether it is about what callers give, read, or call by name. */
  readonly about: "given" | "read" | "named";
  readonly oldPlaces: readonly string[];
  readonly newPlaces: readonly string[];
}

/** Everything that code by the types of the old contract relies on. */
export function assertionsOf(old: Contract, changed: Contract): Assertion[] {
  return [
    ...old.operations.flatMap((operation) => ofOperation(operation, changed)),
    ...ofComponents(old, changed),
  ];
}

function ofOperation(operation: Operation, changed: Contract): Assertion[] {
  const { operationId, pointer, requestBody } = operation;
  const found = changed.operations.find((other) => other.operationId === operationId);
  if (found === undefined) return [renamed(operation, counterpartOf(operation, changed))];
  const id = JSON.stringify(operationId);
  const of = (part: string, about: Assertion["about"], ...codes: readonly string[]): Assertion[] =>
    codes.map((code) => ({
      operationId,
      part: part.split("/", 1)[0] ?? "",
      code,
      reason: "",
      about,
      oldPlaces: placesOf(operation, pointer, part),
      newPlaces: placesOf(found, found.pointer, part),
    }));
  const given = (part: string): string => `{ const _: New[${id}]["${part}"] = {} as Old[${id}]["${part}"]; }`;
  const kept = (part: string): string =>
    `{ const _: never = {} as Lost<NonNullable<Old[${id}]["${part}"]>, NonNullable<New[${id}]["${part}"]>>; }`;
  return [
    ...of("parameters", "given", given("parameters")),
    ...of("parameters", "named", kept("parameters")),
    ...(requestBody === undefined
      ? of("requestBody", "given", `{ const _: New[${id}]["requestBody"] = undefined; }`)
      : [
          ...of("requestBody", "given", ...bodiesGiven(operation, found)),
          ...of("requestBody", "named", kept("requestBody")),
        ]),
    ...operation.responses
      .filter(({ status }) => found.responses.some((other) => other.status === status))
      .flatMap(({ status }) => {
        const at = `["responses"][${JSON.stringify(status)}]`;
        return of(`responses/${status}`, "read", `{ const _: Old[${id}]${at} = {} as New[${id}]${at}; }`);
      }),
    ...of("responses", "named", kept("responses")),
  ];
}

/** Whether there has to be a body, and each of the media types that it may be of: a caller gives one of them. */
function bodiesGiven({ operationId, requestBody }: Operation, found: Operation): string[] {
  const id = JSON.stringify(operationId);
  const others = new Set(found.requestBody?.content.map(({ mediaType }) => mediaType));
  const shared = requestBody?.content.filter(({ mediaType }) => others.has(mediaType)) ?? [];
  const presence = (types: string): string => `Presence<${types}[${id}]["requestBody"]>`;
  return [
    `{ const _: ${presence("New")} = {} as ${presence("Old")}; }`,
    ...shared.map(({ mediaType }) => {
      const body = (types: string): string =>
        `NonNullable<${types}[${id}]["requestBody"]>["content"][${JSON.stringify(mediaType)}]`;
      return `{ const _: ${body("New")} = {} as ${body("Old")}; }`;
    }),
  ];
}

function placesOf({ parameters }: Operation, pointer: string, part: string): string[] {
  const own = part === "parameters" ? parameters.map(({ parameterPointer }) => parameterPointer) : [];
  return [...own, `${pointer}/${part}`];
}

function renamed({ operationId, pointer }: Operation, other: Operation | undefined): Assertion {
  const reason =
    other === undefined ? `${operationId} is gone.` : `${operationId} is now called ${other.operationId}.`;
  return known({
    operationId,
    part: "name",
    reason,
    oldPlaces: [`${pointer}/operationId`],
    newPlaces: other === undefined ? [] : [`${other.pointer}/operationId`],
  });
}

function ofComponents(old: Contract, changed: Contract): Assertion[] {
  const has = isObject(old.document["components"]) ? old.document["components"] : {};
  const schemas = isObject(has["schemas"]) ? Object.keys(has["schemas"]) : [];
  return schemas
    .filter((name) => !changed.schemas.has(name))
    .map((name) =>
      known({
        operationId: "",
        part: name,
        reason: `The schema ${name} is gone.`,
        oldPlaces: [`/components/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`],
        newPlaces: [],
      }),
    );
}

function known(broken: Omit<Assertion, "about" | "code">): Assertion {
  return { ...broken, about: "named", code: undefined };
}
