import type { Table } from "#kube/table/to-table.ts";
import { sorted } from "./go-order.ts";
import { isTimeField, shiftTimes, shiftTimestamp, timesInJson } from "./shift-times.ts";

/** Encoder of objects in an answer. */
export interface Encoder {
  /** Time by which the client's clock is ahead of the world's, ms. */
  readonly shiftMs: number;
  /** Adds fields that are shown and not stored; must return the same for the same object. Missing: as stored. */
  readonly show?: (object: object) => object;
  /** False: elements of a list carry apiVersion and kind, as those of custom resources do. Missing: the list does. */
  readonly isTyped?: boolean;
  /** Object beside the cells of each row of a Table. Missing: Metadata. */
  readonly includeObject?: "None" | "Metadata" | "Object";
}

/**
 * The JSON of an answer, with times moved on.
 *
 * Objects are values, so their text is kept: a revision is encoded once, however often it is read.
 */
export const encodeJson = (value: unknown, encoder: Encoder): string => {
  if (isTable(value)) return encodeTable(value, encoder);
  if (isList(value)) return encodeList(value, encoder);
  return isObject(value) ? encodeObject(value, encoder, WHOLE) : render(piecesOf(value), encoder.shiftMs);
};

/** A form of an object's text, and the texts that are known. */
interface Form {
  readonly of: (object: object) => object;
  readonly kept: WeakMap<object, Pieces>;
}

const WHOLE: Form = { of: (object) => object, kept: new WeakMap() };
const BARE: Form = {
  of: ({ kind: _kind, apiVersion: _apiVersion, ...rest }: { readonly kind?: unknown; readonly apiVersion?: unknown }) => rest,
  kept: new WeakMap(),
};
const METADATA: Form = {
  of: (object) => ({
    kind: "PartialObjectMetadata",
    apiVersion: "meta.k8s.io/v1",
    metadata: (object as { readonly metadata?: unknown }).metadata,
  }),
  kept: new WeakMap(),
};

/** The JSON of one object's metadata alone, in the frame that clients ask for. */
export const encodeMetadata = (object: object, encoder: Encoder): string => encodeObject(object, encoder, METADATA);

/** The JSON of a list of metadata. */
export const encodeMetadataList = (list: List, encoder: Encoder): string => {
  const head = JSON.stringify({ kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata: list.metadata }).slice(0, -1);
  return `${head},"items":[${list.items.map((item) => encodeObject(item, encoder, METADATA)).join(",")}]}`;
};

/** A list of objects. */
export interface List {
  readonly kind: string;
  readonly metadata: unknown;
  readonly items: readonly object[];
}

/** True for a list of objects. */
export const isList = (value: unknown): value is List => {
  const { kind, items } = (value ?? {}) as { readonly kind?: unknown; readonly items?: unknown };
  return typeof kind === "string" && kind.endsWith("List") && Array.isArray(items);
};

const isTable = (value: unknown): value is Table => (value as { readonly kind?: unknown } | undefined)?.kind === "Table";

const isObject = (value: unknown): value is object =>
  (value as { readonly metadata?: { readonly uid?: unknown } } | undefined)?.metadata?.uid !== undefined;

const encodeObject = (object: object, { shiftMs, show }: Encoder, { of, kept }: Form): string => {
  let pieces = kept.get(object);
  if (pieces === undefined) {
    const shown = of(show?.(object) ?? object);
    if (hasLookalikes(shown)) return escapeHtml(JSON.stringify(shiftTimes(shown, shiftMs)));
    pieces = piecesOf(shown);
    if (isObject(object)) kept.set(object, pieces);
  }
  return render(pieces, shiftMs);
};

const encodeList = (list: List, encoder: Encoder): string => {
  const { items, ...frame } = list;
  const text = (form: Form): string => items.map((item) => encodeObject(item, encoder, form)).join(",");
  return encoder.isTyped === false ? untypedList(list, text(WHOLE)) : `${JSON.stringify(frame).slice(0, -1)},"items":[${text(BARE)}]}`;
};

/** Encodes a list without a Go type: members sorted, and `continue` written even when empty. */
const untypedList = ({ items: _items, ...frame }: List & { readonly apiVersion?: string }, items: string): string => {
  const metadata = sorted({ continue: "", ...(frame.metadata as object) });
  return `{"apiVersion":${JSON.stringify(frame.apiVersion)},"items":[${items}],"kind":${JSON.stringify(frame.kind)},"metadata":${JSON.stringify(metadata)}}`;
};

const encodeTable = ({ rows, ...frame }: Table, encoder: Encoder): string => {
  const dates = (frame.columnDefinitions ?? []).flatMap(({ type }, index) => (type === "date" ? [index] : []));
  const head = escapeHtml(JSON.stringify(frame)).slice(0, -1);
  return `${head},"rows":[${rows.map((row) => encodeRow(row, dates, encoder)).join(",")}]}`;
};

const encodeRow = ({ cells, object }: Table["rows"][number], dates: readonly number[], encoder: Encoder): string => {
  const shown =
    dates.length === 0
      ? cells
      : cells.map((cell, i) => (dates.includes(i) && typeof cell === "string" ? shiftTimestamp(cell, encoder.shiftMs) : cell));
  const beside = encoder.includeObject ?? "Metadata";
  const text = beside === "None" ? '{"metadata":{}}' : encodeObject(object, encoder, beside === "Object" ? WHOLE : METADATA);
  return `{"cells":${escapeHtml(JSON.stringify(shown))},"object":${text}}`;
};

/** True when a user named an entry of his own as a time is named; those are left alone. */
const hasLookalikes = (value: object): boolean => {
  const { data, metadata } = value as { readonly data?: unknown; readonly metadata?: { readonly annotations?: unknown } };
  return hasTimeKey(data) || hasTimeKey(metadata?.annotations);
};

const hasTimeKey = (map: unknown): boolean => {
  if (typeof map !== "object" || map === null) return false;
  for (const key in map) if (isTimeField(key) && !key.includes("/")) return true;
  return false;
};

/** Text, and where times stand in it. */
interface Pieces {
  readonly text: string;
  /** Beginnings and ends, in order. */
  readonly places: readonly number[];
  /** Last text with shifted times: a client's offset stays the same for a while. */
  moved: { readonly shiftMs: number; readonly text: string } | undefined;
}

const piecesOf = (value: unknown): Pieces => {
  const text = escapeHtml(JSON.stringify(value));
  const places: number[] = [];
  for (const { index, 1: before = "", 2: time = "" } of text.matchAll(TIMES)) {
    places.push(index + before.length, index + before.length + time.length);
  }
  return { text, places, moved: undefined };
};

const TIMES = timesInJson();

const render = (pieces: Pieces, shiftMs: number): string => {
  const { text, places, moved } = pieces;
  if (shiftMs === 0 || places.length === 0) return text;
  if (moved?.shiftMs === shiftMs) return moved.text;
  let shifted = "";
  let from = 0;
  for (let i = 0; i < places.length; i += 2) {
    const start = places[i] as number;
    const end = places[i + 1] as number;
    shifted += text.slice(from, start) + shiftTimestamp(text.slice(start, end), shiftMs);
    from = end;
  }
  shifted += text.slice(from);
  pieces.moved = { shiftMs, text: shifted };
  return shifted;
};

/** Go's encoder writes these as escapes, so that JSON may stand in HTML. */
const escapeHtml = (json: string): string => (UNSAFE.test(json) ? json.replace(UNSAFE_ALL, escapeOf) : json);

const UNSAFE = /[<>&\u2028\u2029]/;
const UNSAFE_ALL = /[<>&\u2028\u2029]/g;

const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
