import { beforeAll, describe, expect, test } from "vitest";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { loadScripts } from "./episode-script.ts";
import { playScript } from "./play-script.ts";

const scripts = [...loadScripts()].flatMap(([file, list]) => list.map((script) => ({ file, ...script })));

/** Forms of the application, one after the other from script to script: few, since each has to be booted. */
const VARIANTS = ["standard", "7", "12"];

let open: OpenHost;
beforeAll(async () => {
  open = await openHost();
});

describe("who looks, says what is wrong and repairs it", () => {
  const returns: number[] = [];

  test.each(scripts.map((script, i) => [`${script.file}: ${script.name}`, script, VARIANTS[i % VARIANTS.length] as string] as const))(
    "succeeds: %s",
    async (_, script, variant) => {
      const played = await playScript(open.host, script, { seed: script.seed, variant });
      expect(played.loss, played.transcript).toBeUndefined();
      expect(played.unexpected).toEqual([]);
      expect(played.success, `${JSON.stringify(played.components, null, 1)}\n${played.transcript}`).toBe(true);
      returns.push(played.return);
    },
  );

  test("earns nearly all", () => {
    const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
    console.info(`${returns.length} episodes, mean return ${mean.toFixed(3)}, least ${Math.min(...returns).toFixed(3)}`);
    expect(mean).toBeGreaterThan(0.93);
  });
});

test("every fault that ships is played in at least three ways, and nine episodes are healthy, noisy or of two faults", async () => {
  const counts = new Map([...loadScripts()].map(([file, list]) => [file, list.length]));
  const ofFaults = open.library.injectors.map(({ id }) => counts.get(id) ?? 0);
  for (const [i, { id }] of open.library.injectors.entries()) expect(ofFaults[i], id).toBeGreaterThanOrEqual(3);
  expect(scripts.length - ofFaults.reduce((sum, count) => sum + count, 0)).toBe(9);
});
