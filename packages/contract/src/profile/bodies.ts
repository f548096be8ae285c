import { isJson } from "../http.ts";
import { isObject } from "../json.ts";
import { locations } from "../wire/locations.ts";
import { childOf, type DocumentNode, objectOf, record } from "./kind.ts";
import { withJson, withNamedExample, withoutContentType } from "./normalize.ts";
import { examples, header } from "./parameter.ts";
import { orReference, withTarget } from "./references.ts";
import { any, dropped, flag, schema, text } from "./schema.ts";

// Request bodies and responses.

/** A media type of a body: its schema and its examples. */
export const mediaType = objectOf(
  {},
  { schema, example: any, examples },
  {
    prepare: ({ schema: given = true, ...rest }, node) => {
      // No validator distinguishes them, and not every generator knows the boolean.
      const schema = given === true ? {} : given;
      return withNamedExample({ schema, ...rest }, node);
    },
  },
);
const content = record("media type", mediaType);

/** A body: JSON, and media types of which nothing more is checked. */
const bodyContent: typeof content = (original) => {
  const node = withTarget(original);
  if (!isObject(node.value) || node.value["$ref"] !== undefined) return content(node);
  const members = Object.entries(node.value);
  const described = members.filter(([name]) => isJson(name));
  const others = members.filter(([name]) => !isJson(name));
  const read = content({ ...node, value: Object.fromEntries(described) });
  const undescribed = others.map(([name, value]) => [
    name,
    unchecked(mediaType, childOf(node, name, value, `media type "${name}"`)),
  ]);
  return { ...read, ...Object.fromEntries(undescribed) };
};

/** What is read as far as it conforms to the profile, without problems. */
function unchecked(read: typeof mediaType, node: DocumentNode): ReturnType<typeof mediaType> {
  const { value } = node;
  const parts = isObject(value) ? value : {};
  const kept = Object.entries(parts).filter(([name, part]) => {
    const context = { ...node.context, problems: [], needs: new Map<string, string>() };
    read({ ...node, context, value: { [name]: part } });
    return context.problems.length === 0;
  });
  const context = { ...node.context, problems: [], needs: new Map<string, string>() };
  return read({ ...node, context, value: Object.fromEntries(kept) });
}

/** The body of a request. */
export const requestBody = objectOf(
  {},
  { content: bodyContent, description: text, required: flag },
  { prepare: withJson },
);
const headers = record("header", orReference("headers", header), (name) =>
  locations.header.nameProblem(name),
);
/** A response: its headers and its body. */
export const response = objectOf(
  { description: text },
  {
    headers: (node) => withoutContentType(headers(node)),
    content: bodyContent,
    links: dropped,
  },
  { prepare: (value, node) => withJson({ description: "", ...value }, node) },
);
