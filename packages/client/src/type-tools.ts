// What the generated types are made with.

/**
 * The texts of a list of literals.
 *
 * @public Named by the types of contracts in which numbers or truth values ask for more.
 */
export type TextsOf<List extends readonly (string | number | boolean)[]> = {
  readonly [Index in keyof List]: `${List[Index]}`;
};

/** The names in a list of literals; `unknown` if there is an element that is not a single literal. */
export type NamesOf<List extends readonly unknown[]> = List extends readonly []
  ? never
  : List extends readonly [infer First, ...infer Rest]
    ? IsUnion<First> extends true
      ? unknown
      : First | NamesOf<Rest>
    : unknown;

/**
 * The names in a list of literals; `undefined` if there is an element that is not a single literal.
 *
 * @public Named by the types of contracts whose operations have several parameters that ask for more.
 */
export type KnownOf<List extends readonly unknown[], Names> =
  NamesOf<List> extends infer Known extends Names ? Known : undefined;

/** Whether a type is other than a single literal: `any`, or a union. */
type IsUnion<Type, Each = Type> = unknown extends Type
  ? true
  : Each extends unknown
    ? [Type] extends [Each]
      ? false
      : true
    : never;

/** What there is if one of the names was asked for, or else instead. */
export type Present<Asked, Names, Then, Else = unknown> = [Asked & Names] extends [never] ? Else : Then;

/** A body with the members at some paths, and without those at others. */
export type With<Body, Present, Absent> = Body extends readonly unknown[]
  ? Body
  : Body extends object
    ? {
        [Key in keyof Body as Key extends Head<Present> | Leaf<Absent>
          ? never
          : Key]: Key extends Head<Absent> ? With<Body[Key], never, Tail<Absent, Key>> : Body[Key];
      } & {
        [Key in Head<Present> & keyof Body]-?: Key extends Leaf<Present>
          ? With<Exclude<Body[Key], undefined>, Tail<Present, Key>, Tail<Absent, Key>>
          : With<NonNullable<Body[Key]>, Tail<Present, Key>, Tail<Absent, Key>>;
      }
    : Body;

type Head<Path> = Path extends readonly [infer First, ...unknown[]] ? First : never;
type Leaf<Path> = Path extends readonly [infer Only] ? Only : never;
type Tail<Path, Key> = Path extends readonly [Key, infer Second, ...infer Rest] ? [Second, ...Rest] : never;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/**
 * Every status whose first digit is this one.
 *
 * @public Named by the types of contracts that document ranges.
 */
export type StatusIn<First extends number> = Parsed<`${First}${Digit}${Digit}`>;

type Parsed<Text> = Text extends `${infer Value extends number}` ? Value : never;

/** The paths of a contract without some header parameters. */
export type WithoutHeaders<Paths, Names extends string> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Paths[Path][Method] extends { parameters: { header: infer Headers } }
      ? Omit<Paths[Path][Method], "parameters"> & {
          parameters: Omit<Paths[Path][Method]["parameters"], "header"> & HeaderOf<Omit<Headers, Names>>;
        }
      : Paths[Path][Method];
  };
};

/** Headers that may be left out where none of them is required. */
type HeaderOf<Headers> = Partial<Headers> extends Headers ? { header?: Headers } : { header: Headers };
