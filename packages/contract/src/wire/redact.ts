import { isObject, type JsonObject, type JsonValue } from "../json.ts";
import type { HttpMessage } from "../messages.ts";
import type { Contract } from "../model.ts";

// Redacts messages in journals, logs, pages and reports. Names decide, by the patterns of error
// trackers, because no list of all names of credentials exists.

/** Shown in place of a credential. */
const hidden = "(credential)";

/** In a name without punctuation, such as `xauthtoken`. `auth` alone would match `author`. */
const parts = new RegExp(
  [
    "token|secret|passw|passphrase|passcode|pwd|signature|session|credential|cookie|csrf|xsrf|jwt",
    "bearer|websocketprotocol|codeverifier|assertion|auth(?!or(?!i[sz]))",
    "(?:api|access|account|private|signing|shared|master|encryption|subscription)key",
  ].join("|"),
);
/** As a word of a name, such as `x-sig`. */
const words = /(?:^|[^a-z])(?:sig|sid|pass|pin|pw|otp|hmac)(?:[^a-z]|$)/;

/** Credentials that are recognised by their form, whatever their names are. */
const forms = new RegExp(
  [
    /\bbearer\s+[\w.~+/-]+=*/,
    // JSON Web Tokens, private keys, and the keys of well-known services.
    /\beyJ[\w-]+\.[\w-]+\.[\w-]*/,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[^"]*/,
    /\b(?:gh[opsu]|glpat|sk|xox[abp])[_-][\w-]{20,}|\bAKIA[A-Z\d]{16}/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);

/** Whether a name of a parameter, a header or a member is that of a credential. */
export function isCredentialName(name: string): boolean {
  const separated = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase();
  return words.test(separated) || parts.test(separated.replaceAll(/[^a-z\d]/g, ""));
}

/** Hides credentials. */
export interface Redactor {
  /** A message with `(credential)` in place of each, in its path, query, headers and body. */
  message<Message extends HttpMessage>(message: Message): Message;
  /** A path, a query, or both. */
  target(target: string): string;
  /** A body of any kind. */
  body(body: string): string;
}

type CredentialSource = Pick<Contract, "operations" | "securitySchemes">;
type MessagePart = "query" | "header" | "cookie" | "body";
type IsHidden = (name: string, part: MessagePart) => boolean;

/**
 * Hides the credentials of a contract, and whatever is called like one: headers, parameters,
 * members of JSON and forms at any depth, and the userinfo of URLs. Parameters that the contract
 * declares are shown.
 */
export function createRedactor(contract: CredentialSource): Redactor {
  const isHidden = createDecision(contract);
  const inHeader = ([name, value]: readonly [string, string]): readonly [string, string] => {
    if (name.toLowerCase() === "cookie") return [name, inCookies(value, isHidden)];
    const schemes = /^\s*(?:apikey|basic|bearer|digest|dpop|hoba|negotiate|token)\s/i;
    const isSecret = isHidden(name, "header") || schemes.test(value);
    return [name, isSecret ? hidden : inText(value, "query", isHidden).replaceAll(forms, hidden)];
  };
  const target: Redactor["target"] = (text) =>
    inPairs(text, "query", isHidden).replaceAll(forms, hidden);
  const body: Redactor["body"] = (text) => {
    const isReadable = /^(?:[^\s={}<>"]+=\S*$|\s*[[{])/.test(text);
    const redacted = isReadable ? inText(text, "body", isHidden) : beforeCredential(text, isHidden);
    return redacted.replaceAll(forms, hidden);
  };
  return {
    target,
    body,
    message: (message) => ({
      ...message,
      ...("path" in message && { path: target(String(message.path)) }),
      ...("query" in message && { query: target(String(message.query)) }),
      headers: Object.fromEntries(Object.entries(message.headers).map(inHeader)),
      body: body(message.body),
    }),
  };
}

/** Of cookies, only those are shown that the contract declares. */
function inCookies(text: string, isHidden: IsHidden): string {
  const cookies = text.split(/; */).map((cookie) => {
    const [name = ""] = cookie.split("=");
    return isHidden(name, "cookie") ? `${name}=${hidden}` : cookie.replaceAll(forms, hidden);
  });
  return cookies.join("; ");
}

function createDecision({ operations, securitySchemes }: CredentialSource): IsHidden {
  const schemes = new Set(securitySchemes.map(({ parameter }) => parameter.toLowerCase()));
  const parameters = operations.flatMap((operation) => operation.parameters);
  const declared = new Set(parameters.map((each) => `${each.in} ${each.name.toLowerCase()}`));
  return (rawName, part) => {
    const name = rawName.toLowerCase();
    if (schemes.has(name)) return true;
    const isDeclared = declared.has(`${part} ${name}`);
    // A cookie is a credential as a rule.
    return part === "cookie"
      ? !isDeclared || isCredentialName(rawName)
      : !isDeclared && isCredentialName(rawName);
  };
}

/** How deep values are read within values: what is deeper is hidden. */
const deepest = 8;

/** JSON, or else pairs of names and values. */
function inText(text: string, part: MessagePart, isHidden: IsHidden, depth = 0): string {
  if (depth > deepest) return hidden;
  if (!/^\s*[[{]/.test(text)) return inPairs(text, part, isHidden, depth);
  try {
    const value: JsonValue = JSON.parse(text);
    const redacted = JSON.stringify(value, (name, member: unknown) => {
      if (isHidden(name, "body")) return hidden;
      if (typeof member === "string") return inText(member, "body", isHidden, depth + 1);
      return namesCredential(member, isHidden) ? { ...member, value: hidden } : member;
    });
    return redacted === JSON.stringify(value) ? text : redacted;
  } catch {
    return beforeCredential(text, isHidden);
  }
}

/** Whether a member is a name with its value: `{"name":"password","value":"x"}`. */
function namesCredential(member: unknown, isHidden: IsHidden): member is JsonObject {
  if (!isObject(member) || !("value" in member)) return false;
  const { value: _, ...names } = member;
  return Object.values(names).some(
    (name) => /^\S+$/.test(`${name}`) && isHidden(`${name}`, "body"),
  );
}

function inPairs(text: string, part: MessagePart, isHidden: IsHidden, depth = 0): string {
  if (!/[=@"]/.test(text)) return text;
  // Of OAuth (RFC 6749, 4.1): any other code is no secret.
  const hasCode = /(?:^|[?&#])(?:state|grant_type)=/.test(text);
  const hideValue = (pair: string, mark: string, name: string, value: string): string => {
    const plain = decoded(name);
    const isSecret = plain === "key" || (hasCode && plain === "code") || isHidden(plain, part);
    if (isSecret) return `${mark}${name}=${hidden}`;
    // A URL or JSON within a value.
    const inner = decoded(value);
    const redacted = inText(inner, part, isHidden, depth + 1);
    if (redacted === inner) return pair;
    return `${mark}${name}=${inner === value ? redacted : encodeURIComponent(redacted)}`;
  };
  return text
    .replaceAll(
      /(?<![\w-])([\w-]+)(\s*[:=]\s*)"(?:[^"\\]|\\.)*"/g,
      (pair, name: string, mark: string) =>
        isHidden(name, part) ? `${name}${mark}"${hidden}"` : pair,
    )
    .replaceAll(/(^|[?&#;,\s])([^\s=?&#;,]+)=([^\s&#]*)/g, hideValue)
    .replaceAll(/\/\/[^\s/?#]*@/g, `//${hidden}@`);
}

/** A text without percent-encoding, even if it was encoded several times. */
function decoded(text: string, times = 3): string {
  if (times === 0) return text;
  try {
    return decoded(decodeURIComponent(text.replaceAll("+", " ")), times - 1);
  } catch {
    return text;
  }
}

/** Unreadable text is shown up to the first name of a credential. */
function beforeCredential(text: string, isHidden: IsHidden): string {
  for (const { 0: name, index } of text.matchAll(/[\w.-]+/g))
    if (isHidden(name, "body")) return `${text.slice(0, index + name.length)}${hidden}`;
  return text;
}

/**
 * A string that is safe for a terminal: control characters and changes of writing direction are
 * escaped as in JSON. Line breaks and tabs stay.
 */
export function terminalText(text: string): string {
  // Most text is plain: each request is logged.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text;
  return text.replaceAll(
    /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
