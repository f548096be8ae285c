type Plain = string | number | boolean | bigint | symbol | null | undefined;

type KeysOf<T> = T extends unknown ? keyof T : never;

type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;

/**
 * The members that one type has and another lacks, as paths such as `query.limit`: code that names them no longer
 * compiles, though the types may be assignable to each other. It looks ten members deep, for types that hold themselves.
 */
export type Lost<Old, New, Depth extends 0[] = []> = Depth["length"] extends 10
  ? never
  : [New] extends [never]
    ? never
    : Old extends Plain
      ? never
      : Old extends readonly (infer Item)[]
        ? Lost<Item, ItemOf<New>, [...Depth, 0]>
        : LostMembers<Old, New, keyof Old & (string | number), Depth>;

/** A name that stands for every name is not lost, nor is one that nothing can be given for. */
type LostMembers<Old, New, Key extends keyof Old & (string | number), Depth extends 0[]> = {
  [K in Key]: string extends K
    ? never
    : [NonNullable<Old[K]>] extends [never]
      ? never
      : K extends KeysOf<New>
        ? `${K}.${Lost<Old[K], Exclude<At<New, K>, Plain>, [...Depth, 0]>}`
        : `${K}`;
}[Key];

/** What can be left out, as far as that goes. */
export type Presence<T> = undefined extends T ? "given" | undefined : "given";
