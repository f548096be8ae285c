import { validator } from "@exodus/schemasafe";
import type { JsonObject, JsonValue } from "@workflow-api/contract";
import fc from "fast-check";
import { asserting, ownFormats } from "../schema/judge.ts";

/** Whether a pattern lets nothing through that the format refuses, on a thousand texts that it lets through. */
export function impliesFormat(pattern: string, format: string): boolean {
  return remembered(`implies ${format} ${pattern}`, () => {
    const accepts = formatJudge(format);
    return samples(pattern).every(accepts);
  });
}

/** What may stand before or behind a text that is complete by itself. */
const surroundings = ["urn:uuid:", "urn:", "x", "0", "-", " ", "\n", "{", "}", "a@", ".", "/", "text"];

/**
 * A pattern with its anchors, where the format leaves no room for what they keep out: on a thousand texts with
 * something before or behind them, those that the format accepts are those that the anchored pattern accepts.
 */
export function anchoredWithin(pattern: string, format: string): string {
  return ["^", "$"].reduce((anchored, anchor) => {
    const isThere = anchor === "^" ? anchored.startsWith("^") : anchored.endsWith("$");
    const stricter = anchor === "^" ? `^${anchored}` : `${anchored}$`;
    return isThere || !isSameWithin(anchored, stricter, format, anchor === "^") ? anchored : stricter;
  }, pattern);
}

function isSameWithin(pattern: string, stricter: string, format: string, before: boolean): boolean {
  return remembered(`same ${format} ${pattern} ${stricter}`, () => {
    const accepts = formatJudge(format);
    const loose = new RegExp(pattern, "u");
    const strict = new RegExp(stricter, "u");
    const whole = `^${pattern.replace(/^\^/, "").replace(/\$$/, "")}$`;
    return samples(whole).every((text) =>
      surroundings.every((other) => {
        const surrounded = before ? other + text : text + other;
        return !accepts(surrounded) || loose.test(surrounded) === strict.test(surrounded);
      }),
    );
  });
}

const answers = new Map<string, boolean>();

/** Sampling takes milliseconds, and the same question is asked for every mutant. What cannot be sampled is not so. */
function remembered(key: string, find: () => boolean): boolean {
  const known = answers.get(key);
  if (known !== undefined) return known;
  let answer = false;
  try {
    answer = find();
  } catch {
    // No regular expression, or one of a kind that no texts can be made for.
  }
  answers.set(key, answer);
  return answer;
}

function samples(pattern: string): string[] {
  return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1000 });
}

function formatJudge(format: string): (text: string) => boolean {
  const validate = validator({ type: "string", format }, options);
  return (text) => validate(text);
}

const options = {
  extraFormats: true,
  formatAssertion: true,
  formats: ownFormats,
  mode: "lax",
  requireSchema: false,
} as const;

const judges = new Map<string, (value: JsonValue) => boolean>();

/** Whether the validator accepts a value by a schema without references; nothing is accepted by one that is none. */
export function judgeOf(schema: JsonObject): (value: JsonValue) => boolean {
  const key = JSON.stringify(schema);
  const judge = judges.get(key) ?? compileJudge(key);
  judges.set(key, judge);
  return judge;
}

function compileJudge(schema: string): (value: JsonValue) => boolean {
  try {
    const validate = validator(JSON.parse(JSON.stringify(asserting(JSON.parse(schema)))), options);
    return (value) => validate(JSON.parse(JSON.stringify(value)));
  } catch {
    return () => false;
  }
}
