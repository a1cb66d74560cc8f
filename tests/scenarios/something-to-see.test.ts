import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { readSights, standsOut } from "#env/catalogue/difficulty/sights.ts";
import { SILENT_PAIRS } from "#env/catalogue/silent-pairs.ts";
import { createIncident } from "#env/loop/incident.ts";
import { openHost } from "#env/open/open-host.ts";
import type { Slot } from "#pool/backend.ts";
import { sample } from "../sample.ts";

const { catalogue, backend } = await openHost({ variant: "standard" });

/** A problem of SREGym whose operator says nothing of it, and which has no other target. */
const SILENT = "op-update-strategy-invalid";

/** A target of each fault in each application that has one. */
const CASES = [...Map.groupBy(catalogue.list({ splits: ["train", "eval", "holdout"] }), ({ uri }) => uri.split("?")[0] ?? "")]
  .filter(([uri]) => !uri.includes("+") && !uri.endsWith("/healthy") && !uri.endsWith(SILENT))
  .map(([fault, tasks]) => createRng(fault).pick(tasks).uri);

/** Signs that stand out four minutes after the fault beside a world without it. */
const seenOf = async (uri: string): Promise<readonly string[]> => {
  const task = { ...catalogue.taskOf(uri), leadMs: 240_000 };
  const { slot, injectedMs } = await createIncident(task, "11", { backend, noise: [], decoys: [], hasSurroundings: false });
  const { app, scope, rights } = task;
  const calm: Slot = await backend.lease({ app, scope, rights, seed: "11", variant: "standard" });
  await calm.admin.clock.sleep(slot.admin.clock.nowMs() - calm.admin.clock.nowMs());
  const seen = standsOut(await readSights(slot, injectedMs), await readSights(calm, injectedMs));
  for (const one of [slot, calm]) await backend.release(one);
  return seen.map(({ what, component = "" }) => `${what} ${component}`);
};

test.each(sample(CASES, { what: "faults of which something is to be seen", most: 10 }))(
  "there is something to see besides the defect itself: %s",
  async (uri) => expect(await seenOf(uri)).not.toEqual([]),
);

test.each([...SILENT_PAIRS])("there is nothing to see, so that it is not drawn: %s", async (pair) => {
  const [fault = "", target] = pair.split(" ");
  expect(await seenOf(`kubedrill://${fault}?target=${target}`)).toEqual([]);
});
