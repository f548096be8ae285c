import { essenceOf, isSameMediaType, type MediaType, type Operation } from "@workflow-api/contract";
import type { FoundViolation } from "../engine/engine.ts";
import type { Problem } from "../problem.ts";
import { isSent } from "./form-shape.ts";
import type { ReadRequest } from "./read-request.ts";

/**
 * What is wrong with the media types of the parts of a form: Prism 5.16 does not look at them. A part that states none is
 * taken for what the contract says, as fields that a browser sends as text state none.
 */
export function partProblem(operation: Operation, { body, headers }: ReadRequest): Problem | undefined {
  const media = operation.requestBody?.content.find((each) => isSent(each, headers["content-type"]));
  if (media === undefined || typeof body !== "string") return undefined;
  if (essenceOf(media.mediaType) !== "multipart/form-data") return undefined;
  const violations = statedTypes(body).flatMap((part) => violationOf(media, part) ?? []);
  if (violations.length === 0) return undefined;
  const detail = violations.map(({ location: [, name], message }) => `${message} (the part ${name})`);
  return {
    status: 422,
    code: "part-type",
    title: "Invalid request",
    detail: `${detail.join("; ")}.`,
    violations,
  };
}

/** What a part states of itself. */
interface StatedType {
  readonly name: string;
  readonly contentType: string;
}

function violationOf({ encoding }: MediaType, { name, contentType }: StatedType): FoundViolation | undefined {
  const { contentType: declared = "", style } = encoding.get(name) ?? {};
  // What has a style travels as text (OpenAPI 3.1, "Encoding Object").
  if (declared.trim() === "" || style !== undefined) return undefined;
  const types = declared.split(",").map((type) => type.trim());
  if (types.some((type) => isSameMediaType(type, contentType))) return undefined;
  const message = `Request body part must have the Content-Type ${types.join(" or ")}`;
  return { location: ["body", name], code: "content-type", message, received: contentType };
}

/** The parts of a form that state a Content-Type (RFC 7578, 4.4). */
function statedTypes(body: string): StatedType[] {
  const [boundary = ""] = body.split("\r\n", 1);
  if (!boundary.startsWith("--")) return [];
  return `\r\n${body}`.split(`\r\n${boundary}\r\n`).flatMap((part) => {
    const [head = ""] = part.split("\r\n\r\n", 1);
    const [, name] = /^content-disposition:.*?[;\s]name="([^"]*)"/im.exec(head) ?? [];
    const [, contentType] = /^content-type:[ \t]*(.*\S)/im.exec(head) ?? [];
    if (name === undefined || contentType === undefined) return [];
    return [{ name: name.replaceAll("%22", '"'), contentType }];
  });
}
