import type { Duration, Duration__Output } from "#proto/gen/google/protobuf/Duration.ts";

/** Milliseconds as a Duration of the wire; undefined stays unset. */
export const toDuration = (ms: number): Duration => {
  const seconds = Math.floor(ms / 1000);
  return { seconds: String(seconds), nanos: Math.round((ms - seconds * 1000) * 1e6) };
};

/** A Duration of the wire as milliseconds; an unset one is undefined. */
export const fromDuration = (duration: Duration__Output | undefined): number | undefined =>
  duration === undefined ? undefined : Number(duration.seconds ?? 0) * 1000 + (duration.nanos ?? 0) / 1e6;
