/** The URL of the mock in samples, defaults and prose, where no other one is given. */
export const mockUrl = "http://127.0.0.1:4010";

/**
 * A page with another URL of the mock, which its panel calls first. Samples have break
 * opportunities after each slash.
 */
export function showMockUrl(page: string, url: string): string {
  const replacement = url.replace(/\/+$/, "");
  const breakable = (text: string): string => text.replaceAll("/", "/<wbr>");
  return page
    .replace(/^(?:<!doctype html>\s*)?<html/i, "$& data-mock-given")
    .replaceAll(mockUrl, replacement)
    .replaceAll(breakable(mockUrl), breakable(replacement));
}
