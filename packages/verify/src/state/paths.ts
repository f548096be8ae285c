import type { Operation } from "@workflow-api/contract";

// What the paths of a contract say of its resources: `/owners/{id}` is one of `/owners`.

/** A path with nothing between its braces: operations may name a parameter differently. */
export function bareTemplate(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/**
 * The resource that the path of an operation leads to or through: `/owners/{}` for
 * `/owners/{id}/reset`. `undefined`: its path has no parameter.
 */
export function resourceTemplate({ path }: Pick<Operation, "path">): string | undefined {
  const bare = bareTemplate(path);
  const end = bare.lastIndexOf("{}");
  return end === -1 ? undefined : bare.slice(0, end) + (/^[^/]*/.exec(bare.slice(end))?.[0] ?? "");
}

/** Whether an operation is about one resource, and not about what is below it. */
export function isOfResource(operation: Pick<Operation, "path">): boolean {
  return resourceTemplate(operation) === bareTemplate(operation.path);
}

/** The resources that a collection holds: `/owners/{}` for `/owners`. */
export function itemTemplate({ path }: Pick<Operation, "path">): string {
  return `${bareTemplate(path).replace(/\/+$/, "")}/{}`;
}

/** The keys of the path parameters in the order of the path. */
export function pathKeys({ path }: Pick<Operation, "path">): string[] {
  return Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name]) => `path ${name}`);
}

/** The names of the resources of a template as a member may have them: `owner`, `owners`. */
export function resourceNames(template: string): string[] {
  const segments = template.split("/").filter((segment) => !segment.includes("{}"));
  const plural = plainName(segments.at(-1) ?? "");
  return [plural, plural.replace(/ies$/, "y"), plural.replace(/es$/, ""), plural.replace(/s$/, "")];
}

/** A name without case and separators. */
export function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z\d]/g, "").toLowerCase();
}
