import { isTimeField, shiftTimes, shiftTimestamp, timesInJson } from "./shift-times.ts";

/**
 * The JSON of an answer, with times moved on by `shiftMs`.
 *
 * Objects of the store are frozen, so their text is kept: a revision is encoded once, however often it is read.
 */
export const encodeJson = (value: unknown, shiftMs: number): string => {
  if (isList(value)) return encodeList(value, shiftMs);
  if (hasLookalikes(value)) return escapeHtml(JSON.stringify(shiftTimes(value, shiftMs)));
  return render(Object.isFrozen(value) ? keptPieces(whole, value as object, value) : piecesOf(value), shiftMs);
};

/** The JSON of an element of a list: the list tells what it is. */
const encodeItem = (item: object, shiftMs: number): string => {
  if (hasLookalikes(item)) return escapeHtml(JSON.stringify(shiftTimes(bareOf(item), shiftMs)));
  if (!Object.isFrozen(item)) return render(piecesOf(bareOf(item)), shiftMs);
  const kept = bare.get(item);
  return render(kept ?? keptPieces(bare, item, bareOf(item)), shiftMs);
};

/** True when a user named an entry of his own as a time is named; those are left alone. */
const hasLookalikes = (value: unknown): boolean => {
  const { data, metadata } = (value ?? {}) as { readonly data?: unknown; readonly metadata?: { readonly annotations?: unknown } };
  return hasTimeKey(data) || hasTimeKey(metadata?.annotations);
};

const hasTimeKey = (map: unknown): boolean => {
  if (typeof map !== "object" || map === null) return false;
  for (const key in map) if (isTimeField(key) && !key.includes("/")) return true;
  return false;
};

/** Text between times, and the times; there is one more text than there are times. */
interface Pieces {
  readonly texts: readonly string[];
  readonly times: readonly string[];
}

const whole = new WeakMap<object, Pieces>();
const bare = new WeakMap<object, Pieces>();

interface List {
  readonly kind: string;
  readonly items: readonly object[];
}

const isList = (value: unknown): value is List => {
  const { kind, items } = (value ?? {}) as { readonly kind?: unknown; readonly items?: unknown };
  return typeof kind === "string" && kind.endsWith("List") && Array.isArray(items);
};

const encodeList = (list: List, shiftMs: number): string => {
  const { items, ...frame } = list;
  const head = JSON.stringify(frame).slice(0, -1);
  return `${head},"items":[${items.map((item) => encodeItem(item, shiftMs)).join(",")}]}`;
};

const bareOf = (item: object): object => {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = item as { readonly kind?: unknown; readonly apiVersion?: unknown };
  return rest;
};

const keptPieces = (cache: WeakMap<object, Pieces>, key: object, value: unknown): Pieces => {
  let pieces = cache.get(key);
  if (pieces === undefined) {
    pieces = piecesOf(value);
    cache.set(key, pieces);
  }
  return pieces;
};

const piecesOf = (value: unknown): Pieces => {
  const text = escapeHtml(JSON.stringify(value));
  const texts: string[] = [];
  const times: string[] = [];
  let from = 0;
  for (const { index, 1: before = "", 2: time = "" } of text.matchAll(TIMES)) {
    texts.push(text.slice(from, index + before.length));
    times.push(time);
    from = index + before.length + time.length;
  }
  texts.push(text.slice(from));
  return { texts, times };
};

const TIMES = timesInJson();

const render = ({ texts, times }: Pieces, shiftMs: number): string => {
  let text = texts[0] as string;
  for (let i = 0; i < times.length; i++) {
    const time = times[i] as string;
    text += (shiftMs === 0 ? time : shiftTimestamp(time, shiftMs)) + (texts[i + 1] as string);
  }
  return text;
};

/** Go's encoder writes these as escapes, so that JSON may stand in HTML. */
const escapeHtml = (json: string): string => (UNSAFE.test(json) ? json.replace(UNSAFE_ALL, escapeOf) : json);

const UNSAFE = /[<>&\u2028\u2029]/;
const UNSAFE_ALL = /[<>&\u2028\u2029]/g;

const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
