import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FAILING_PODS } from "./failing-pods.ts";
import { type Observation, observeFailingPods } from "./observe-pods.ts";
import { WORLDS } from "./worlds.ts";

/** Observations on a cluster of v1.35; `UPDATE_EXPECTED=1` with a real cluster records them again. */
const EXPECTED = new URL("./failing-pods.expected.json", import.meta.url);
const DURATION_MS = 75_000;

/** True if short-lived states are compared: a busy machine may miss them. */
const HAS_QUIET_MACHINE = process.env["KUBEDRILL_TEST_TIMING"] === "1" || process.env["UPDATE_EXPECTED"] === "1";

describe.each(WORLDS)("failing pods in $title", ({ isAbsent, isReal, open }) => {
  const title = "show the states, conditions and events that are expected of each";
  test.skipIf(isAbsent || (isReal && !HAS_QUIET_MACHINE))(
    isReal ? `${title} (needs KUBEDRILL_TEST_TIMING=1)` : title,
    { timeout: 300_000 },
    async () => {
      const world = await open();
      try {
        const seen = Object.fromEntries(await observeFailingPods(world.admin, world.namespace, FAILING_PODS, DURATION_MS));
        if (isReal && process.env["UPDATE_EXPECTED"] === "1") writeFileSync(EXPECTED, `${JSON.stringify(seen, null, 2)}\n`);
        const expected = JSON.parse(readFileSync(EXPECTED, "utf8")) as Readonly<Record<string, Observation>>;
        for (const { name } of FAILING_PODS) expect.soft(seen[name], name).toEqual(expected[name]);
      } finally {
        await world.close();
      }
    },
  );
});
