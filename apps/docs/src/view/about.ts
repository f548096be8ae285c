import { type Contract, isObject, type JsonObject, valueAt } from "@workflow-api/contract";

/** Who answers for a contract, and on which terms (OpenAPI 3.1, "Info Object"). */
export interface AboutRow {
  readonly label: string;
  readonly text: string;
  /** Where more of it stands. */
  readonly address: string | undefined;
}

/** What `info` says beside the title, the version and the descriptions. */
export function aboutOf({ document }: Contract): AboutRow[] {
  const contact = objectAt(document, "/info/contact");
  const license = objectAt(document, "/info/license");
  const terms = text(valueAt(document, "/info/termsOfService"));
  const mail = text(contact["email"]);
  return [
    { label: "Contact", text: text(contact["name"]), address: text(contact["url"]) },
    { label: "E-mail", text: mail, address: mail && `mailto:${mail}` },
    { label: "Licence", text: text(license["name"]), address: text(license["url"]) },
    { label: "Terms", text: terms, address: terms },
  ].flatMap(({ label, text: named, address }) =>
    named || address ? [{ label, text: named || address, address: address || undefined }] : [],
  );
}

function objectAt(document: JsonObject, pointer: string): JsonObject {
  const value = valueAt(document, pointer);
  return isObject(value) ? value : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
