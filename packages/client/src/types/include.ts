// Includes: a response has what the call asks for and no more (`x-includes` in the contract).

/** An object with what is asked for, and without what is not, at the paths of what is included. */
export type Narrowed<Body, Paths, Asked> = Omit<Body, FirstOf<Paths>> & {
  [Name in keyof Body as Name & PresentIn<Body, Paths, Asked>]-?: MemberOf<
    Body,
    Name,
    Paths,
    Asked
  >;
} & {
  [Name in keyof Body as Name & Exclude<HolderOf<Paths>, PresentIn<Body, Paths, Asked>>]?: MemberOf<
    Body,
    Name,
    Paths,
    Asked
  >;
};

type FirstOf<Paths> = { [Value in keyof Paths]: HeadOf<Paths[Value]> }[keyof Paths];
type HeadOf<Path> = Path extends readonly [infer Head extends string, ...unknown[]] ? Head : never;

/** The members that only hold what is added. */
type HolderOf<Paths> = Exclude<
  FirstOf<Paths>,
  {
    [Value in keyof Paths]: Paths[Value] extends readonly [infer Only extends string]
      ? Only
      : never;
  }[keyof Paths]
>;

/** The members that are there: those on a path to what is asked for, and required holders. */
type PresentIn<Body, Paths, Asked> =
  | { [Value in keyof Paths]: Value extends Asked ? HeadOf<Paths[Value]> : never }[keyof Paths]
  | (HolderOf<Paths> & RequiredOf<Body>);
type RequiredOf<Body> = {
  [Name in keyof Body]-?: None extends Pick<Body, Name> ? never : Name;
}[keyof Body];

type MemberOf<Body, Name extends keyof Body, Paths, Asked> = [keyof RestOf<Paths, Name>] extends [
  never,
]
  ? Exclude<Body[Name], undefined>
  : Narrowed<NonNullable<Body[Name]>, RestOf<Paths, Name>, Asked>;

/** The paths from a member on. */
type RestOf<Paths, Name> = {
  [Value in keyof Paths as Paths[Value] extends readonly [Name, unknown, ...unknown[]]
    ? Value
    : never]: Paths[Value] extends readonly [unknown, ...infer Rest] ? Rest : never;
};

/**
 * The names in an array of literals; `unknown` if the array, or one of its items, is only known at
 * run time.
 */
export type NamesOf<List extends readonly unknown[]> = number extends List["length"]
  ? unknown
  : { [Index in keyof List]: Literal<List[Index]> }[number];
type Literal<Type, Each = Type> = unknown extends Type
  ? unknown
  : Each extends unknown
    ? [Type] extends [Each]
      ? Type
      : unknown
    : never;

/** A type without members: what is optional extends it. */
export type None = Record<never, never>;
