/** Plays in a pool for ever, in a process of its own that tests kill: `node tests/live/pool-player.ts <kubeconfig> <folder> <prefix> <seed>`. */
import { createRng } from "#core/rng.ts";
import { openPool } from "#pool/backends/namespaces/open-pool.ts";
import { recycleSlot } from "#pool/recycle-slot.ts";
import { playHostile } from "./hostile-actions.ts";
import { poolOptions } from "./pool-places.ts";

const [kubeconfig = "", folder = "", prefix = "", seed = ""] = process.argv.slice(2);
const SLOTS = 2;

const pool = await openPool(poolOptions(kubeconfig, folder, prefix));
console.info("open");
await pool.backend.provision({ app: "small-app", slots: SLOTS });

const rng = createRng(seed);
for (let episode = 0; ; episode++) {
  const slot = await pool.backend.lease({ app: "small-app", scope: "namespace", rights: "namespace", seed: "1" });
  await slot.saveMemo?.({ episode });
  await playHostile({ agent: slot.agent, namespace: slot.namespace, rng: rng.stream(`${episode}`) }, 1);
  await recycleSlot(pool.backend, slot, async () => {});
}
