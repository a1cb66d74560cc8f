import type { JournalRecord } from "#pool/journal/journal-line.ts";

/** Times without a server, as a journal tells of them; what was counted down then is given back. */
export interface DownTime {
  /** Time without a server that ended just now, ms. */
  readonly lastMs: number;
  /** Time without a server since `atMs`, ms. */
  since(atMs: number): number;
}

/** Reads from a journal when there was no server; the last such time ends now. */
export const readDownTime = (records: readonly JournalRecord[], nowMs: number): DownTime => {
  const times = records.flatMap(({ atMs, createdAtMs }) => [atMs, createdAtMs]).filter((time) => typeof time === "number");
  const lastMs = Math.max(0, nowMs - times.reduce((latest, time) => Math.max(latest, time), times.length === 0 ? nowMs : 0));
  const earlier = records.filter(({ t }) => t === "resume").map(({ atMs, downMs }) => ({ atMs: Number(atMs), downMs: Number(downMs) }));
  return {
    lastMs,
    since: (atMs) => earlier.reduce((sum, resume) => (resume.atMs > atMs ? sum + resume.downMs : sum), lastMs),
  };
};
