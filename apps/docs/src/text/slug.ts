import { createHash } from "node:crypto";

// Segments and fragments of URLs. They are made of names alone, so that a link leads to the same
// place after something else was added, and different names give different ones.

/** The longest part of a URL, in characters. */
const longest = 100;

/** A name as a segment of a URL or a part of a fragment. What it cannot spell is a hash. */
export function slugOf(name: string): string {
  if (/^[\p{L}\p{N}_ -]{1,60}$/u.test(name)) return name.replaceAll(" ", "+");
  const words = name.match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return [words.join("+").slice(0, 40), hashOf(name)].filter((part) => part !== "").join("~");
}

/** A fragment within another one, which is a hash where it would be too long. */
export function fragmentIn(parent: string, part: string): string {
  const path = `${parent}.${part}`;
  if (path.length <= longest) return path;
  const [first = ""] = path.split(".");
  return `${first}.~${hashOf(path)}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}
