import { isForm } from "./form-body.ts";
import { formFieldPatterns, formFields } from "./form-fields.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Encoding, Example, MediaType, RequestBody, Response } from "./model.ts";
import type { Sender } from "./one-way.ts";
import { readHeaders, shapeOf, styleOf } from "./read-parameter.ts";
import { optionalText, type Placed, type Reading, text } from "./reading.ts";

/** The body of an operation. `undefined`: it takes none. */
export function readRequestBody(reading: Reading, operation: Placed): RequestBody | undefined {
  const placed = reading.follow(
    operation.value["requestBody"],
    appendPointer(operation.pointer, "requestBody"),
  );
  if (placed === undefined) return undefined;
  return {
    required: placed.value["required"] === true,
    description: text(placed.value, "description"),
    content: readContent(reading, placed, "client"),
    pointer: placed.pointer,
  };
}

/** The responses of an operation, by status. */
export function readResponses(reading: Reading, operation: Placed): Response[] {
  return reading.members(operation, "responses").map(([status, placed]) => ({
    status,
    description: text(placed.value, "description"),
    headers: readHeaders(reading, placed),
    content: readContent(reading, placed, "server"),
    pointer: placed.pointer,
  }));
}

function readContent(reading: Reading, body: Placed, sender: Sender): MediaType[] {
  return reading.members(body, "content").map(([mediaType, placed]) => {
    const model = reading.schema(placed.value["schema"], appendPointer(placed.pointer, "schema"), sender);
    const { schema, pointer } = reading.resolve(model.schema, model.pointer);
    const examples = readExamples(reading, placed);
    return {
      ...model,
      mediaType,
      examples,
      shown: examples.size > 0 ? [...examples.values()] : readExample(placed),
      shape: shapeOf(reading, schema, pointer),
      fields: isForm(mediaType) ? formFields(reading, model) : new Map(),
      fieldPatterns: isForm(mediaType) ? formFieldPatterns(reading, model) : [],
      encoding: readEncoding(reading, placed),
    };
  });
}

function readEncoding(reading: Reading, mediaType: Placed): Map<string, Encoding> {
  return new Map(
    reading.members(mediaType, "encoding").map(([name, { value }]): [string, Encoding] => {
      const { style, explode, allowReserved } = value;
      // To state one of the three is to ask for a style, whose default is form.
      const isStyled = [style, explode, allowReserved].some((member) => member !== undefined);
      return [
        name,
        {
          contentType: optionalText(value, "contentType"),
          style: isStyled ? styleOf(style, "form") : undefined,
          explode: typeof explode === "boolean" ? explode : undefined,
          allowReserved: typeof allowReserved === "boolean" ? allowReserved : undefined,
        },
      ];
    }),
  );
}

function readExamples(reading: Reading, mediaType: Placed): Map<string, Example> {
  const examples = new Map<string, Example>();
  for (const [name, { value, pointer }] of reading.members(mediaType, "examples")) {
    if (value["value"] === undefined) continue;
    examples.set(name, {
      name,
      summary: text(value, "summary"),
      description: text(value, "description"),
      value: value["value"],
      pointer,
    });
  }
  return examples;
}

function readExample({ pointer, value: { example } }: Placed): Example[] {
  if (example === undefined) return [];
  return [
    { name: "", summary: "", description: "", value: example, pointer: appendPointer(pointer, "example") },
  ];
}
