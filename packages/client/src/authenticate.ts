import type { SecretFunction } from "./auth-types.ts";
import type { Call } from "./call.ts";
import type { EncodedCredential, Signed } from "./credentials.ts";
import { ApiError } from "./errors.ts";
import { type Credential, encode, type Renewal } from "./options.ts";
import { quote } from "./secrets.ts";

/** The credentials of a request, with the values that are sent. */
export interface Authentication {
  readonly credentials: readonly Credential[];
  readonly values: readonly EncodedCredential[];
}

/** Asks the credentials that are functions. */
export async function authenticate(
  credentials: readonly Credential[],
  call: Call,
): Promise<Authentication> {
  const values = credentials.map(
    (credential) => credential.encoded ?? ask(credential, false, call),
  );
  return { credentials, values: await Promise.all(values) };
}

/**
 * Other credentials after a 401, and whether a function was asked to renew one. `undefined`: there
 * are none.
 */
export async function renew(
  { credentials, values }: Authentication,
  call: Call,
): Promise<(Authentication & { readonly isRenewed: boolean }) | undefined> {
  const others = await Promise.all(
    credentials.map(
      (credential, index): Promise<Renewal> | EncodedCredential =>
        credential.encoded ?? renewalOf(credential, `${values[index]?.value}`, call),
    ),
  );
  if (others.every(({ value }, index) => value === values[index]?.value)) return undefined;
  const isRenewed = others.some((other) => "isRenewed" in other && other.isRenewed);
  return { credentials, values: others, isRenewed };
}

/** Whoever was refused with the same value waits for the same renewal. */
function renewalOf(credential: Credential, refused: string, call: Call): Promise<Renewal> {
  const { renewals } = credential;
  const renewal =
    renewals.get(refused) ??
    renewalAfter(credential, refused, call).finally(() => renewals.delete(refused));
  renewals.set(refused, renewal);
  return renewal;
}

/** The function may have another value by now: only else it is asked to renew it. */
async function renewalAfter(credential: Credential, refused: string, call: Call): Promise<Renewal> {
  const current = await ask(credential, false, call);
  if (current.value !== refused) return { ...current, isRenewed: false };
  return { ...(await ask(credential, true, call)), isRenewed: true };
}

async function ask(
  { given, scheme }: Credential,
  refused: boolean,
  { operation, secrets }: Call,
): Promise<EncodedCredential> {
  let secret: unknown;
  try {
    secret = await (given as SecretFunction<unknown>)({ refused });
  } catch (cause) {
    const says = quote(cause instanceof Error ? cause.message : cause, secrets);
    const message = `The function of auth.${scheme.name} threw: ${says}`;
    throw new ApiError("credential", message, operation, { cause });
  }
  return encode(scheme, secret, operation);
}

/** Writes credentials into a request. */
export function sign(
  signed: Signed,
  { credentials, values }: Authentication,
  secrets: string[],
): void {
  credentials.forEach(({ scheme: { place, parameter } }, index) => {
    const { value = "", secrets: hidden = [] } = values[index] ?? {};
    secrets.push(...hidden);
    place(signed, parameter, value);
  });
}
