import type { ResourceNode } from "./resources.ts";

/** A box of a diagram, in units of the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly title: string;
  readonly note: string;
  readonly href: string | undefined;
  readonly dashed: boolean;
}

/** A drawing: boxes, and the lines between them. */
export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly { readonly path: string; readonly dashed: boolean }[];
}

const unit = { height: 54, gap: 16, indent: 44, character: 8.4, padding: 28 };

/** A tree of resources, drawn as a list that is indented, so that it fits a narrow page. */
export function treeDiagram(root: ResourceNode, hrefOf: (anchor: string) => string): Diagram {
  const boxes: Box[] = [];
  const lines: Diagram["lines"][number][] = [];
  const place = (node: ResourceNode, depth: number): Box => {
    const note = [node.label, node.many ? "several" : "", node.included ? "if included" : ""];
    const box = boxAt(boxes.length, depth, node.name, note.filter(Boolean).join(", "), hrefOf(node.anchor));
    boxes.push({ ...box, dashed: node.included });
    for (const child of node.holds) {
      const inner = place(child, depth + 1);
      lines.push({ path: elbow(box, inner), dashed: child.included });
    }
    return box;
  };
  place(root, 0);
  return sized(boxes, lines);
}

/** Things that each contain the next. */
export function chainDiagram(names: readonly string[]): Diagram {
  const boxes = names.map((name, index) =>
    boxAt(index, index, name, index === 0 ? "" : `within ${names[index - 1]}`, undefined),
  );
  const lines = boxes.slice(1).flatMap((box, index) => {
    const outer = boxes[index];
    return outer === undefined ? [] : [{ path: elbow(outer, box), dashed: false }];
  });
  return sized(boxes, lines);
}

function boxAt(row: number, depth: number, title: string, note: string, href: string | undefined): Box {
  const width = Math.max(title.length, note.length * 0.85) * unit.character + unit.padding;
  return {
    x: depth * unit.indent + 1,
    y: row * (unit.height + unit.gap) + 1,
    width,
    title,
    note,
    href,
    dashed: false,
  };
}

function elbow(from: Box, to: Box): string {
  const x = from.x + 20;
  return `M${x} ${from.y + unit.height}V${to.y + unit.height / 2}H${to.x}`;
}

function sized(boxes: readonly Box[], lines: Diagram["lines"]): Diagram {
  return {
    width: Math.max(0, ...boxes.map(({ x, width }) => x + width)) + 1,
    height: boxes.length * (unit.height + unit.gap) - unit.gap + 2,
    boxes,
    lines,
  };
}

/** The height of a box. */
export const boxHeight: number = unit.height;
