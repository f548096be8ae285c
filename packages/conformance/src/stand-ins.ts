import type { Contract } from "@workflow-api/contract";
import type { Target } from "./case.ts";
import type { Credentials } from "./credentials.ts";
import { once } from "./once.ts";

// Requests are derived with a stand-in for each secret, which is what reports show. The secret itself takes its place
// where the request is sent and nowhere else, so however short or common it is, no report can hold it.

/** The environment variable that holds the secret of a security scheme: for `apiKey` it is `WORKFLOW_API_KEY`. */
export function variableOf(schemeKey: string): string {
  const words = schemeKey.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z\d]+/g, "_");
  return `WORKFLOW_${words.toUpperCase()}`;
}

/** Stand-ins for the secrets of these security schemes: the name of the variable in angle brackets. */
export function standInsFor(schemeKeys: readonly string[]): Credentials {
  return Object.fromEntries(schemeKeys.map((key) => [key, `<${variableOf(key)}>`]));
}

/** Stand-ins for the secrets of every security scheme of a contract. */
export function standInsOf({ securitySchemes }: Contract): Credentials {
  return standInsFor(securitySchemes.map(({ key }) => key));
}

/** A form in which a secret travels. */
interface Form {
  readonly of: (secret: string) => string;
  /** The same for a shell, given the name of the variable. */
  readonly inShell: (variable: string) => string;
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const forms: readonly Form[] = [
  { of: (secret) => secret, inShell: (name) => `$${name}` },
  {
    of: encodeURIComponent,
    inShell: (name) => `$(node -p 'encodeURIComponent(process.env.${name})')`,
  },
  { of: base64, inShell: (name) => `$(printf %s "$${name}" | base64 | tr -d '\\n')` },
  {
    of: (secret) => base64(`user:${secret}`),
    inShell: (name) => `$(printf %s "user:$${name}" | base64 | tr -d '\\n')`,
  },
];

/** A stand-in in each of the forms; there are few, and every request is looked through for them. */
const spellingsOf = once((standIn: string) => forms.map(({ of }) => of(standIn)));

/** A text, cut where a stand-in is. */
export type Piece = { readonly text: string } | { readonly shell: string };

/** Cuts a text at the stand-ins, in every form in which they travel. */
export function piecesOf(text: string, standIns: Credentials): Piece[] {
  const found = Object.keys(standIns).flatMap((key) => {
    const variable = variableOf(key);
    const shells = forms.map(({ inShell }) => inShell(variable));
    return spellingsOf(standIns[key] ?? "").map((form, index) => ({ form, shell: shells[index] ?? "" }));
  });
  return found.reduce<Piece[]>(
    (pieces, { form, shell }) =>
      pieces.flatMap((piece) => ("text" in piece ? cut(piece.text, form, { shell }) : [piece])),
    [{ text }],
  );
}

function cut(text: string, at: string, piece: Piece): Piece[] {
  if (!text.includes(at)) return text === "" ? [] : [{ text }];
  return text.split(at).flatMap((part, index) => {
    const own: Piece[] = part === "" ? [] : [{ text: part }];
    return index === 0 ? own : [piece, ...own];
  });
}

/** A target that is sent the secrets where a request has their stand-ins. */
export function withSecrets(target: Target, standIns: Credentials, secrets: Credentials): Target {
  const pairs = Object.entries(secrets).flatMap(([key, secret]) => {
    const standIn = standIns[key];
    return standIn === undefined ? [] : forms.map(({ of }) => [of(standIn), of(secret)] as const);
  });
  const reveal = (text: string): string =>
    pairs.reduce((revealed, [standIn, secret]) => revealed.replaceAll(standIn, () => secret), text);
  return {
    send: ({ answer, request: { body, headers, method, target: path } }) => {
      const request = {
        method,
        target: reveal(path),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, reveal(value)])),
        body: body === undefined ? undefined : reveal(body),
      };
      return target.send({ request, answer });
    },
  };
}
