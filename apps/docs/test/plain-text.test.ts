import { expect, test } from "vitest";
import { firstParagraph } from "../src/view/plain-text.ts";

test.for([
  {
    what: "of marks, only their words",
    from: "Reads `a` with *care*, [see](https://a.example).",
    to: "Reads a with care, see.",
  },
  { what: "of several lines, one", from: "One\n  line.\n\nAnother.", to: "One line." },
  { what: "of several paragraphs, the first below its heading", from: "# Title\n\nOne.\n\nTwo.", to: "One." },
  { what: "signs as they are", from: 'a < b && "c" &lt;', to: 'a < b && "c" <' },
  { what: "of a list alone, its caller's words", from: "- One\n- Two", to: "" },
])("a description becomes a line: $what", ({ from, to }) => {
  expect(firstParagraph(from)).toBe(to);
});
