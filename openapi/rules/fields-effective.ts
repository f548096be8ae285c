import { child, get, isObject, members, type Place, text } from "./reading/place.ts";
import { typesOf } from "./reading/schema.ts";
import type { Context, HouseRule } from "./redocly.ts";

export const fieldsEffective: HouseRule = {
  id: "fields-effective",
  asks: "Every field of a parameter, a header and a body has an effect: `encoding` is for forms, `explode` for lists and objects, `allowReserved` for queries; `allowEmptyValue` and parameters called Accept, Content-Type or Authorization have none.",
  create: () => ({
    MediaType(node, context) {
      checkEncoding({ value: node, at: context.location }, context);
    },
    Parameter(node, context) {
      const parameter = { value: node, at: context.location };
      checkSerialisation(parameter, context);
      checkAllowed(parameter, context);
      if (text(parameter, "in") === "header")
        checkName(child(parameter, "name"), text(parameter, "name"), ignoredOfRequests, context);
    },
    Header(node, context) {
      checkSerialisation({ value: node, at: context.location }, context);
    },
    Response(node, context) {
      for (const [name, { at }] of members(child({ value: node, at: context.location }, "headers")))
        checkName({ value: name, at }, name, ignoredOfResponses, context);
    },
  }),
};

function checkEncoding(media: Place, context: Context): void {
  if (isForm(media.at.pointer)) return;
  refuse(media, "encoding", "It is for the fields of forms. Take it out.", context);
}

/** The last token of the pointer of a Media Type Object is the media type. */
function isForm(pointer: string): boolean {
  const mediaType = pointer.slice(pointer.lastIndexOf("/") + 1).replaceAll("~1", "/");
  return /^(multipart\/|application\/x-www-form-urlencoded\b)/i.test(mediaType);
}

function checkSerialisation(parameter: Place, context: Context): void {
  if (isObject(parameter.value) && parameter.value["content"] !== undefined) {
    for (const field of ["style", "explode", "allowReserved"])
      refuse(parameter, field, "The value travels in the media type of its `content`. Take it out.", context);
    return;
  }
  const types = typesOf(get(context, parameter, "schema"));
  const isPrimitive = types.length > 0 && !types.includes("array") && !types.includes("object");
  if (isPrimitive) refuse(parameter, "explode", "It is for lists and objects. Take it out.", context);
}

/** What is false says no more than that it is left out. */
function checkAllowed(parameter: Place, context: Context): void {
  const isAllowed = (field: string): boolean => child(parameter, field).value === true;
  if (isAllowed("allowReserved") && text(parameter, "in") !== "query")
    refuse(parameter, "allowReserved", "It is for what stands in a query. Take it out.", context);
  if (isAllowed("allowEmptyValue"))
    refuse(
      parameter,
      "allowEmptyValue",
      "Say by the schema what may be empty: a text without `minLength`, or an `enum`.",
      context,
    );
}

/** Parameters and headers that OpenAPI 3.1 has ignored, since something else describes them. */
const ignoredOfRequests: Readonly<Record<string, string>> = {
  accept: "the `content` of the responses",
  "content-type": "the `content` of the request body",
  authorization: "`security`",
};
const ignoredOfResponses: Readonly<Record<string, string>> = {
  "content-type": "the `content` of the response",
};

function checkName(
  { at }: Place,
  name: string,
  ignored: Readonly<Record<string, string>>,
  context: Context,
): void {
  const instead = ignored[name.toLowerCase()];
  if (instead === undefined) return;
  const message = `OpenAPI has a header called ${name} ignored here: ${instead} says what it is. Take it out.`;
  context.report({ message, location: at.key() });
}

function refuse(holder: Place, field: string, advice: string, context: Context): void {
  if (!isObject(holder.value) || !Object.hasOwn(holder.value, field)) return;
  context.report({
    message: `"${field}" has no effect here. ${advice}`,
    location: child(holder, field).at.key(),
  });
}
