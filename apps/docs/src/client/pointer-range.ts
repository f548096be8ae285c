const token = /\s*(?:"(?:\\.|[^"\\])*"|[[\]{},:]|[^\s[\]{},:"]+)/y;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A value in a JSON text, and the JSON Pointer that leads to it. */
interface Place {
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Where the value that a JSON Pointer (RFC 6901) names stands in a JSON text, or the nearest value around it.
 * `undefined`: there is no value.
 */
export function pointerRange(
  json: string,
  pointer: string,
): readonly [start: number, end: number] | undefined {
  const places = [...valuesIn(tokensOf(json).values(), "")];
  const around = places.filter((place) => `${pointer}/`.startsWith(`${place.pointer}/`));
  const [nearest] = around.toSorted((one, other) => other.pointer.length - one.pointer.length);
  return nearest === undefined ? undefined : [nearest.start, nearest.end];
}

function* valuesIn(tokens: Iterator<Token>, pointer: string, given?: Token): Generator<Place, void> {
  const first = given ?? tokens.next().value;
  if (first === undefined) {
    return;
  }
  const isHolder = first.text === "{" || first.text === "[";
  const end = isHolder ? yield* membersIn(tokens, pointer, first.text === "{") : first.end;
  yield { pointer, start: first.start, end };
}

/** What an object or a list holds. Returns where it ends. */
function* membersIn(tokens: Iterator<Token>, pointer: string, isObject: boolean): Generator<Place, number> {
  let index = 0;
  let end = 0;
  for (let { value } = tokens.next(); value !== undefined; { value } = tokens.next()) {
    end = value.end;
    if (value.text === "}" || value.text === "]") {
      break;
    }
    if (value.text !== ",") {
      if (isObject) {
        tokens.next();
      }
      const inside = `${pointer}/${isObject ? keyOf(value) : index++}`;
      yield* valuesIn(tokens, inside, isObject ? undefined : value);
    }
  }
  return end;
}

function tokensOf(json: string): Token[] {
  return [...json.matchAll(new RegExp(token, "gy"))].map(([whole], index, all) => {
    const text = whole.trimStart();
    const end = (all[index]?.index ?? 0) + whole.length;
    return { text, start: end - text.length, end };
  });
}

function keyOf({ text }: Token): string {
  try {
    return String(JSON.parse(text)).replaceAll("~", "~0").replaceAll("/", "~1");
  } catch {
    return "";
  }
}
