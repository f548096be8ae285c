/** Whether a text can be the name of a header, or stand in one as it is (RFC 9110, 5.6.2). */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}
