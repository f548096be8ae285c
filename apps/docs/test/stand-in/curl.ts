// What of curl the samples use, for a machine that has none: the shell still decides what the arguments are.
import { request } from "node:http";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  args: joined(process.argv.slice(2)),
  allowPositionals: true,
  options: {
    request: { type: "string" },
    header: { type: "string", multiple: true, default: [] },
    data: { type: "string" },
    "data-raw": { type: "string" },
    form: { type: "string", multiple: true, default: [] },
    "form-string": { type: "string", multiple: true, default: [] },
    globoff: { type: "boolean", default: false },
    head: { type: "boolean", default: false },
    user: { type: "string" },
  },
});
const boundary = "of-the-stand-in";
const form = [
  ...values["form-string"].map((text) => part(text, false)),
  ...values.form.map((text) => part(text, true)),
];
const body = form.length > 0 ? `${form.join("")}--${boundary}--\r\n` : (values["data-raw"] ?? values.data);
const method = values.head ? "HEAD" : (values.request ?? (body === undefined ? "GET" : "POST"));
const headers = [
  ...(form.length > 0 ? [["Content-Type", `multipart/form-data; boundary=${boundary}`]] : []),
  ...(values.user === undefined
    ? []
    : [["Authorization", `Basic ${Buffer.from(values.user).toString("base64")}`]]),
  ...values.header.map((line) => line.split(/: (.*)/s).slice(0, 2)),
];
request(positionals[0] ?? "", { method, headers: Object.fromEntries(headers) }, (response) =>
  response.pipe(process.stdout),
).end(body);

function part(text: string, isTyped: boolean): string {
  const [, name = "", value = ""] = /^([^=]*)=([\s\S]*)$/.exec(text) ?? [];
  const [, quoted, bare = "", file, type] =
    (isTyped && /^(?:"((?:[^"\\]|\\.)*)"|([^;]*))(?:;filename=([^;]*))?;type=(.*)$/s.exec(value)) || [];
  const filename = file === undefined ? "" : `; filename="${file}"`;
  const typeLine = type === undefined ? "" : `\r\nContent-Type: ${type}`;
  const content = type === undefined ? value : (quoted?.replaceAll(/\\(.)/gs, "$1") ?? bare);
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}${typeLine}\r\n\r\n${content}\r\n`;
}

/** Each option with its value, which may begin as an option does. */
function joined(args: readonly string[]): string[] {
  const takesValue = /^--(?!globoff$|head$)[a-z-]+$/;
  return args.flatMap((arg, index) => {
    if (takesValue.test(args[index - 1] ?? "")) return [];
    return takesValue.test(arg) ? [`${arg}=${args[index + 1] ?? ""}`] : [arg];
  });
}
