import type { Shape } from "@workflow-api/contract";

function boundsOf(shape: Shape, ...keywords: readonly string[]): number[] {
  return keywords.flatMap((keyword) => shape.limit(keyword) ?? []);
}

/** A plain number that a shape allows. `undefined`: none was found. */
export function plausibleNumber(shape: Shape): number | undefined {
  return [1, ...edgeNumbers(shape)].find((each) => shape.violations(each).length === 0);
}

/** Numbers at the edges of a shape and just beyond them. */
export function edgeNumbers(shape: Shape): number[] {
  const step = shape.limit("multipleOf") ?? 1;
  const bounds = boundsOf(shape, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");
  return [
    ...bounds.flatMap((bound) => [0, step, -step, 0.5, -0.5].map((offset) => bound + offset)),
    ...bounds.map((bound) => Math.ceil(bound / step) * step),
    ...[step, step / 2, step / 3, 0, -1, -0.5],
    // The edges of 32 bits, what is 1 in 32 bits, and more than a double holds exactly.
    ...[2 ** 31 - 1, 2 ** 32 + 1, 2 ** 31, -(2 ** 31) - 1, 1e18],
  ];
}

/** A random number that a shape probably allows, of up to ten digits, and none below zero. */
export function randomNumber(shape: Shape, random: () => number): number {
  const step = shape.limit("multipleOf") ?? (shape.types.includes("number") ? 0.01 : 1);
  const least = Math.max(0, ...boundsOf(shape, "minimum", "exclusiveMinimum"));
  const range = 10 ** (1 + Math.floor(random() * 9));
  const most = Math.min(least + range, ...boundsOf(shape, "maximum", "exclusiveMaximum"));
  const first = Math.ceil(least / step);
  const steps = Math.max(0, Math.floor(most / step) - first);
  // A sum of fractions has more digits than its step.
  return Number(((first + Math.floor(random() * (steps + 1))) * step).toPrecision(12));
}
