/** Files that may make a WeakMap of their own, with what the two helpers cannot do for them. */
export const RAW_MEMOS: Readonly<Record<string, string>> = {
  "core/keep-for.ts": "the helper for what is derived from a key alone",
  "core/keep-while.ts": "the helper for what is derived from a key and what is read besides",
  "sim/apiserver/http/wire/encode-json.ts": "a text is kept only where no text in it looks like a time",
  "sim/apiserver/schema/codec/decode.ts": "it holds what is known of a value, which nothing derives",
  "sim/apiserver/write/apply/object-managers.ts": "results are folded along an object's past, and that of a dry run is put in",
  "sim/containers/container-os.ts": "it holds machines in the middle of a turn, and is empty whenever a world can be forked",
  "sim/telemetry/metrics/traffic/flow-counts.ts": "results are folded along a chain that is too long to recurse",
  "sim/telemetry/metrics/history/fold-log.ts": "results are kept for some entries of a log, and the nearest is looked for",
  "sim/telemetry/promql/evaluation/aggregate.ts": "all groups of an expression are dropped together when there are too many",
  "pool/memory/memory-room.ts": "it holds the size of what went as long as somebody else holds it, who may use it again",
  "pool/backends/sim/kept-baselines.ts": "a booted world lives as long as its baseline is known to anybody",
};

/** Counts the WeakMaps that a text makes. */
export const countRawMemos = (text: string): number => text.match(/\bnew WeakMap\b/g)?.length ?? 0;
