/**
 * Whether a secret is reserved for a wrong one, by which a caller sees how a service refuses those: of its letters and
 * digits all are zeros, or it is a JWT and all of its signature are (RFC 7515, 3.1).
 */
export function isWrongSecret(secret: string): boolean {
  // What is percent-encoded is neither a letter nor a digit.
  const text = secret.trim().replaceAll(/%[\da-f]{2}/gi, "%");
  return /^(?:ey[\w-]*\.[\w-]*\.)?[^a-z\d]*0[^a-z1-9]*$/i.test(text);
}

/** What a secret is to be, where one that is wrong came. */
export const otherSecret = "another than zeros, which stand for a wrong one";
