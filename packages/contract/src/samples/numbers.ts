import type { Facet } from "../schema-places.ts";
import { stated, statedNumbers } from "./facets.ts";

/** Numbers at and around the bounds that the facets state. */
export function numberCandidates(facets: readonly Facet[]): number[] {
  const inclusive = [...statedNumbers(facets, "minimum"), ...statedNumbers(facets, "maximum")];
  const above = statedNumbers(facets, "exclusiveMinimum");
  const below = statedNumbers(facets, "exclusiveMaximum");
  const least = Math.max(0, ...inclusive.filter(Number.isFinite).slice(0, 1), ...above);
  const multiples = statedNumbers(facets, "multipleOf").flatMap((step) => [
    step,
    Math.ceil(least / step) * step,
    Math.ceil(least / step) * step + step,
    -step,
  ]);
  return [
    1,
    ...multiples,
    ...inclusive,
    ...above.flatMap((bound) => [Math.floor(bound) + 1, bound + 0.5]),
    ...below.flatMap((bound) => [Math.ceil(bound) - 1, bound - 0.5]),
    0,
    -1,
    0.5,
  ];
}

/** Numbers of a range that has none of its ends nor a whole number, and multiples of every step in it. */
export function numbersBetween(facets: readonly Facet[]): number[] {
  const low = Math.max(...statedNumbers(facets, "minimum"), ...statedNumbers(facets, "exclusiveMinimum"));
  const high = Math.min(...statedNumbers(facets, "maximum"), ...statedNumbers(facets, "exclusiveMaximum"));
  const steps = statedNumbers(facets, "multipleOf").filter((step) => step > 0);
  const start = Number.isFinite(low) ? low : Number.isFinite(high) ? high : 0;
  const middle = Number.isFinite(low) && Number.isFinite(high) ? [(low + high) / 2] : [];
  // Some of the numbers may be those that are not to be.
  const others = stated(facets, "not").length > 0 ? [1, 2, 3] : [];
  // A step of all steps is their product, if not one of them.
  const all = steps.length === 0 ? [] : [...steps, steps.reduce((product, step) => product * step)];
  return [
    ...middle,
    ...others.flatMap((more) => [Math.floor(start) + more, Math.ceil(high) - more]),
    ...all.flatMap((step) =>
      [-1, 0, 1].flatMap((more) => [
        (Math.ceil(start / step) + more) * step,
        // A decimal step is not told exactly by a product of floating points, as by a quotient.
        (Math.ceil(start / step) + more) / (1 / step),
      ]),
    ),
  ].filter(Number.isFinite);
}
