import {
  askedPointers,
  type Include,
  type JsonValue,
  type Operation,
  parameterKey,
} from "@workflow-api/contract";

/** With more elements than this not every combination is tried, only none, each, all but each, and all. */
const mostFull = 5;

/** The combinations that are tried: all of them where they are few. */
export function subsetsOf<Element>(elements: readonly Element[]): Element[][] {
  if (elements.length > mostFull) {
    const each = elements.map((one) => [one]);
    const allButEach = elements.map((one) => elements.filter((other) => other !== one));
    return [[], ...each, ...allButEach, [...elements]];
  }
  const subsets: Element[][] = [[]];
  for (const one of elements) subsets.push(...subsets.map((subset) => [...subset, one]));
  return subsets;
}

/** The combinations of what the parameters of an operation include: of one that is no list, a single value at most. */
export function combinationsOf({ includes }: Operation): Include[][] {
  const possible = subsetsOf(includes).map((asked) =>
    asked.filter(
      (one) =>
        one.parameter.shape === "array" || one === asked.find(({ parameter }) => parameter === one.parameter),
    ),
  );
  return [
    ...new Map(possible.map((asked) => [asked.map((one) => includes.indexOf(one)).join(), asked])).values(),
  ];
}

/** What a combination is called: its values, each with its parameter where several include something. */
export function combinationName({ includes }: Operation, asked: readonly Include[]): string {
  const isAlone = new Set(includes.map(({ parameter }) => parameter)).size === 1;
  const names = asked.map(({ parameter, value }) => (isAlone ? value : `${parameter.name}=${value}`));
  return names.join(", ") || "nothing";
}

/** What a request with these values asks to be included: JSON Pointers into the body. */
export function askedBy({ includes }: Operation, values: ReadonlyMap<string, JsonValue>): string[] {
  return askedPointers(includes, (parameter) => values.get(parameterKey(parameter)));
}
