import type { Duration, Duration__Output } from "#proto/gen/google/protobuf/Duration.ts";

/** Converts milliseconds to a protobuf Duration. */
export const toDuration = (ms: number): Duration => {
  const seconds = Math.floor(ms / 1000);
  return { seconds: String(seconds), nanos: Math.round((ms - seconds * 1000) * 1e6) };
};

/** Converts a protobuf Duration to milliseconds; an unset one to undefined. */
export const fromDuration = (duration: Duration__Output | undefined): number | undefined =>
  duration === undefined ? undefined : Number(duration.seconds ?? 0) * 1000 + (duration.nanos ?? 0) / 1e6;
