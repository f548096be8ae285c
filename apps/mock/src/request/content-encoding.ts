import type { Problem } from "./problem.ts";

// What is wrong with the Content-Encoding of a request (RFC 9110, 8.4).

export const unknownEncoding: Problem = {
  status: 415,
  code: "content-encoding",
  title: "The body has another Content-Encoding",
  detail: "It may be gzip, deflate or identity, on the server br too, and one of them only.",
  headers: { "accept-encoding": "gzip, deflate, br" },
};
export const wrongEncoding: Problem = {
  status: 400,
  code: "content-encoding",
  title: "The body cannot be decoded",
  detail: "It does not have the Content-Encoding that its header names.",
};
