/** What a JWT has before its signature (RFC 7515, 3.1). */
const signed = /^ey[\w-]*\.[\w-]*\./;

/** What stands for a secret in requests that are not sent yet. */
const standIn = /^<(WORKFLOW_[A-Z\d_]*)>$/;

/**
 * A secret of the same shape that is another one: each letter and digit is a zero. Of a JWT that is its signature alone,
 * since a server that only reads a token takes it with any. What stands for a secret stands for the wrong one then.
 */
export function wrongSecretOf(secret: string): string {
  const [, variable] = standIn.exec(secret) ?? [];
  if (variable !== undefined) return `<not ${variable}>`;
  const [before = ""] = signed.exec(secret) ?? [];
  const wrong = before + secret.slice(before.length).replaceAll(/[A-Za-z\d]/g, "0");
  return wrong === secret ? `${secret}0` : wrong;
}

/** The same for a shell, given the name of the variable that holds the secret. */
export function wrongSecretInShell(variable: string): string {
  const signature = "/^ey/ && NF == 3 { gsub(/[A-Za-z0-9]/, 0, $3); print; next }";
  return `$(printf %s "$${variable}" | awk -F. -v OFS=. '${signature} { gsub(/[A-Za-z0-9]/, 0); print }')`;
}
