import { beforeAll, expect, test } from "vitest";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";

const SEED = "5";
const FREE = kubectl("delete pods -l app=tsdb-mysql");

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

const uriOf = (fault: string): string => `kubedrill://train-ticket/${fault}?target=statefulset/tsdb-mysql&noise=none&decoys=none`;

/** The expert's first repair of the fault. */
const repairOf = async (fault: string): Promise<readonly ToolCall[]> => {
  const { faults, slot } = await open.incidents.get(open.catalogue.taskOf(uriOf(fault)), SEED);
  return faults[0]?.injector.solve(faults[0].params, slot.baseline)[0] ?? [];
};

const isRepairedBy = async (fault: string, calls: readonly ToolCall[]): Promise<boolean | undefined> => {
  const command = { episodeId: "stateful", taskUri: uriOf(fault), seed: SEED, profile: "mitigation-only", limits: {}, views: [] };
  const { steps, ending } = await playEpisode(open.host, command, [...calls, { name: "submit_mitigation", arguments: {} }]);
  for (const { outcome } of steps) expect(outcome.results[0]?.status, outcome.results[0]?.content).toBe("OK");
  return ending.success;
};

test.each(["image-reference-nonexistent", "node-selector-nonexistent"])(
  "%s of a StatefulSet is repaired by its template only with the pod that the old one holds back deleted",
  async (fault) => {
    const repair = await repairOf(fault);
    expect(repair.at(-1)).toEqual(FREE);
    expect(await isRepairedBy(fault, repair.slice(0, -1))).toBe(false);
    expect(await isRepairedBy(fault, repair)).toBe(true);
  },
);
