import { keepFor } from "#core/keep-for.ts";
import { FARTHEST, type IncidentFacts, type MeasuredFacts } from "#problems/difficulty/incident-facts.ts";
import measured from "./measures.recorded.json" with { type: "json" };
import written from "./written.recorded.json" with { type: "json" };

/** Measures of a pair as they are kept: those of `MeasuredFacts` in their order, `isUndone` as 0 or 1. */
export type FactsRow = readonly [
  distance: number,
  symptomatic: number,
  telemetryShare: number,
  steps: number,
  read: number,
  isUndone: number,
];

/** Rows by `app/fault`, then by target. */
export type FactsTable = Readonly<Record<string, Readonly<Record<string, FactsRow>>>>;

/** Measures of all pairs that were measured, by `npm run difficulty`. */
export const MEASURED = measured as unknown as FactsTable;

/** Episodes of a fault in which rules on specifications name it at once, and all that were looked at. */
export type WrittenRow = readonly [named: number, episodes: number];

/** Counts of all faults, by `npm run blind:specifications -- --each 8 --keep`. */
const WRITTEN = written as unknown as Readonly<Record<string, WrittenRow>>;

const writtenShareOf = (faultId: string): number => {
  const [named, episodes] = WRITTEN[faultId] ?? [0, 1];
  return named / episodes;
};

/** Writes measures as a row. */
export const rowOf = ({ distance, symptomatic, telemetryShare, steps, read, isUndone }: MeasuredFacts): FactsRow => [
  distance,
  symptomatic,
  telemetryShare,
  steps,
  read,
  isUndone ? 1 : 0,
];

/** Reads the measures of a row, of a pair with a certain fault. */
export const factsIn = (faultId: string, [distance, symptomatic, telemetryShare, steps, read, isUndone]: FactsRow): IncidentFacts => ({
  distance,
  symptomatic,
  telemetryShare,
  steps,
  read,
  isUndone: isUndone === 1,
  writtenShare: writtenShareOf(faultId),
});

/**
 * Measures of a pair; where it was not measured itself, the medians of its fault's other targets in the application, or else in all of
 * them; of a fault that was never measured, those of a fault in the middle.
 */
export const knownFacts = (app: string, faultId: string, target: string, table: FactsTable = MEASURED): IncidentFacts => {
  const row = table[`${app}/${faultId}`]?.[target];
  if (row !== undefined) return factsIn(faultId, row);
  return mediansOf(table)(app, faultId) ?? factsIn(faultId, UNKNOWN);
};

/** Medians of a fault's measured targets in an application, or else in all; undefined where there are none. Each is taken once. */
const mediansOf = keepFor((table: FactsTable) => {
  const rowsOf = Map.groupBy(Object.entries(table), ([key]) => key.slice(key.indexOf("/") + 1));
  const medians = new Map<string, IncidentFacts | undefined>();
  return (app: string, faultId: string): IncidentFacts | undefined => {
    const near = Object.values(table[`${app}/${faultId}`] ?? {});
    const key = near.length > 0 ? `${app}/${faultId}` : faultId;
    if (!medians.has(key)) {
      const rows = near.length > 0 ? near : (rowsOf.get(faultId) ?? []).flatMap(([, targets]) => Object.values(targets));
      medians.set(key, rows.length === 0 ? undefined : factsIn(faultId, medianRow(rows)));
    }
    return medians.get(key);
  };
});

const UNKNOWN: FactsRow = [FARTHEST - 2, 3, 0.5, 15, 30_000, 0];

const medianRow = (rows: readonly FactsRow[]): FactsRow =>
  (rows[0] as FactsRow).map((_, i) => {
    const values = rows.map((row) => row[i] as number).sort((a, b) => a - b);
    return values[Math.floor((values.length - 1) / 2)] as number;
  }) as unknown as FactsRow;
