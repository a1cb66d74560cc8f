import type { Verification } from "../../backend.ts";
import { realClock } from "../../kubernetes/real-clock.ts";
import { compareSlot } from "./compare-slot.ts";
import type { PoolDesk } from "./pool-desk.ts";
import { replaceSlot } from "./replace-slot.ts";
import { restoreSlot } from "./restore-slot.ts";
import { warmSlot } from "./warm-slot.ts";

/**
 * Recovers a slot after a crash, an expired lease or a failed rollback. Restores it until it equals its baseline,
 * replaces it if it does not, and retries while the cluster is unreachable.
 */
export const bringBack = async (desk: PoolDesk, id: string): Promise<void> => {
  for (let tries = 1; !desk.isClosed; tries++) {
    try {
      const verification = await restoreAndVerify(desk, id);
      if (verification.equal) await desk.book.move(id, "ready");
      else await replaceSlot(desk, id, verification);
      return;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : `${cause}`;
      if (tries === TRIES_MAX || (await desk.baselines.load(id)) === undefined) return await replaceSlot(desk, id, differing(reason));
      desk.tell({ kind: "waiting", slot: id, reason });
      await realClock.sleep(Math.min(PAUSE_FIRST_MS * 2 ** (tries - 1), PAUSE_MAX_MS));
    }
  }
};

const TRIES_MAX = 8;
const PAUSE_FIRST_MS = 1_000;
const PAUSE_MAX_MS = 30_000;

/** Restores and compares, a second time if it is not equal: a controller may have written in between. */
const restoreAndVerify = async (desk: PoolDesk, id: string): Promise<Verification> => {
  const memo = desk.book.get(id)?.memo;
  for (let tries = 1; ; tries++) {
    const { baseline } = await warmSlot(desk, id);
    await restoreSlot(desk, id, (cluster) => (memo === undefined ? Promise.resolve() : desk.undo(memo, cluster, baseline)));
    const verification = await compareSlot(desk, id, baseline);
    if (verification.equal || tries === RESTORES_MAX) return verification;
  }
};

const RESTORES_MAX = 2;

/** Result for a slot that could not be compared. */
const differing = (reason: string): Verification => ({ equal: false, digest: "sha256:", expected: "sha256:", differences: [reason] });
