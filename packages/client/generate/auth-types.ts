import type { Operation, SecurityScheme } from "@workflow-api/contract";
import { type ClientDesign, claim, pascalCase, propertyName } from "@workflow-api/contract/calls";
import { cookieNote, doc } from "./print.ts";
import { isAnonymous, waysOf } from "./reading.ts";

interface Way {
  readonly name: string;
  readonly schemes: readonly SecurityScheme[];
}

/** The types of the ways of authenticating, and of the factory, whose client has the methods that the way opens. */
export function authTypes(design: ClientDesign): string {
  const { operations, securitySchemes } = design.contract;
  const ways = waysIn(operations);
  const used = securitySchemes.filter(({ key }) =>
    ways.some(({ schemes }) => schemes.some((each) => each.key === key)),
  );
  const interfaces = ways.map(({ name, schemes }) => {
    const members = used.map((scheme) => authMember(scheme, schemes.includes(scheme)));
    return `/** The way of authenticating by ${schemes.map(({ key }) => key).join(" and ")}. */\nexport interface ${name} {\n${members.join("")}}\n`;
  });
  const union = ways.map(({ name }) => name).join(" | ") || "undefined";
  return `${interfaces.join("\n")}
/** The ways of authenticating, exactly one of which a client has. */
export type Auth = ${union};

/** Makes a client. It has the methods that its way of authenticating opens. */
export interface CreateClient {
${factorySignatures(design, ways, "Client", "").join("")}}

/** Makes the methods alone that a way of authenticating opens. */
export interface CreateMethods {
${factorySignatures(design, ways, "MethodClient", "readonly middleware?: undefined; ").join("")}}
`;
}

function waysIn(operations: readonly Operation[]): Way[] {
  const found = new Map<string, Way>();
  const taken = new Set(["Auth"]);
  for (const schemes of operations.flatMap(waysOf)) {
    const keys = schemes.map(({ key }) => key);
    const known = keys.toSorted().join();
    if (keys.length === 0 || found.has(known)) continue;
    found.set(known, { name: claim(`${keys.map(pascalCase).join("")}Auth`, taken), schemes });
  }
  return [...found.values()];
}

function authMember(scheme: SecurityScheme, isSent: boolean): string {
  if (!isSent) return `  readonly ${propertyName(scheme.key)}?: undefined;\n`;
  const type = scheme.scheme === "basic" ? "BasicCredentials" : "Secret";
  return `${doc("  ", scheme.description, cookieNote(scheme.in))}  readonly ${propertyName(scheme.key)}: ${type};\n`;
}

function factorySignatures(
  design: ClientDesign,
  ways: readonly Way[],
  type: string,
  options: string,
): string[] {
  const { operations } = design.contract;
  const client = (open: readonly Operation[]): string =>
    open.length === operations.length
      ? type
      : `${type}<${open.map((each) => JSON.stringify(design.methodOf(each))).join(" | ") || "never"}>`;
  const signature = (auth: string, open: readonly Operation[]): string =>
    `  (options: ClientOptions & { ${options}readonly auth${auth} }): ${client(open)};\n`;
  const anonymous = operations.filter(isAnonymous);
  const mark = anonymous.length > 0 ? "?" : "";
  return [
    ...ways.map(({ name, schemes }) =>
      signature(
        `: ${name}`,
        operations.filter((each) => opens(schemes, each)),
      ),
    ),
    ...(anonymous.length > 0 ? [signature("?: undefined", anonymous)] : []),
    ...(ways.length > 0 ? [signature(`${mark}: Auth${mark && " | undefined"}`, operations)] : []),
  ];
}

function opens(schemes: readonly SecurityScheme[], operation: Operation): boolean {
  return (
    isAnonymous(operation) || waysOf(operation).some((way) => way.every((scheme) => schemes.includes(scheme)))
  );
}
