import { compareElements, isElement, type PathElement } from "./path-element.ts";

/**
 * A set of field paths, in the form in which managedFields carry it (FieldsV1): `{"f:spec":{"f:replicas":{}}}`.
 *
 * A node without members is a path of the set; one with members is a path itself only where it has the member `.`. Sets
 * are immutable.
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

/** The set without paths. */
export const EMPTY_SET: FieldSet = Object.freeze({});

/** True when no path is in the set. */
export const isEmptySet = (set: FieldSet): boolean => {
  for (const _element in set) return false;
  return true;
};

/** True if the path itself is in the set. */
export const hasPath = (set: FieldSet, path: readonly PathElement[]): boolean => {
  let node: FieldSet | undefined = set;
  for (const element of path) node = node?.[element];
  return node !== undefined && isMember(node);
};

/** Returns the paths below an element; empty if there are none. */
export const below = (set: FieldSet, element: PathElement): FieldSet => {
  const node = set[element];
  return node === undefined || node[SELF] === undefined ? (node ?? EMPTY_SET) : withoutSelf(node);
};

/** True if the element itself is a path of the set. */
export const hasElement = (set: FieldSet, element: PathElement): boolean => {
  const node = set[element];
  return node !== undefined && isMember(node);
};

/** Union of two sets. */
export const unite = (a: FieldSet, b: FieldSet): FieldSet => {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  const united: Record<PathElement, FieldSet> = {};
  for (const element of elementsOf(a)) united[element] = uniteNodes(a[element] as FieldSet, b[element]);
  for (const element of elementsOf(b)) if (a[element] === undefined) united[element] = b[element] as FieldSet;
  return united;
};

/** Intersection of two sets. */
export const intersect = (a: FieldSet, b: FieldSet): FieldSet =>
  mapNodes(a, (node, element) => {
    const other = b[element];
    return other === undefined ? undefined : node(isMemberOf(b, element), (children) => intersect(children, below(b, element)));
  });

/** Difference: paths of the first set that are not in the second. */
export const subtract = (a: FieldSet, b: FieldSet): FieldSet =>
  mapNodes(a, (node, element) => {
    if (b[element] === undefined) return a[element];
    return node(!isMemberOf(b, element), (children) => subtract(children, below(b, element)));
  });

/** Difference that also removes the paths below those of the second set. */
export const subtractDeep = (a: FieldSet, b: FieldSet): FieldSet =>
  mapNodes(a, (node, element) => {
    if (b[element] === undefined) return a[element];
    return isMemberOf(b, element) ? undefined : node(true, (children) => subtractDeep(children, below(b, element)));
  });

/** Calls `visit` for every path, in the order of the elements. */
export const forEachPath = (set: FieldSet, visit: (path: readonly PathElement[]) => void, prefix: readonly PathElement[] = []): void => {
  const elements = elementsOf(set).sort(compareElements);
  // A level's own paths come before what lies below.
  for (const element of elements) if (isMember(set[element] as FieldSet)) visit([...prefix, element]);
  for (const element of elements) forEachPath(below(set, element), visit, [...prefix, element]);
};

/** Sorts the elements of a set as the server writes them. */
export const sortSet = (set: FieldSet): FieldSet => {
  const sorted: Record<PathElement, FieldSet> = {};
  if (set[SELF] !== undefined) sorted[SELF] = EMPTY_SET;
  for (const element of elementsOf(set).sort(compareElements)) sorted[element] = sortSet(set[element] as FieldSet);
  return sorted;
};

/** True if both sets have the same paths. */
export const sameSet = (a: FieldSet, b: FieldSet): boolean => {
  if (a === b) return true;
  const elements = Object.keys(a);
  return elements.length === Object.keys(b).length && elements.every((key) => b[key] !== undefined && sameSet(a[key] as FieldSet, b[key]));
};

/** Parses a set that a client sent; undefined if it is invalid. Unknown kinds of elements are ignored, as by the server. */
export const parseFieldSet = (value: unknown): FieldSet | undefined => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const parsed: Record<PathElement, FieldSet> = {};
  for (const [element, node] of Object.entries(value)) {
    if (element === SELF) parsed[element] = EMPTY_SET;
    else if (isElement(element)) {
      const child = parseFieldSet(node);
      if (child === undefined) return undefined;
      parsed[element] = child;
    } else if (element.length < 2 || element[1] !== ":" || "fkvi".includes(element[0] as string)) return undefined;
  }
  return parsed;
};

/** A mutable set under construction. */
export type GrowingSet = { [element: PathElement]: GrowingSet };

/** Adds a path to a set under construction. */
export const addPath = (set: GrowingSet, path: readonly PathElement[]): void => {
  if (path.length === 0) return;
  let node = set;
  for (let i = 0; i < path.length - 1; i++) node = descend(node, path[i] as PathElement);
  const last = path[path.length - 1] as PathElement;
  const present = node[last];
  if (present === undefined) node[last] = {};
  else if (!isEmptySet(present)) present[SELF] = {};
};

const descend = (node: GrowingSet, element: PathElement): GrowingSet => {
  let child = node[element];
  if (child === undefined) {
    child = {};
    node[element] = child;
    // What will be put into it makes it an inner node; a path that ended here before must stay one.
  } else if (isEmptySet(child)) child[SELF] = {};
  return child;
};

const SELF = ".";

const isMember = (node: FieldSet): boolean => node[SELF] !== undefined || isEmptySet(node);

const isMemberOf = (set: FieldSet, element: PathElement): boolean => hasElement(set, element);

const elementsOf = (set: FieldSet): PathElement[] => Object.keys(set).filter((element) => element !== SELF);

const withoutSelf = (node: FieldSet): FieldSet => {
  const { [SELF]: _self, ...children } = node;
  return children;
};

const uniteNodes = (a: FieldSet, b: FieldSet | undefined): FieldSet => {
  if (b === undefined || a === b) return a;
  return createNode(isMember(a) || isMember(b), unite(childrenOf(a), childrenOf(b))) as FieldSet;
};

const childrenOf = (node: FieldSet): FieldSet => (node[SELF] === undefined ? node : withoutSelf(node));

const createNode = (isPath: boolean, children: FieldSet): FieldSet | undefined => {
  if (isEmptySet(children)) return isPath ? EMPTY_SET : undefined;
  return isPath ? { [SELF]: EMPTY_SET, ...children } : children;
};

type Remake = (keepsPath: boolean, change: (children: FieldSet) => FieldSet) => FieldSet | undefined;

/** Maps every element; `remake` builds its node anew, as a path of the set if it was one and `keepsPath` is true. */
const mapNodes = (set: FieldSet, map: (remake: Remake, element: PathElement) => FieldSet | undefined): FieldSet => {
  const mapped: Record<PathElement, FieldSet> = {};
  for (const element of elementsOf(set)) {
    const node = set[element] as FieldSet;
    const remake: Remake = (keepsPath, change) => createNode(keepsPath && isMember(node), change(childrenOf(node)));
    const next = map(remake, element);
    if (next !== undefined) mapped[element] = next;
  }
  return mapped;
};
