/** What Prism loads at once and a mock never calls: it forwards no request, and reads no Postman collection. */
export const unusedByPrism: readonly string[] = [
  "http-proxy-agent",
  "https-proxy-agent",
  "@stoplight/http-spec/postman/operation",
];

/** Prism takes the English fake values alone from a package that holds those of seventy languages. */
export const narrowerForPrism: Readonly<Record<string, string>> = {
  "@faker-js/faker": "@faker-js/faker/locale/en",
};
