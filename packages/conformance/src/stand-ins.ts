import type { Contract } from "@workflow-api/contract";
import type { Target } from "./case.ts";
import type { Credentials } from "./credentials.ts";
import { once } from "./once.ts";
import { wrongSecretInShell, wrongSecretOf } from "./wrong-secret.ts";

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
  /** The same for a shell, given what it fills in for the secret. */
  readonly inShell: (secret: string) => string;
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64InShell = (text: string): string => `$(printf %s "${text}" | base64 | tr -d '\\n')`;

const forms: readonly Form[] = [
  { of: (secret) => secret, inShell: (secret) => secret },
  {
    of: encodeURIComponent,
    inShell: (secret) => `$(SECRET="${secret}" node -p 'encodeURIComponent(process.env.SECRET)')`,
  },
  { of: base64, inShell: base64InShell },
  { of: (secret) => base64(`user:${secret}`), inShell: (secret) => base64InShell(`user:${secret}`) },
];

/** What a stand-in stands for: the secret, or a wrong one. */
interface Meaning {
  /** Of a stand-in, that of the meaning. */
  readonly of: (secret: string) => string;
  /** The same for a shell, given the name of the variable. */
  readonly inShell: (variable: string) => string;
}

const meanings: readonly Meaning[] = [
  { of: (secret) => secret, inShell: (variable) => `$${variable}` },
  { of: wrongSecretOf, inShell: wrongSecretInShell },
];

/** Each form of each meaning, with what a stand-in looks like in it. */
const spellingsOf = once((standIn: string) =>
  meanings.flatMap((meaning) => forms.map((form) => ({ text: form.of(meaning.of(standIn)), form, meaning }))),
);

/** A text, cut where a stand-in is. */
export type Piece = { readonly text: string } | { readonly shell: string };

/** Cuts a text at the stand-ins, in every form in which they travel. */
export function piecesOf(text: string, standIns: Credentials): Piece[] {
  const found = Object.entries(standIns).flatMap(([key, standIn]) =>
    spellingsOf(standIn).map(({ form, meaning, text: at }) => ({
      at,
      shell: form.inShell(meaning.inShell(variableOf(key))),
    })),
  );
  return found.reduce<Piece[]>(
    (pieces, { at, shell }) =>
      pieces.flatMap((piece) => ("text" in piece ? cut(piece.text, at, { shell }) : [piece])),
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
    if (standIn === undefined) return [];
    return spellingsOf(standIn).map(
      ({ form, meaning, text }) => [text, form.of(meaning.of(secret))] as const,
    );
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
