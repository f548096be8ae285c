// Types that compare the generated types of two contracts. The compiler reads them beside the
// assertions of build.ts; no code imports them.

type Plain = string | number | boolean | null | undefined;
type Keys<T> = T extends unknown ? keyof T : never;
type Names<T> = keyof T & (string | number);
type At<T, K> = T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never;
type Item<T> = T extends readonly (infer I)[] ? I : never;
type IsNever<T> = [T] extends [never] ? true : false;

/** The names of the members that one type has and another lacks, ten deep: types may recur. */
export type Lost<Old, New, Depth extends 0[] = []> = Depth["length"] extends 10
  ? never
  : unknown extends Old
    ? never
    : Old extends Plain
      ? never
      : Old extends readonly (infer I)[]
        ? Lost<I, Item<New>, [...Depth, 0]>
        : { [K in Names<Old>]: LostMember<K, Old[K], New, Depth> }[Names<Old>];

type LostMember<K extends string | number, Value, New, Depth extends 0[]> = string extends K
  ? never
  : IsNever<NonNullable<Value>> extends true
    ? never
    : K extends Keys<New>
      ? Lost<NonNullable<Value>, At<New, K>, [...Depth, 0]>
      : `${K}`;

/** Each operation of `paths`, as `GET /cages/{id}`. */
export type Calls<Paths> = {
  [P in keyof Paths & string]: {
    [M in keyof Paths[P] & string]: M extends "parameters"
      ? never
      : IsNever<NonNullable<Paths[P][M]>> extends true
        ? never
        : `${Uppercase<M>} ${P}`;
  }[keyof Paths[P] & string];
}[keyof Paths & string];

type Content<Call extends Body> =
  NonNullable<Call["requestBody"]> extends { content: infer C } ? C : never;
type Body = { requestBody?: unknown };

/** The request bodies in the media types that both operations accept, and whether there is none. */
export type Taken<Call extends Body, Other extends Body> =
  | Pick<Content<Call>, keyof Content<Call> & keyof Content<Other>>
  | (undefined extends Call["requestBody"] ? undefined : never);
