import {
  type Contract,
  type HttpRequest,
  nearestName,
  type OmittedOperation,
  type Operation,
} from "@workflow-api/contract";
import { type Rejection, rejection, shorten } from "./problem.ts";

// Requests to no operation, or to one that is not supported.

/** The methods of a path for the header `Allow`. HEAD follows from GET, and OPTIONS from each. */
export function allowOf(methods: readonly string[]): string {
  const all = methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method]));
  return [...all, "OPTIONS"].join(", ");
}

/** The refusal of a request to no operation. */
export function unrouted(
  { operations }: Contract,
  { method }: HttpRequest,
  path: string,
  methods: readonly string[],
): Rejection {
  if (methods.length > 0) {
    const message = `must be ${methods.join(" or ")}, but is ${shorten(method, 20)}`;
    const headers = { allow: allowOf(methods) };
    return rejection([405, "method", "The path has no such method"], "method", message, headers);
  }
  const nearest = nearestPath(operations, path.slice(0, 500));
  const hint = nearest === undefined ? "" : `. The nearest is ${nearest}`;
  const bases = basePathsOf(operations);
  const prefix = bases.length === 0 ? "" : `. ${bases.join(" or ")} may stand before a path`;
  const message = `${shorten(path, 200)} belongs to no operation${hint}${prefix}`;
  return rejection([404, "path", "No operation has this path"], "path", message);
}

/** Why an operation is not supported, with the file, without its folder, and the line. */
export function reasonOmitted({ problems: [problem] }: OmittedOperation): string {
  const { file = "", line = 0 } = problem?.location ?? {};
  return `${problem?.message} (${file.split(/[/\\]/).at(-1)}:${line})`;
}

/** The paths of servers, such as `/api/v2`, which may stand before those of the operations. */
export function basePathsOf(operations: readonly Operation[]): string[] {
  const all = operations.flatMap(({ servers }) => servers.flatMap((server) => server.basePaths));
  return [...new Set(all)].filter((path) => path !== "");
}

/**
 * The path of an operation that was probably meant, typos and a segment before it aside. A slash
 * too many or too few is named.
 */
function nearestPath(operations: readonly Operation[], path: string): string | undefined {
  const sent = segmentsOf(path);
  const templates = new Map(
    operations.map((operation) => {
      const segments = segmentsOf(operation.path);
      const offset = sent.length - segments.length;
      // A variable has the value that was sent, so that it is no typo.
      const filled = segments.map((segment, at) =>
        segment.includes("{") ? (sent[at + offset] ?? segment) : segment,
      );
      return [filled.join("/"), operation.path];
    }),
  );
  const meant = nearestName(sent.join("/"), [...templates.keys()]);
  const template = meant === undefined ? undefined : templates.get(meant);
  return template !== undefined && meant === sent.join("/")
    ? `${template}: mind the slashes`
    : template;
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}
