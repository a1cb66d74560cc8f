import { DrillError } from "#core/drill-error.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Fixture, fitFixtures } from "#kube/app/fixtures/fixture.ts";
import { putFixtures } from "#kube/app/fixtures/put-fixtures.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { recordBaseline } from "../../baseline/record-baseline.ts";

/** Fixtures for a slot. */
export interface SlotFurnishing {
  /** Missing: none. */
  readonly fixtures: readonly Fixture[] | undefined;
  /** Timeout until they are settled, ms. */
  readonly timeoutMs: number;
}

/** State of a slot in which its episode begins. */
export interface FurnishedSlot {
  readonly baseline: Baseline;
  /** Ids of the fixtures in it. */
  readonly fixtures: readonly string[];
}

/**
 * Puts fixtures into a leased slot, and records what it is like with them.
 *
 * The slot's own baseline stays as it is: whatever ends the episode, a crash of the server too, takes away what that one lacks.
 * @param cluster with rights to create them, and the clock of the slot
 * @throws DrillError BACKEND_DOWN if they do not settle in time
 */
export const furnishSlot = async (
  cluster: ClusterPort,
  bare: Baseline,
  { fixtures = [], timeoutMs }: SlotFurnishing,
): Promise<FurnishedSlot> => {
  const fitted = await fitFixtures({ fixtures }, (fixture) => fixture.objects(cluster, bare));
  if (fitted.length === 0) return { baseline: bare, fixtures: [] };
  const { app, namespace, extent = "namespace", alerts, stores, storeFacts } = bare;
  try {
    await putFixtures(cluster, fitted, { namespace, timeoutMs });
  } catch (cause) {
    throw DrillError.from(cause, { boundary: `fixtures in slot ${namespace}`, fallback: "BACKEND_DOWN" });
  }
  const recorded = await recordBaseline(cluster, { app, namespace, extent, alerts, stores, ...(storeFacts && { storeFacts }) });
  return { baseline: recorded, fixtures: fitted.map(({ fixture }) => fixture.id) };
};
