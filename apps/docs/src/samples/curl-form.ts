import { isMultipart } from "@workflow-api/contract";
import type { SampleRequest } from "./authenticated.ts";

/**
 * The parts of a form as options of curl, which makes the body of them. The body itself cannot be shown to be copied:
 * its lines end as those of no page do (RFC 7578, RFC 2046).
 * @returns The options, not yet quoted for a shell. `undefined`: the request has no such form, or one of a name that
 * curl cannot be told.
 */
export function formOptions({
  headers,
  body = "",
}: SampleRequest): [option: string, part: string][] | undefined {
  const type = headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
  const boundary = /\bboundary="?([^";]+)/i.exec(type)?.[1];
  if (!isMultipart(type) || boundary === undefined) {
    return undefined;
  }
  const [first, ...parts] = body.slice(0, body.lastIndexOf(`--${boundary}--`)).split(`--${boundary}\r\n`);
  const options = parts.flatMap((part) => partOption(part) ?? []);
  return first === "" && options.length > 0 && options.length === parts.length ? options : undefined;
}

const partForm =
  /^Content-Disposition: form-data; name="([^"=%]+)"(?:; filename="([^"%]+)")?(?:\r\nContent-Type: ([^\r]+))?\r\n\r\n([\s\S]*)\r\n$/;

function partOption(part: string): [option: string, part: string][] | undefined {
  const [, name, file, type, text = ""] = partForm.exec(part) ?? [];
  if (name === undefined) {
    return undefined;
  }
  if (type === undefined) {
    return [["--form-string", `${name}=${text}`]];
  }
  const filename = file === undefined ? "" : `;filename=${formText(file)}`;
  return [["--form", `${name}=${formText(text)}${filename};type=${type}`]];
}

/** A text that curl would take for a file, for more parts or for more than a text stands in quotes. */
function formText(text: string): string {
  return /^[@<("\s]|;|\s$|^$/.test(text) ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : text;
}
