import type { Encoding } from "./operation.ts";

/** The credentials of HTTP Basic authentication (RFC 7617), in UTF-8. */
export const basic: Encoding = {
  encode: (secret) => {
    const { username, password } = Object(secret);
    const texts = [username, password];
    if (!texts.every((text) => typeof text === "string" && /^[^\p{Cc}\p{Cs}]*$/u.test(text)))
      return [];
    if (username.includes(":")) return [];
    const escaped = encodeURIComponent(`${username}:${password}`);
    // `btoa` takes a string with one character for each byte.
    const bytes = escaped.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)));
    return [btoa(bytes), password].filter((text) => text !== "");
  },
  problem: "must be { username, password }, without control characters, or a colon in the username",
};
