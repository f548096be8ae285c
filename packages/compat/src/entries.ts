import {
  appendPointer,
  type Contract,
  groupBy,
  isEqual,
  isObject,
  type JsonValue,
  parsePointer,
  valueAt,
} from "@workflow-api/contract";
import type { Difference } from "./differences.ts";
import { type Rewriting, rewritingsOf } from "./rewritings.ts";
import { changeOf, ownerIn, subjectOf, verbOf } from "./wording.ts";

/** A line of the result: what has changed at one place. */
export interface Entry {
  /** What it is about, for people: `getVariablesCage, query parameter include`. */
  readonly subject: string;
  readonly summary: string;
  /** None: it means the same as before. */
  readonly differences: readonly Difference[];
  /** Where it stands. */
  readonly contract: Contract;
  readonly pointer: string;
}

/**
 * One entry for each difference of meaning and for each text that changed. What is only written in
 * another way is one entry, and none where the same part of the contract differs in meaning too.
 */
export function entriesOf(
  old: Contract,
  changed: Contract,
  differences: readonly Difference[],
): Entry[] {
  const sides = [old, changed] as const;
  const placed = differences.map((difference) => ({ difference, ...placesOf(sides, difference) }));
  const groups = groupBy(placed, ({ before, after, difference: { keyword } }) =>
    JSON.stringify([keyword, before, after]),
  );
  const meant = [...groups.values()].map((group) => meantEntry(sides, group));
  const differing = new Set(
    differences.flatMap(({ newPointers, oldPointers }) => [
      ...oldPointers.map((pointer) => ownerIn(old, pointer)),
      ...newPointers.map((pointer) => ownerIn(changed, pointer)),
      // An operation is a part of its path.
      ...[...oldPointers, ...newPointers].flatMap((pointer) => parsePointer(pointer)[1] ?? []),
    ]),
  );
  const isMeant = ({ newPointer, oldPointer }: Rewriting): boolean =>
    differences.some(
      (each) =>
        each.oldPointers.some((place) => `${oldPointer}/`.startsWith(`${place}/`)) ||
        each.newPointers.some((place) => `${newPointer}/`.startsWith(`${place}/`)),
    );
  const rest = rewritingsOf(old, changed).filter(
    (each) => each.newPointer !== "/info/version" && !isMeant(each),
  );
  const ownerOf = ({ newPointer, oldPointer = "" }: Rewriting): string =>
    newPointer === undefined ? ownerIn(old, oldPointer) : ownerIn(changed, newPointer);
  const structures = rest.filter((each) => !each.isText && !isComponent(each));
  const kept = structures.filter(({ newPointer }) => newPointer !== undefined);
  const rewritten = new Set((kept.length > 0 ? kept : structures).map(ownerOf));
  const texts = rest.filter((each) => {
    // A text of what is written in another way may have moved with it.
    const isHalf = each.oldPointer === undefined || each.newPointer === undefined;
    if (each.isText) return !isHalf || !rewritten.has(ownerOf(each));
    return isComponent(each) && rewritten.size === 0;
  });
  const told = [...meant, ...texts.map((each) => textEntry(sides, each))];
  const names = [...rewritten].filter((owner) => !differing.has(owner));
  return [...told, ...(names.length > 0 ? [rewrittenEntry(changed, names)] : [])];
}

/** Whether a component is new, or gone. */
function isComponent({ newPointer, oldPointer }: Rewriting): boolean {
  const isHalf = oldPointer === undefined || newPointer === undefined;
  return isHalf && /^\/components\/\w+\/[^/]+$/.test(newPointer ?? oldPointer ?? "");
}

type Sides = readonly [old: Contract, changed: Contract];

/** A difference with what differs by it: in each document what the other has not. */
interface Placed {
  readonly difference: Difference;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function placesOf(
  sides: Sides,
  { newPointers, oldPointers }: Difference,
): Omit<Placed, "difference"> {
  const lists = [oldPointers, newPointers].map((pointers, side) =>
    pointers.flatMap((pointer) => {
      const value = valueAt(sides[side]?.document, pointer);
      return value === undefined ? [] : [{ pointer, value }];
    }),
  );
  const [before = [], after = []] = lists.map((list, side) => {
    const others = lists[1 - side] ?? [];
    const own = list.filter(({ value }) => !others.some((each) => isEqual(each.value, value)));
    return (own.length > 0 ? own : list).map(({ pointer }) => pointer);
  });
  return { before, after };
}

function meantEntry([old, changed]: Sides, group: readonly Placed[]): Entry {
  const differences = group.map(({ difference }) => difference);
  const { keyword = "", newPointers = [], operationId = "", part = "" } = differences[0] ?? {};
  const { after = [], before = [] } = group[0] ?? {};
  const isGone = after.length === 0 && before.length > 0;
  const pointer = (isGone ? before[0] : (after[0] ?? newPointers[0])) ?? "";
  const told = { differences, contract: isGone ? old : changed, pointer };
  const tokens = parsePointer(pointer);
  const last = tokens.at(-1) ?? keyword;
  const whole = {
    content: `Media type \`${last}\``,
    in: nameOfPart(part),
    path: `Operation \`${last.toUpperCase()} ${tokens.at(-2)}\``,
    properties: `Property \`${last}\``,
    status: `Response \`${last}\``,
  }[keyword];
  if (whole !== undefined) {
    const holder = tokens
      .slice(0, -2)
      .reduce<string>((all, token) => appendPointer(all, token), "");
    const isOfSchema = keyword === "properties" || keyword === "content";
    const subject = isOfSchema ? subjectOf(told.contract, holder) : operationId;
    return { ...told, subject, summary: `${whole} was ${verbOf(before[0], after[0])}.` };
  }
  const [was, is] = [valuesAt(old, before), valuesAt(changed, after)];
  const subject = subjectOf(told.contract, isObject(is) ? pointer : parentOf(pointer));
  return { ...told, subject, summary: changeOf(last, was, is) };
}

/** `query sort` is a query parameter. */
function nameOfPart(part: string): string {
  const [place = "", name] = part.split(" ");
  if (name === undefined) return "The request body";
  return `${place.charAt(0).toUpperCase()}${place.slice(1)} parameter \`${name}\``;
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** What is at these places: of several lists all of their items; of servers only their URLs. */
function valuesAt({ document }: Contract, pointers: readonly string[]): JsonValue | undefined {
  const values = pointers.map((pointer) => valueAt(document, pointer) ?? null);
  const [first] = values;
  if (!Array.isArray(first)) return first;
  return values.flat().map((item) => (isObject(item) ? (item["url"] ?? item) : item));
}

function textEntry([old, changed]: Sides, { name, newPointer, oldPointer }: Rewriting): Entry {
  const [contract, pointer] =
    newPointer === undefined ? [old, oldPointer ?? ""] : [changed, newPointer];
  const [before, after] = [
    oldPointer === undefined ? undefined : valueAt(old.document, oldPointer),
    newPointer === undefined ? undefined : valueAt(changed.document, newPointer),
  ];
  const subject = subjectOf(contract, parentOf(pointer));
  const isWhole = isObject(before) || isObject(after);
  const summary = isWhole
    ? `\`${name}\` was ${verbOf(before, after)}.`
    : changeOf(name, before, after);
  return { subject, summary, differences: [], contract, pointer };
}

function rewrittenEntry(contract: Contract, names: readonly string[]): Entry {
  const subject = new Intl.ListFormat("en-GB").format(names);
  const [are, mean] = names.length > 1 ? ["are", "mean"] : ["is", "means"];
  const { pointer } = contract.operations.find(({ operationId }) => operationId === names[0]) ?? {
    pointer: `/components/schemas/${names[0]}`,
  };
  const summary = `${are} written in another way, and ${mean} the same.`;
  return { subject, summary, differences: [], contract, pointer };
}
