import { type ClientDesign, propertyName } from "@workflow-api/contract/calls";
import { authTypes } from "./auth-types.ts";
import { operationError } from "./error-types.ts";
import { importsOf, type Offer } from "./imports.ts";
import { methodMember, operationTypes } from "./method-types.ts";
import { BANNER, doc, parameterNotes } from "./print.ts";
import { settingTexts } from "./setting-texts.ts";

/**
 * The module of the types that the contract decides.
 *
 * @param module - Where the types of its paths, operations and schemas are.
 */
export function typesModule(design: ClientDesign, module: string): string {
  const { operations } = design.contract;
  const parts = [
    schemasType,
    ...operations.map((operation) => operationTypes(design, operation)),
    interfaceOf("The documented errors of each operation. Their `status` tells them apart.", "StatusErrors", [
      ...operations.map((each) => `  ${propertyName(design.methodOf(each))}: ${operationError(each)};\n`),
    ]),
    interfaceOf(
      "A method for each operation. It throws an `ApiError` unless the answer is as documented.",
      "Methods",
      [...operations.map((each) => methodMember(design, each, (data) => data))],
    ),
    interfaceOf("The same methods, returning an `ApiError` instead of throwing it.", "SafeMethods", [
      ...operations.map((each) =>
        methodMember(
          design,
          each,
          (data) => `Result<${data}, StatusErrors[${JSON.stringify(design.methodOf(each))}]>`,
        ),
      ),
    ]),
    optionsType(design),
    clientType(design),
    authTypes(design),
  ];
  const text = parts.join("\n");
  const contractTypes = {
    from: module,
    names: ["components", "operations", "paths"],
    kind: "types",
  } as const;
  return `${BANNER}\n${importsOf(text, [...OFFERS, contractTypes])}\n${text}`;
}

const OFFERS: readonly Offer[] = [
  { from: "openapi-fetch", names: ["Client as FetchClient"], kind: "types" },
  { from: "../narrowing-classes.ts", names: ["StatusError"], kind: "types" },
  {
    from: "../type-tools.ts",
    names: ["KnownOf", "NamesOf", "Present", "StatusIn", "TextsOf", "With", "WithoutHeaders"],
    kind: "types",
  },
  {
    from: "../types.ts",
    names: ["BasicCredentials", "CallOptions", "CommonOptions", "Result", "Secret"],
    kind: "types",
  },
];

const schemasType = `/** The schemas of the contract by name. */
export type Schemas = components["schemas"];
`;

function interfaceOf(description: string, name: string, members: readonly string[]): string {
  return `/** ${description} */\nexport interface ${name} {\n${members.join("")}}\n`;
}

function optionsType(design: ClientDesign): string {
  const { contract, settings, addressOf } = design;
  const addresses = new Map(
    contract.operations.flatMap((operation) => {
      const { option, description = "" } = addressOf(operation) ?? {};
      return option === undefined ? [] : [[option, description] as const];
    }),
  );
  return interfaceOf("What the factory takes, besides `auth`.", "ClientOptions extends CommonOptions", [
    ...settings.map((setting) => {
      const { option, parameter } = setting;
      const { type } = settingTexts(design, setting);
      return `${doc("  ", ...parameterNotes(parameter))}  readonly ${propertyName(option)}: ${type};\n`;
    }),
    ...[...addresses].map(
      ([option, description]) =>
        `${doc("  ", description)}  readonly ${propertyName(option)}?: string | undefined;\n`,
    ),
  ]);
}

function clientType({ settings }: ClientDesign): string {
  const headers = settings.map(({ parameter }) => JSON.stringify(parameter.name)).join(" | ") || "never";
  return `/** The paths of the contract, by template. The headers that the client sends by itself are no parameters. */
export interface RawPaths extends WithoutHeaders<paths, ${headers}> {}

/** The openapi-fetch client of the same configuration. */
export type RawClient = FetchClient<RawPaths>;

/** A method for each operation. */
export type MethodClient<Name extends keyof Methods = keyof Methods> = Pick<Methods, Name> & {
  /** The same methods; they return \`{ data, error, response }\` instead of throwing. */
  readonly safe: Pick<SafeMethods, Name>;
};

/** A client: a method for each operation, and those of openapi-fetch. */
export type Client<Name extends keyof Methods = keyof Methods> = MethodClient<Name> & {
  /** The openapi-fetch client of the same configuration, for its companions. */
  readonly raw: RawClient;
};
`;
}
