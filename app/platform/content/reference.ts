import type { Wording } from './problem.ts';

/**
 * A reference in a content file to another part of the content: a picture, a logo, a person, a path. The schema only
 * records the pointer; `resolveReferences` looks it up once all files are read, so that files may refer to each other in
 * any order and a wrong reference is reported with file and line.
 */
export class Reference<Target> {
  readonly kind: string;
  readonly key: string;
  /** Carries the type of the target; never set. */
  declare readonly target: Target;

  constructor(kind: string, key: string) {
    this.kind = kind;
    this.key = key;
  }

  /** Serialises the reference in a form that `resolveReferences` recognises. */
  toJSON(): StoredReference {
    return { $reference: [this.kind, this.key] };
  }
}

interface StoredReference {
  $reference: [kind: string, key: string];
}

/** Returns the pointer of a reference, also of a serialised one; undefined for any other value. */
function pointerOf(node: unknown): Pointer | undefined {
  if (node instanceof Reference) return node;
  if (typeof node !== 'object' || node === null || !('$reference' in node)) return undefined;
  const [kind, key] = (node as StoredReference).$reference;
  return { kind, key };
}

/** The kind of a target, and its key among the targets of that kind. */
export interface Pointer {
  readonly kind: string;
  readonly key: string;
}

/** The same data with every reference replaced by its target. */
export type Resolved<T> =
  T extends Reference<infer Target> ? Target : T extends object ? { [Key in keyof T]: Resolved<T[Key]> } : T;

/** A position in a value: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** Finds what a reference refers to, or says why there is no such thing. */
export type Lookup<Problem = Wording> = (pointer: Pointer) => { found: unknown } | { problem: Problem };

/** Replaces every reference in `value`, also one in JSON, by its target. @param onProblem without a target; the result is then invalid */
export function resolveReferences<T, Problem>(
  value: T,
  lookup: Lookup<Problem>,
  onProblem: (path: Path, problem: Problem) => void,
): Resolved<T> {
  const walk = (node: unknown, path: Path): unknown => {
    const pointer = pointerOf(node);
    if (pointer) {
      const result = lookup(pointer);
      if ('found' in result) return result.found;
      onProblem(path, result.problem);
      return undefined;
    }
    if (Array.isArray(node)) return node.map((item, index) => walk(item, [...path, index]));
    if (node instanceof Date || node === null || typeof node !== 'object') return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item, [...path, key])]));
  };
  return walk(value, []) as Resolved<T>;
}
