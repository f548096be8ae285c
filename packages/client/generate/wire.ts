import type { SecurityScheme } from "@workflow-api/contract";
import { type ClientDesign, literal, propertyName, Source } from "@workflow-api/contract/calls";
import type { WireSetting } from "../src/operation.ts";
import { errorClasses } from "./error-types.ts";
import { importsOf, type Offer } from "./imports.ts";
import { BANNER, doc } from "./print.ts";
import { waysOf } from "./reading.ts";
import { settingTexts } from "./setting-texts.ts";
import { MODULES, mediaConstants } from "./wire-media.ts";
import { wireOperation } from "./wire-operation.ts";

/** The module that says how everything travels. It imports what this contract needs, so that nothing else is bundled. */
export function wireModule(design: ClientDesign): string {
  const { operations } = design.contract;
  const media = mediaConstants(design);
  const rows = operations.map(
    (operation) =>
      `  ${propertyName(design.methodOf(operation))}: ${literal(wireOperation(design, operation, media), "  ")},\n`,
  );
  const constants = media.all.map(
    ({ name, mediaType, value }) =>
      `${doc("", `\`${mediaType}\`.`)}const ${name}: WireMedia = ${literal(value)};\n`,
  );
  const text = `${constants.join("\n")}
/** How each operation travels. */
export const wire: Readonly<Record<string, WireOperation>> = {
${rows.join("")}};

/** How each credential travels. */
export const schemes: Readonly<Record<string, WireScheme>> = ${literal(wireSchemes(design))};

/** The headers that the client sends by itself, by the option that holds them. */
export const settings: Readonly<Record<string, WireSetting>> = ${literal(wireSettings(design))};
`;
  return `${BANNER}\n${importsOf(text, offers([...errorClasses(design).values()]))}\n${text}`;
}

function offers(errors: readonly string[]): Offer[] {
  return [
    {
      from: "../operation.ts",
      names: ["WireMedia", "WireOperation", "WireScheme", "WireSetting"],
      kind: "types",
    },
    ...Object.entries(MODULES).map(([from, names]) => ({ from, names })),
    { from: "./errors.ts", names: errors },
  ];
}

type Row = Readonly<Record<string, unknown>>;

function wireSchemes({ contract }: ClientDesign): Row {
  const used = contract.operations.flatMap(waysOf).flat();
  return Object.fromEntries(
    contract.securitySchemes
      .filter(({ key }) => used.some((scheme) => scheme.key === key))
      .map((scheme) => [scheme.key, wireScheme(scheme)]),
  );
}

function wireScheme({ in: place, name = "", scheme }: SecurityScheme): Row {
  if (place === "query") return { attach: new Source(`inQuery(${literal(name)})`) };
  if (place === "cookie") return { attach: new Source(`inCookie(${literal(name)})`) };
  if (place === "header") return { header: name.toLowerCase(), attach: new Source("inHeader") };
  const header = "authorization";
  if (scheme === "basic") {
    const takes = "a username without a colon, and a password";
    return { header, attach: new Source("asBasic"), basic: new Source("basicToken"), takes };
  }
  if (scheme === undefined || scheme === "bearer") return { header, attach: new Source("asBearer") };
  return { header, attach: new Source(`asScheme(${literal(scheme)})`) };
}

function wireSettings(design: ClientDesign): Record<string, WireSetting> {
  return Object.fromEntries(
    design.settings.map((setting) => {
      const { pattern } = settingTexts(design, setting);
      const header = setting.parameter.name.toLowerCase();
      return [setting.option, { header, ...(pattern !== undefined && { pattern }) }];
    }),
  );
}
