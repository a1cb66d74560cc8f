import { isSameJson } from "#core/canonical-json.ts";
import { err, ok, type Result } from "#core/result.ts";

/** One operation of RFC 6902. */
export interface JsonPatchOperation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test" | string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/**
 * Applies a JSON patch; the document is not changed.
 *
 * @returns the new document, or an error in the words of the API server's patch library
 */
export const applyJsonPatch = (document: unknown, operations: readonly JsonPatchOperation[]): Result<unknown, string> => {
  let current = document;
  let copiedBytes = 0;
  for (const operation of operations) {
    copiedBytes += operation.op === "copy" ? sizeAt(current, operation.from ?? "") : 0;
    if (copiedBytes > COPIED_BYTES_MAX) return err(`${TOO_MUCH_COPIED} ${copiedBytes}, exceeding the limit ${COPIED_BYTES_MAX}`);
    const next = applyOperation(current, operation);
    if (!next.ok) return next;
    current = next.value;
  }
  return ok(current);
};

/** Size of all that one patch may copy: as the API server sets it, since what is copied over and over doubles each time. */
const COPIED_BYTES_MAX = 3 * 1_048_576;
const TOO_MUCH_COPIED = "Unable to complete the copy, the accumulated size increase of copy is";

const sizeAt = (document: unknown, path: string): number => {
  const found = valueAt(document, path);
  return found.ok ? (JSON.stringify(found.value)?.length ?? 0) : 0;
};

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

const applyOperation = (document: unknown, { op, path, from, value = null }: JsonPatchOperation): Result<unknown, string> => {
  if (typeof path !== "string") return err("missing path");
  switch (op) {
    case "add":
      return change(document, path, (parent, key) => insert(parent, key, value));
    case "remove":
      return change(document, path, (parent, key) => removeFrom(parent, key));
    case "replace":
      return path === "" ? ok(value) : change(document, path, (parent, key) => replaceIn(parent, key, value));
    case "test":
      return test(document, path, value);
    case "copy":
    case "move":
      return transfer(document, path, from ?? "", op === "move");
    default:
      return err(`Unexpected kind: ${op}`);
  }
};

const transfer = (document: unknown, path: string, from: string, isMove: boolean): Result<unknown, string> => {
  const found = valueAt(document, from);
  if (!found.ok && (isMove || !found.error.endsWith(MISSING_VALUE))) return found;
  // What is copied from nowhere is null.
  const value = found.ok ? found.value : null;
  const without = isMove ? change(document, from, (parent, key) => removeFrom(parent, key)) : ok(document);
  return without.ok ? change(without.value, path, (parent, key) => insert(parent, key, value)) : without;
};

const test = (document: unknown, path: string, value: unknown): Result<unknown, string> => {
  const found = valueAt(document, path);
  const actual = found.ok ? found.value : null;
  return isSameJson(actual ?? null, value ?? null) ? ok(document) : err(`testing value ${path} failed: test failed`);
};

const parsePath = (path: string): readonly string[] =>
  path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

const valueAt = (document: unknown, path: string): Result<unknown, string> => {
  let current = document;
  for (const key of parsePath(path)) {
    if (!isContainer(current) || !hasKey(current, key)) return err(missing(path));
    current = memberOf(current, key);
  }
  return ok(current);
};

/** Changes a value at a path; containers along the path are copied, all others shared. */
const change = (
  document: unknown,
  path: string,
  edit: (parent: Container, key: string) => Result<Container, string>,
): Result<unknown, string> => {
  const keys = parsePath(path);
  if (keys.length === 0) return err(`unable to change the whole document`);
  return changeAt(document, keys, path, edit);
};

const changeAt = (
  node: unknown,
  [key, ...rest]: readonly string[],
  path: string,
  edit: (parent: Container, key: string) => Result<Container, string>,
): Result<unknown, string> => {
  if (!isContainer(node) || key === undefined) return err(missing(path));
  if (rest.length === 0) return edit(node, key);
  if (!hasKey(node, key)) return err(missing(path));
  const child = changeAt(memberOf(node, key), rest, path, edit);
  return child.ok ? ok(withMember(node, key, child.value)) : child;
};

const insert = (parent: Container, key: string, value: unknown): Result<Container, string> => {
  if (!isList(parent)) return ok({ ...parent, [key]: value });
  // The list is one longer by then, from whose end negative indexes count.
  const index = key === "-" ? parent.length : indexOf(key, parent.length + 1);
  if (index === undefined || index > parent.length) return err(`Unable to access invalid index: ${key}: invalid index referenced`);
  return ok([...parent.slice(0, index), value, ...parent.slice(index)]);
};

const removeFrom = (parent: Container, key: string): Result<Container, string> => {
  if (!hasKey(parent, key)) return err(`Unable to remove nonexistent key: ${key}: missing value`);
  if (isList(parent)) return ok(parent.filter((_item, i) => i !== indexOf(key, parent.length)));
  const { [key]: _removed, ...rest } = parent;
  return ok(rest);
};

/** Replaces a member; a missing one is added, since the server's library requires only list elements to exist. */
const replaceIn = (parent: Container, key: string, value: unknown): Result<Container, string> =>
  !isList(parent) || hasKey(parent, key)
    ? ok(withMember(parent, key, value))
    : err(`replace operation does not apply: doc is missing key: ${key}: missing value`);

const isContainer = (node: unknown): node is Container => typeof node === "object" && node !== null;

const isList = (node: Container): node is readonly unknown[] => Array.isArray(node);

/** Resolves an index; negative ones count from the end, as in the server's library. */
const indexOf = (key: string, length: number): number | undefined => {
  if (!/^-?\d+$/.test(key)) return undefined;
  const index = Number(key) < 0 ? length + Number(key) : Number(key);
  return index >= 0 ? index : undefined;
};

const hasKey = (node: Container, key: string): boolean => {
  if (!isList(node)) return Object.hasOwn(node, key);
  const index = indexOf(key, node.length);
  return index !== undefined && index < node.length;
};

const memberOf = (node: Container, key: string): unknown => (isList(node) ? node[indexOf(key, node.length) as number] : node[key]);

const withMember = (node: Container, key: string, value: unknown): Container =>
  isList(node) ? node.map((item, i) => (i === indexOf(key, node.length) ? value : item)) : { ...node, [key]: value };

const missing = (path: string): string => `operation does not apply: doc is missing path: ${JSON.stringify(path)}${MISSING_VALUE}`;

const MISSING_VALUE = ": missing value";
