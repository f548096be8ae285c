import {
  appendPointer,
  type Contract,
  isObject,
  type JsonObject,
  type Operation,
  type SecurityScheme,
  valueAt,
} from "@workflow-api/contract";

/** The scopes or roles that an operation asks of one scheme of one way of authenticating. */
export function requiredScopes(contract: Contract, operation: Operation, way: number, key: string): string[] {
  const own = appendPointer(operation.pointer, "security");
  const pointer = valueAt(contract.document, own) === undefined ? "/security" : own;
  const scopes = valueAt(contract.document, appendPointer(pointer, way, key));
  return Array.isArray(scopes) ? scopes.map(String) : [];
}

/** One way to a token (OpenAPI 3.1, "OAuth Flow Object"). */
export interface Flow {
  /** `authorizationCode` in words: `authorization code`. */
  readonly name: string;
  /** The addresses, by what they are for. */
  readonly addresses: readonly { readonly label: string; readonly address: string }[];
  readonly scopes: readonly { readonly name: string; readonly meaning: string }[];
}

/** How the token of a scheme is had. None: the contract does not say. */
export function flowsOf(contract: Contract, { pointer }: SecurityScheme): Flow[] {
  const scheme = valueAt(contract.document, pointer);
  const { flows, openIdConnectUrl: discovery } = isObject(scheme) ? scheme : {};
  const declared = Object.entries(isObject(flows) ? flows : {}).flatMap(([name, flow]) =>
    isObject(flow) && !name.startsWith("x-")
      ? [{ name: words(name), addresses: addressesOf(flow), scopes: scopesOf(flow) }]
      : [],
  );
  return typeof discovery === "string"
    ? [
        { name: "OpenID Connect", addresses: [{ label: "discovery", address: discovery }], scopes: [] },
        ...declared,
      ]
    : declared;
}

function addressesOf(flow: JsonObject): Flow["addresses"] {
  return Object.entries(flow).flatMap(([name, address]) =>
    name.endsWith("Url") && typeof address === "string" ? [{ label: words(name.slice(0, -3)), address }] : [],
  );
}

function scopesOf(flow: JsonObject): Flow["scopes"] {
  return Object.entries(isObject(flow["scopes"]) ? flow["scopes"] : {}).map(([name, meaning]) => ({
    name,
    meaning: String(meaning),
  }));
}

function words(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}
