type Plain = string | number | boolean | bigint | symbol | null | undefined;

/** Each of several types in a list of its own: side by side, one that may be anything would swallow the others. */
type Apart<T> = T extends Plain ? never : [T];

type KeysOf<Each> = Each extends [infer T] ? keyof T : never;

type At<Each, K> = Each extends [infer T] ? (K extends keyof T ? Apart<T[K]> : never) : never;

type ItemOf<Each> = Each extends [readonly (infer Item)[]] ? Apart<Item> : never;

/**
 * The members that one type has and another lacks, as paths such as `query.limit`: code that names them no longer
 * compiles, though the types may be assignable to each other. It looks ten members deep, for types that hold themselves.
 */
export type Lost<Old, New> = LostOf<Old, Apart<New>, []>;

type LostOf<Old, Each, Depth extends 0[]> = Depth["length"] extends 10
  ? never
  : [Each] extends [never]
    ? never
    : Old extends Plain
      ? never
      : Old extends readonly (infer Item)[]
        ? LostOf<Item, ItemOf<Each>, [...Depth, 0]>
        : LostMembers<Old, Each, keyof Old & (string | number), Depth>;

/** A name that stands for every name is not lost, nor is one that nothing can be given for. */
type LostMembers<Old, Each, Key extends keyof Old & (string | number), Depth extends 0[]> = {
  [K in Key]: string extends K
    ? never
    : [NonNullable<Old[K]>] extends [never]
      ? never
      : K extends KeysOf<Each>
        ? `${K}.${LostOf<Old[K], At<Each, K>, [...Depth, 0]>}`
        : `${K}`;
}[Key];

/** What can be left out, as far as that goes. */
export type Presence<T> = undefined extends T ? "given" | undefined : "given";
