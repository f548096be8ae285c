import type { Mutant } from "./mutants.ts";

/** Survivors that no request and no response can tell from the original, and why. */
interface Equivalent {
  readonly operators: readonly string[];
  readonly pointer: RegExp;
  readonly change: RegExp;
  readonly reason: string;
}

const known: readonly Equivalent[] = [
  {
    operators: ["constrain a text"],
    pointer: /\{id\}\/get\/parameters\/1\/schema$|reset\/post\/parameters\/[1-4]\/schema$/,
    change: /"minLength":1\}/,
    reason: "A segment of a path is never empty.",
  },
  {
    operators: ["allow null"],
    pointer: /\/parameters\/\w+\/schema\/type$/,
    change: /"string" → /,
    reason: "A parameter is sent as text: null is a text of four letters.",
  },
  {
    operators: ["constrain a text"],
    pointer: /\/(Domain\/schema|Client\/properties\/id)$/,
    change: /"minLength":1|"maxLength":255/,
    reason: "A UUID has 36 characters, or 45 as a URN.",
  },
  {
    operators: ["drop a constraint", "loosen a pattern"],
    pointer: /\/(Domain\/schema|Client\/properties\/id)\/(format|pattern)$/,
    change: /^"uuid" → nothing$|^"\^(.*)\$" → "\^\1"$/,
    reason: "The format and the pattern each say how a UUID ends.",
  },
  {
    operators: ["constrain a text"],
    pointer: /\/AuthorAttributes\/properties\/email$/,
    change: /"minLength":1|"maxLength":255|"pattern"/,
    reason: "An e-mail address has 3 to 254 characters, none of them blank (RFC 5321, 4.5.3.1).",
  },
  {
    operators: ["change a type"],
    pointer: /Error\/properties\/(status|code)\/type$/,
    change: /^"integer" → "number"$/,
    reason: "The constant beside it is an integer.",
  },
  {
    operators: ["constrain a list"],
    pointer: /\{id\}\/get\/parameters\/2\/schema$/,
    change: /"minItems":1/,
    reason: "An empty list is not sent, and the parameter may be left out.",
  },
  {
    operators: ["change a value of a scenario"],
    pointer: /\/examples\/(tenant|flow|container|process)\/value$/,
    change: / → /,
    reason: "An example that no scenario names stands for any value.",
  },
];

/** Why a surviving mutant says the same as the original; `undefined` if that is not known. */
export function equivalence({ change, operator, pointer }: Mutant): string | undefined {
  return known.find(
    (each) =>
      each.operators.includes(operator) && each.pointer.test(pointer) && each.change.test(change),
  )?.reason;
}
