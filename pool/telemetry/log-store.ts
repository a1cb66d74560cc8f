import { firstIndex } from "#core/first-index.ts";
import { parseTimestamp } from "#core/timestamp.ts";
import type { LogStream } from "#sim/telemetry/logql/log-stream.ts";
import { labelsKey } from "#sim/telemetry/promql/labels.ts";
import { type Matcher, matchesAll } from "#sim/telemetry/promql/series.ts";

/** Recent log lines in memory, also of containers that are gone. */
export interface LogStore {
  /** Adds lines as the API returns them with timestamps. Those not newer than the stream's last one are duplicates. */
  take(labels: LogStream["labels"], text: string): void;
  /** Timestamp text of the newest line of a stream; undefined: there is none. */
  newest(labels: LogStream["labels"]): string | undefined;
  streams(matchers: readonly Matcher[]): readonly LogStream[];
  /** Removes everything, and ignores lines from before an instant from now on. */
  clear(atMs: number): void;
}

export interface LogStoreBounds {
  /** Maximum number of streams; the one silent for longest is dropped first. */
  readonly streamsMax: number;
  /** Maximum characters of one stream; its oldest lines are dropped first. */
  readonly charactersMax: number;
}

export const createLogStore = ({ streamsMax, charactersMax }: LogStoreBounds): LogStore => {
  const streams = new Map<string, StoredStream>();
  let floorMs = Number.NEGATIVE_INFINITY;
  const streamOf = (labels: LogStream["labels"]): StoredStream => {
    const key = labelsKey(labels);
    let stream = streams.get(key);
    if (stream === undefined) {
      if (streams.size >= streamsMax) streams.delete(quietest(streams));
      stream = { labels, lines: [], characters: 0, newest: undefined };
      streams.set(key, stream);
    }
    return stream;
  };
  return {
    take: (labels, text) => {
      if (text === "") return;
      const stream = streamOf(labels);
      for (const line of text.split("\n")) append(stream, line, floorMs);
      trim(stream, charactersMax);
    },
    newest: (labels) => streams.get(labelsKey(labels))?.newest,
    streams: (matchers) =>
      [...streams.values()]
        .filter(({ labels }) => matchesAll(matchers, labels))
        .sort((a, b) => (labelsKey(a.labels) < labelsKey(b.labels) ? -1 : 1))
        .map(({ labels, lines }) => ({
          labels,
          lines: (fromMs, toMs) => lines.slice(firstAfter(lines, fromMs), firstAfter(lines, toMs)),
        })),
    clear: (atMs) => {
      streams.clear();
      floorMs = atMs;
    },
  };
};

interface StoredStream {
  readonly labels: LogStream["labels"];
  readonly lines: { readonly atMs: number; readonly text: string }[];
  characters: number;
  newest: string | undefined;
}

/** Appends a line, `2026-01-02T15:04:05.123456789Z text`; timestamps of one node have one length, so they compare as texts. */
const append = (stream: StoredStream, line: string, floorMs: number): void => {
  const space = line.indexOf(" ");
  const timestamp = space < 0 ? line : line.slice(0, space);
  const atMs = parseTimestamp(timestamp);
  if (atMs === undefined || atMs < floorMs || (stream.newest !== undefined && timestamp <= stream.newest)) return;
  // A copy: a slice would hold on to the whole answer that it was cut from.
  const text = space < 0 ? "" : Buffer.from(line.slice(space + 1)).toString();
  stream.lines.push({ atMs: Math.floor(atMs), text });
  stream.characters += text.length;
  stream.newest = timestamp;
};

const trim = (stream: StoredStream, charactersMax: number): void => {
  let dropped = 0;
  while (stream.characters > charactersMax && dropped < stream.lines.length - 1) {
    stream.characters -= stream.lines[dropped]?.text.length ?? 0;
    dropped += 1;
  }
  if (dropped > 0) stream.lines.splice(0, dropped);
};

const quietest = (streams: ReadonlyMap<string, StoredStream>): string => {
  const [first] = [...streams].sort(([, a], [, b]) => ((a.newest ?? "") < (b.newest ?? "") ? -1 : 1));
  return first?.[0] ?? "";
};

/** Index of the first line after an instant. */
const firstAfter = (lines: StoredStream["lines"], atMs: number): number =>
  firstIndex(lines.length, (index) => (lines[index]?.atMs ?? 0) > atMs);
