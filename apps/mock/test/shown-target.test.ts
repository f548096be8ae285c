import { expect, test } from "vitest";
import { shownTarget } from "../src/controls/shown-target.ts";
import { credentialNames } from "../src/credential-names.ts";

test.each(["token", "auth[key]"])("The credential %s in a query is never shown.", (name) => {
  const scheme = { key: "inQuery", pointer: "", description: "", scheme: undefined, bearerFormat: undefined };
  const names = credentialNames({ securitySchemes: [{ ...scheme, type: "apiKey", in: "query", name }] });
  for (const sent of [name, name.toUpperCase(), encodeURIComponent(name)]) {
    expect(shownTarget(`/things?page[size]=2&${sent}=secret-1`, names)).toBe(
      `/things?page[size]=2&${sent}=(credential)`,
    );
  }
});
