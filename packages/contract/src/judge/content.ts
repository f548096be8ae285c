import { essenceOf, isJson, mediaOf } from "../http.ts";
import type { JsonValue } from "../json.ts";
import type { HttpMessage, Note, Violation } from "../messages.ts";
import type { MediaType } from "../model.ts";
import type { Shape } from "../schema/shape.ts";
import { readBody } from "../wire/read-body.ts";

// The content of a message: its media type, and its body.

/** A value as it was read, and what is wrong with it. */
export interface JudgedValue {
  /** `undefined`: it is absent, or cannot be parsed. */
  readonly value?: JsonValue;
  readonly violations: readonly Violation[];
  readonly notes?: readonly Note[];
  /** The JSON Pointers of what is not sent in this direction. */
  readonly excluded?: readonly string[];
}

/** A violation of a part of a message. */
export function violation(part: string, keyword: string, message: string, pointer = ""): Violation {
  return { part, pointer, keyword, message };
}

/** What is wrong with a part, and the patterns that were not tried. */
export function validated(
  part: string,
  shape: Shape,
  value: JsonValue,
): Required<Pick<JudgedValue, "notes" | "violations">> {
  const { unmatched, violations } = shape.validate(value);
  return {
    violations: violations.map((each) => ({ part, ...each })),
    notes: unmatched.map((pattern) => ({
      part,
      message: `the pattern ${pattern} is not matched: that may take too long`,
    })),
  };
}

/**
 * Reads a body by the media type that its `Content-Type` names.
 *
 * @param others - Further media types that it may have.
 */
export function judgeContent(
  content: readonly MediaType[],
  message: HttpMessage,
  others: readonly MediaType[] = [],
): JudgedValue {
  const type = headerTexts(message.headers, "content-type")[0];
  const media = mediaOf(content, type);
  if (media === undefined) {
    const types = [...content, ...others].map(({ mediaType }) => mediaType).join(" or ");
    const received = type?.trim() ? `it is ${essenceOf(type)}` : "there is none";
    return {
      violations: [
        violation("header content-type", "mediaType", `must be ${types}, but ${received}`),
      ],
    };
  }
  const { value, violations } = readBody(message);
  if (value === undefined) return { violations };
  const { shape } = media;
  const found = validated("body", shape, value);
  return {
    value,
    violations: [...violations, ...found.violations],
    notes: found.notes,
    excluded: shape.excludedIn(value),
  };
}

/** Whether the `Content-Type` of a message is one of these media types, or in one of the ranges. */
export function isNamed(ranges: readonly MediaType[], { headers }: HttpMessage): boolean {
  const type = essenceOf(headerTexts(headers, "content-type")[0] ?? "");
  if (type === "") return false;
  return ranges.some((range) => {
    const [start = "", wildcard] = essenceOf(range.mediaType).split("*");
    return wildcard === undefined ? type === start : type.startsWith(start) && !isJson(type);
  });
}

/** The value of a header, or none. It may be called `constructor`, as every object inherits. */
function headerTexts(headers: HttpMessage["headers"], name: string): string[] {
  const key = name.toLowerCase();
  const text = Object.hasOwn(headers, key) ? headers[key] : undefined;
  return text === undefined ? [] : [text];
}
