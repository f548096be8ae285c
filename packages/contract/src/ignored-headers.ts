import type { Parameter } from "./model.ts";

const stated: readonly string[] = ["accept", "authorization", "content-type"];

/**
 * Whether a parameter shall be ignored, for the media types or the security of its operation say the same (OpenAPI 3.1,
 * "Parameter Object").
 */
export function isIgnoredHeader({ in: place, name }: Pick<Parameter, "in" | "name">): boolean {
  return place === "header" && stated.includes(name.toLowerCase());
}

/** Whether a header of a response shall be ignored: its media type says the same (OpenAPI 3.1, "Response Object"). */
export function isIgnoredResponseHeader(name: string): boolean {
  return name.toLowerCase() === "content-type";
}
