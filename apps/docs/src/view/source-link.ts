import { basename, dirname, relative } from "node:path";
import { contract } from "../contract.ts";
import { href } from "../site.ts";

/** A link to the lines of a contract file, on this site. */
export interface SourceLink {
  readonly href: string;
  /** Such as `openapi.yaml:61`. */
  readonly label: string;
}

/** Where a place of the bundled contract stands in its source. */
export function sourceHref(pointer: string): SourceLink {
  const { file, line } = contract.locate(pointer);
  return { href: href(`contract/#${lineAnchor(file, line)}`), label: `${sourceName(file)}:${line}` };
}

/** The name of a source file, from the folder of the root file. */
export function sourceName(file: string): string {
  return file === contract.file
    ? basename(file)
    : relative(dirname(contract.file), file).replaceAll("\\", "/");
}

/** The id of a line of a source file; the root file needs no name. */
export function lineAnchor(file: string, line: number): string {
  return file === contract.file ? `L${line}` : `${sourceName(file).replaceAll(/[^\w.-]+/g, "-")}-L${line}`;
}
