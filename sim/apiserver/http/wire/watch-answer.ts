import { apiVersionOf } from "#kube/objects/resources.ts";
import { toTable } from "#kube/table/to-table.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { customColumns } from "../../schema/custom/printer-columns.ts";
import { deprecationOf } from "../../schema/deprecation.ts";
import { EVENTS_VIEW, isStored } from "../../schema/registry.ts";
import type { parseServedPath } from "../../schema/served-resources.ts";
import { changeLog, storeRevision } from "../../store/store.ts";
import { type WatchEvent, watchEvents } from "../../store/watch/watch-events.ts";
import type { ApiRequest } from "../api-request.ts";
import { listOptionsProblem, parseVersion, versionError } from "../read/list-options.ts";
import { compactedVersion } from "../read/past-objects.ts";
import { tooLarge } from "../read/read-objects.ts";
import { failure, unknownError } from "../status.ts";
import { encodeJson } from "./encode-json.ts";
import type { HttpAnswer } from "./http.ts";
import { isTrue } from "./query.ts";
import { statusResponse, type Writing, writeBody } from "./respond.ts";

type Target = NonNullable<ReturnType<typeof parseServedPath>>;

/** Answers a watch of a collection: initial events where they were asked for, then changes, until it times out. */
export const answerWatch = (world: World, request: ApiRequest, target: Target, writing: Writing): HttpAnswer => {
  const start = startOf(world, request, target);
  if (!start.ok) return start.answer(writing);
  const state: WatchState = { since: start.since, position: undefined, sentHeader: false, bookmarkAtMs: world.nowMs() + BOOKMARK_MS };
  const deprecation = deprecationOf(target.resource);
  const endMs = start.timeoutMs === undefined ? undefined : world.nowMs() + start.timeoutMs;
  return {
    kind: "watch",
    headers: {
      "cache-control": "no-cache, private",
      "content-type": writing.encoding.accepted,
      ...(deprecation !== undefined && { warning: [`299 - ${JSON.stringify(deprecation)}`] }),
    },
    timeoutMs: start.timeoutMs,
    next: (now, shiftMs = writing.encoder.shiftMs) => {
      const shown: Writing = { ...writing, encoder: { ...writing.encoder, shiftMs } };
      const isOver = endMs !== undefined && now.nowMs() >= endMs;
      if (start.failed !== undefined) return { frames: frameOf("ERROR", encodeJson(start.failed, { shiftMs: 0 })), isOver: true };
      return look(now, { request, target, writing: shown, state, start, isOver });
    },
  };
};

/** Interval between bookmarks of a watch that asked for them, ms. */
const BOOKMARK_MS = 60_000;

interface WatchState {
  /** resourceVersion to start at; undefined: begin with the present objects. */
  since: number | undefined;
  /** Length of the change log at the last look. */
  position: number | undefined;
  sentHeader: boolean;
  bookmarkAtMs: number;
}

interface Start {
  readonly ok: true;
  readonly since: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly wantsBookmarks: boolean;
  readonly wantsInitialEnd: boolean;
  /** Failure of a watch that begins at a compacted version or in the future. */
  readonly failed: Status | undefined;
}

interface Refused {
  readonly ok: false;
  readonly answer: (writing: Writing) => HttpAnswer;
}

const refused = (status: Status): Refused => ({ ok: false, answer: ({ encoding }) => statusResponse(status, encoding) });

const startOf = (world: World, request: ApiRequest, { row }: Target): Start | Refused => {
  const { query } = request;
  if (!isStored(row) && row.resource !== EVENTS_VIEW) return refused(unwatched(row.plural));
  const problem = listOptionsProblem(query, true);
  if (problem !== undefined) return refused(problem);
  const { resourceVersion: text = "" } = query;
  const version = text === "" ? 0 : parseVersion(text);
  if (version === undefined) return refused(unknownError(versionError(text)));
  const selectors = watchEvents(world, request, storeRevision(world));
  if (!selectors.ok) return refused(selectors.error);
  const seconds = Number(query["timeoutSeconds"] ?? 0);
  const sendInitial = query["sendInitialEvents"];
  const isInitial = sendInitial === undefined ? version === 0 : isTrue(sendInitial);
  const oldest = compactedVersion(world);
  const newest = storeRevision(world);
  const isToCome = isInitial && version > newest;
  const isForgotten = !isInitial && version !== 0 && version < oldest;
  return {
    ok: true,
    since: isInitial ? undefined : version === 0 ? storeRevision(world) : version,
    timeoutMs: seconds > 0 ? seconds * 1000 : undefined,
    wantsBookmarks: isTrue(query["allowWatchBookmarks"]),
    wantsInitialEnd: sendInitial !== undefined && isInitial && isTrue(query["allowWatchBookmarks"]),
    failed: isForgotten ? expired(version, oldest) : isToCome ? tooLarge(version, newest) : undefined,
  };
};

const unwatched = (plural: string): Status =>
  failure(405, "MethodNotAllowed", `watch is not supported on resources of kind ${JSON.stringify(plural)}`, { kind: plural });

const expired = (version: number, oldest: number): Status => failure(410, "Expired", `too old resource version: ${version} (${oldest})`);

interface Look {
  readonly request: ApiRequest;
  readonly target: Target;
  readonly writing: Writing;
  readonly state: WatchState;
  readonly start: Start;
  readonly isOver: boolean;
}

/** Frames to send by now; an object that cannot be encoded ends the watch. */
const look = (
  world: World,
  { request, target, writing, state, start, isOver }: Look,
): { readonly frames: string; readonly isOver: boolean } => {
  const isFirst = state.position === undefined;
  const { length } = changeLog(world);
  let frames = "";
  if (state.position !== length) {
    const found = watchEvents(world, request, state.since ?? 0);
    if (!found.ok) return { frames: frameOf("ERROR", encodeJson(found.error, { shiftMs: 0 })), isOver: true };
    for (const event of found.value) frames += eventFrame(world, event, target, writing, state);
    state.since = Math.max(state.since ?? 0, storeRevision(world));
    state.position = length;
  }
  if (isFirst && start.wantsInitialEnd) frames += bookmark(world, target, { "k8s.io/initial-events-end": "true" });
  if (start.wantsBookmarks && (world.nowMs() >= state.bookmarkAtMs || isOver)) {
    frames += bookmark(world, target);
    state.bookmarkAtMs = world.nowMs() + BOOKMARK_MS;
  }
  return { frames, isOver };
};

const frameOf = (type: string, object: string): string => `{"type":"${type}","object":${object}}\n`;

/** Frame of an event; a Table has its column definitions in the first one only. */
const eventFrame = (world: World, { type, object }: WatchEvent, { row }: Target, writing: Writing, state: WatchState): string => {
  if (writing.encoding.as?.kind !== "Table") return frameOf(type, writeBody(world, object, writing));
  const table = toTable(row, object, { nowMs: world.nowMs(), columns: customColumns(world, row) });
  const shown = state.sentHeader ? { ...table, columnDefinitions: null } : table;
  state.sentHeader = true;
  return frameOf(type, encodeJson(shown, writing.encoder));
};

const bookmark = (world: World, { row }: Target, annotations?: Readonly<Record<string, string>>): string => {
  const metadata = { resourceVersion: `${storeRevision(world)}`, ...(annotations && { annotations }) };
  const object: Pick<KubeObject, "kind" | "apiVersion"> & { readonly metadata: object } = {
    kind: row.kind,
    apiVersion: apiVersionOf(row),
    metadata,
  };
  return frameOf("BOOKMARK", JSON.stringify(object));
};
