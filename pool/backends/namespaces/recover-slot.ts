import type { Verification } from "../../backend.ts";
import { realClock } from "../../kubernetes/real-clock.ts";
import { compareSlot } from "./compare-slot.ts";
import type { PoolState } from "./pool-state.ts";
import { replaceSlot } from "./replace-slot.ts";
import { restoreSlot } from "./restore-slot.ts";
import { warmSlot } from "./warm-slot.ts";

/**
 * Recovers a slot after a crash, an expired lease or a failed rollback. Restores it until it equals its baseline,
 * replaces it if it does not, and retries while the cluster is unreachable.
 */
export const recoverSlot = async (pool: PoolState, id: string): Promise<void> => {
  for (let tries = 1; !pool.isClosed; tries++) {
    try {
      const verification = await restoreAndVerify(pool, id);
      if (verification.equal) await pool.book.move(id, "ready");
      else await replaceSlot(pool, id, verification);
      return;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : `${cause}`;
      if (tries === TRIES_MAX || (await pool.baselines.load(id)) === undefined) return await replaceSlot(pool, id, differing(reason));
      pool.tell({ kind: "waiting", slot: id, reason });
      await realClock.sleep(Math.min(PAUSE_FIRST_MS * 2 ** (tries - 1), PAUSE_MAX_MS));
    }
  }
};

const TRIES_MAX = 8;
const PAUSE_FIRST_MS = 1_000;
const PAUSE_MAX_MS = 30_000;

/** Restores and compares, a second time if it is not equal: a controller may have written in between. */
const restoreAndVerify = async (pool: PoolState, id: string): Promise<Verification> => {
  const memo = pool.book.get(id)?.memo;
  for (let tries = 1; ; tries++) {
    const { baseline } = await warmSlot(pool, id);
    await restoreSlot(pool, id, (cluster) => (memo === undefined ? Promise.resolve() : pool.undo(memo, cluster, baseline)));
    const verification = await compareSlot(pool, id, baseline);
    if (verification.equal || tries === RESTORES_MAX) return verification;
  }
};

const RESTORES_MAX = 2;

/** Result for a slot that could not be compared. */
const differing = (reason: string): Verification => ({ equal: false, digest: "sha256:", expected: "sha256:", differences: [reason] });
