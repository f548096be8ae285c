import {
  isJson,
  isMediaRange,
  isMultipart,
  lacksBoundary,
  type MediaType,
  type Operation,
  type Parameter,
} from "@workflow-api/contract";
import { literal, Source } from "@workflow-api/contract/calls";
import { isText, isUrlEncoded } from "./media-types.ts";
import { bodyMediaType } from "./reading.ts";

type Row = Readonly<Record<string, unknown>>;

/** How the body of a request travels, as a part of its row. `undefined`: there is none. */
export function wireBody({ method, requestBody }: Operation): Row | undefined {
  const media = requestBody && bodyMediaType(requestBody);
  const refused = new Source("refuseContent");
  if (method === "TRACE") return { write: refused, absent: new Source("refuseMethod") };
  if (requestBody === undefined || media === undefined) return undefined;
  const absent = requestBody.required ? new Source("refuseAbsent") : undefined;
  if (method === "GET" || method === "HEAD") return { write: refused, absent };
  const { mediaType } = media;
  // The platform adds the boundary of the parts to the media type of a form with files, and knows that of a Blob.
  const isSaid = ![isMultipart, isMediaRange, lacksBoundary].some((leaves) => leaves(mediaType));
  return {
    type: isSaid ? mediaType : undefined,
    write: new Source(bodyWriter(media)),
    absent,
  };
}

function bodyWriter(media: MediaType): string {
  const { mediaType } = media;
  if (isJson(mediaType)) return "writeJson";
  if (isUrlEncoded(mediaType)) return formWriter(media);
  if (isMultipart(mediaType)) return "writeFiles";
  if (isMediaRange(mediaType)) return "writeBlob";
  if (lacksBoundary(mediaType)) return "writeParts";
  return isText(mediaType) ? "writeText" : "writeBytes";
}

/** Fields of a form that state a style travel as query parameters of that style do. */
function formWriter({ encoding }: MediaType): string {
  const fields = [...encoding].flatMap(([name, { style, explode = style === "form" }]) =>
    style === undefined ? [] : [literal({ name, in: "query", ...statedStyle(style, explode) })],
  );
  return fields.length === 0 ? "writeForm" : `styledForm(${fields.join(", ")})`;
}

/** What a row says of a style: nothing of the styles that go without saying. */
export function statedStyle(style: Parameter["style"], explode: boolean): Row {
  return {
    style: style === "simple" || style === "form" ? undefined : style,
    explode: explode || undefined,
  };
}
