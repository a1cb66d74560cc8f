import { ApiError, isStatus } from "#kube/ports/api-error.ts";
import type { KubeList, KubeObject } from "#kube/types/meta.ts";
import type { ApiConnection } from "./api-connection.ts";
import { readWatchEvents, type WatchEvent } from "./read-watch-events.ts";

/** Informer: the current objects of one collection, kept up to date by a watch. */
export interface Informer {
  /** Resolves after the first list. */
  readonly ready: Promise<void>;
  objects(): readonly KubeObject[];
  /** Calls back after each change, until cancelled. @returns a function that cancels it */
  onChange(listener: () => void): () => void;
  /** Number of lists so far: one, and one more for each expired resourceVersion. */
  lists(): number;
  close(): void;
}

/** Options of a watch. */
export interface InformerOptions {
  /** Path of a collection. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum duration of one connection, s; missing: 300. */
  readonly timeoutSeconds?: number;
  /** Time without events after which a connection counts as dead, ms; missing: 90,000. */
  readonly idleMs?: number;
}

/** Starts a watch. Connections that end or break are replaced by new ones from the last resourceVersion, until it is closed. */
export const startInformer = (connection: ApiConnection, options: InformerOptions): Informer => {
  const state: WatchState = {
    objects: new Map(),
    listeners: new Set(),
    version: undefined,
    lists: 0,
    isClosed: false,
    wake: () => undefined,
  };
  const first = Promise.withResolvers<void>();
  void keepWatching(connection, options, state, first.resolve);
  return {
    ready: first.promise,
    objects: () => [...state.objects.values()],
    onChange: (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    lists: () => state.lists,
    close: () => {
      state.isClosed = true;
      state.wake();
      first.resolve();
    },
  };
};

interface WatchState {
  /** Objects by namespace and name. */
  readonly objects: Map<string, KubeObject>;
  readonly listeners: Set<() => void>;
  /** resourceVersion from which the next connection starts; undefined: a new list is needed. */
  version: string | undefined;
  lists: number;
  isClosed: boolean;
  /** Ends the current wait. */
  wake: () => void;
}

const keepWatching = async (connection: ApiConnection, options: InformerOptions, state: WatchState, onFirst: () => void): Promise<void> => {
  let failures = 0;
  while (!state.isClosed) {
    try {
      if (state.version === undefined) await fetchList(connection, options, state);
      onFirst();
      await followChanges(connection, options, state);
      failures = 0;
    } catch {
      // The server is away or busy. It is asked again and again: whoever needs an answer by a certain time has a deadline.
      failures += 1;
      await pause(state, Math.min(PAUSE_FIRST_MS * 2 ** (failures - 1), PAUSE_MAX_MS));
    }
  }
};

const PAUSE_FIRST_MS = 100;
const PAUSE_MAX_MS = 5_000;
const TIMEOUT_SECONDS = 300;
const IDLE_MS = 90_000;
const GONE = 410;

const pause = (state: WatchState, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    state.wake = () => {
      clearTimeout(timer);
      resolve();
    };
    if (state.isClosed) state.wake();
  });

const fetchList = async (connection: ApiConnection, { path, query, headers }: InformerOptions, state: WatchState): Promise<void> => {
  const { status, text } = await connection.send({ method: "GET", path: withQuery(path, query), headers });
  const body: unknown = JSON.parse(text);
  if (status !== 200) throw new ApiError({ status, body }, `list ${path}`);
  const { items, metadata } = body as KubeList;
  state.objects.clear();
  for (const object of items) state.objects.set(keyOf(object), object);
  state.version = metadata?.resourceVersion ?? "0";
  state.lists += 1;
  tell(state);
};

/** Applies the events of one connection until it ends. */
const followChanges = async (connection: ApiConnection, options: InformerOptions, state: WatchState): Promise<void> => {
  const { path, query, headers, timeoutSeconds = TIMEOUT_SECONDS, idleMs = IDLE_MS } = options;
  const stream = await connection.stream({
    method: "GET",
    path: withQuery(path, {
      ...query,
      watch: "true",
      allowWatchBookmarks: "true",
      timeoutSeconds: `${timeoutSeconds}`,
      resourceVersion: state.version ?? "0",
    }),
    headers,
  });
  state.wake = () => stream.close();
  if (state.isClosed) return stream.close();
  if (stream.status === GONE) state.version = undefined;
  if (stream.status !== 200) {
    stream.close();
    if (stream.status === GONE) return;
    throw new Error(`watch ${path}: HTTP ${stream.status}`);
  }
  for await (const event of readWatchEvents(stream, idleMs)) {
    take(event, state);
    if (state.version === undefined || state.isClosed) return;
  }
};

const take = (event: WatchEvent, state: WatchState): void => {
  const { type, object } = event;
  if (type === "ERROR" || isStatus(object)) {
    // Whatever it says, what is known here cannot be trusted any more; 410 is the usual one.
    state.version = undefined;
    return;
  }
  state.version = object.metadata.resourceVersion;
  if (type === "BOOKMARK") return;
  if (type === "DELETED") state.objects.delete(keyOf(object));
  else state.objects.set(keyOf(object), object);
  tell(state);
};

const tell = ({ listeners }: WatchState): void => {
  for (const listener of listeners) listener();
};

const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ""}/${metadata.name}`;

const withQuery = (path: string, query: Readonly<Record<string, string>> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
};
