import { encodePath } from "./encode-path.ts";
import type { Contract, Operation } from "./model.ts";

/** An operation, and the raw segments that stand for its path parameters. */
export interface FoundOperation {
  readonly operation: Operation;
  /** By parameter name, percent-encoded as they came. */
  readonly pathValues: ReadonlyMap<string, string>;
}

/**
 * The operation that a request addresses. A path without templates is preferred to one with (OpenAPI 3.1, "Path
 * Templating Matching").
 * @param method In any case.
 * @param path The path of the request, percent-encoded, without the query.
 */
export function findOperation(
  contract: Pick<Contract, "operations">,
  method: string,
  path: string,
): FoundOperation | undefined {
  const found = contract.operations
    .filter((operation) => operation.method === method.toUpperCase())
    .flatMap((operation) => {
      const pathValues = matchPath(operation.path, path);
      return pathValues === undefined ? [] : [{ operation, pathValues }];
    });
  return found.sort((a, b) => a.pathValues.size - b.pathValues.size)[0];
}

/** The raw segments that stand for the parameters of a path template; `undefined` if the path does not match it. */
export function matchPath(template: string, path: string): Map<string, string> | undefined {
  const { names, pattern } = templates.get(template) ?? parsed(template);
  const match = pattern.exec(/[^\x21-\x7e]/.test(path) ? encodePath(path) : path);
  return match === null ? undefined : new Map(names.map((name, index) => [name, match[index + 1] ?? ""]));
}

interface Template {
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

/** Every request is held against every template. */
const templates = new Map<string, Template>();

function parsed(template: string): Template {
  const names: string[] = [];
  const pattern = encodePath(template)
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith("{")) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(part.slice(1, -1));
      return "([^/]+)";
    })
    .join("");
  const read = { names, pattern: new RegExp(`^${pattern}$`) };
  templates.set(template, read);
  return read;
}
