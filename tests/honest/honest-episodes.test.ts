import { beforeAll, describe, expect, test } from "vitest";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { sample } from "../sample.ts";
import { loadScripts } from "./episode-script.ts";
import { playScript } from "./play-script.ts";

/** Forms of the application, one after the other from script to script of a file: few, since each has to be booted. */
const VARIANTS = ["standard", "7", "12"];

const scripts = [...loadScripts()].flatMap(([file, list]) =>
  list.map((script, i) => ({ file, ...script, variant: script.variant ?? (VARIANTS[i % VARIANTS.length] as string) })),
);
const played = sample([...Map.groupBy(scripts, ({ file }) => file)], { what: "faults with scripted episodes", most: 16 }).flatMap(
  ([file, list]) => sample(list, { what: "scripted episodes", most: 1, by: file }),
);

let open: OpenHost;
beforeAll(async () => {
  open = await openHost();
});

describe("who looks, says what is wrong and repairs it", () => {
  const returns: number[] = [];

  test.each(played.map((script) => [`${script.file}: ${script.name}`, script] as const))("succeeds: %s", async (_, script) => {
    const outcome = await playScript(open.host, script, { seed: script.seed, variant: script.variant });
    expect(outcome.loss, outcome.transcript).toBeUndefined();
    expect(outcome.unexpected).toEqual([]);
    expect(outcome.success, `${JSON.stringify(outcome.components, null, 1)}\n${outcome.transcript}`).toBe(true);
    returns.push(outcome.return);
  });

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
