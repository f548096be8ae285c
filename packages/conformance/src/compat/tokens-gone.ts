import {
  appendPointer,
  type Contract,
  isObject,
  type JsonObject,
  type Operation,
  type SecurityScheme,
  valueAt,
} from "@workflow-api/contract";
import type { Case } from "../case.ts";
import type { Break } from "./break.ts";
import { placesOfPart } from "./places.ts";
import { whatIsGone } from "./what-is-gone.ts";

/**
 * The addresses that tokens come from by the old contract and not by the new one, each with a request that takes a token:
 * where that comes from no request shows.
 */
export function tokensGone(
  old: Contract,
  changed: Contract,
  casesOf: (operation: Operation) => readonly Case[],
): Break[] {
  return whatIsGone(old, changed, casesOf, (operation, counterpart) => {
    // Whoever may be anonymous needs no token.
    if (counterpart.security.some((way) => way.length === 0)) return [];
    const others = counterpart.security.flat();
    return operation.security
      .flat()
      .flatMap((scheme) => sourcesGone([old, scheme], [changed, others]))
      .map(({ address, flow, pointer }) => ({
        reason: `A token by ${flow} no longer comes from ${address}.`,
        places: [[pointer], placesOfPart(changed, counterpart, "security")],
      }));
  });
}

/** An address that a token comes from. */
interface Source {
  /** The flow of OAuth 2.0, or OpenID Connect. */
  readonly flow: string;
  readonly address: string;
  /** Where that stands, as a JSON Pointer. */
  readonly pointer: string;
}

/** A scheme of another type tells nothing of where tokens come from, or tells it otherwise. */
function sourcesGone(
  [old, scheme]: readonly [Contract, SecurityScheme],
  [changed, others]: readonly [Contract, readonly SecurityScheme[]],
): Source[] {
  const alike = others.filter(({ type }) => type === scheme.type);
  const left = alike.flatMap((other) => sourcesOf(changed, other));
  return alike.length === 0
    ? []
    : sourcesOf(old, scheme).filter((source) => !left.some((other) => isSame(source, other)));
}

const anyHost = "http://host";

/** An address without a host is where the contract is served: of that the path is known. */
function isSame(one: Source, other: Source): boolean {
  const addresses = [one.address, other.address];
  if (one.flow !== other.flow) return false;
  if (!addresses.every((address) => URL.canParse(address, anyHost))) return one.address === other.address;
  const [own, theirs] = addresses.map((address) => {
    const { href, pathname, search } = new URL(address, anyHost);
    return addresses.every((each) => URL.canParse(each)) ? href : `${pathname}${search}`;
  });
  return own === theirs;
}

function sourcesOf({ document }: Contract, { pointer, type }: SecurityScheme): Source[] {
  const scheme = valueAt(document, pointer);
  if (!isObject(scheme)) return [];
  if (type === "openIdConnect") return addressesIn("OpenID Connect", scheme, pointer, ["openIdConnectUrl"]);
  const flows = isObject(scheme["flows"]) ? Object.entries(scheme["flows"]) : [];
  return flows.flatMap(([flow, value]) =>
    isObject(value)
      ? addressesIn(flow, value, appendPointer(pointer, "flows", flow), ["authorizationUrl", "tokenUrl"])
      : [],
  );
}

function addressesIn(flow: string, holder: JsonObject, pointer: string, names: readonly string[]): Source[] {
  return names.flatMap((name) => {
    const address = holder[name];
    return typeof address === "string" ? { flow, address, pointer: appendPointer(pointer, name) } : [];
  });
}
