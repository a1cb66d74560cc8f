import { beforeAll, describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { onNode } from "#core/tool-call.ts";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { qualifyAttempts } from "#env/catalogue/qualify-attempts.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { expertCalls } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";

let open: OpenHost;
beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation")!.record;
const uriOf = (cause: string): string => `kubedrill://hotel-reservation/kubelet-crash?target=node/worker-2&cause=${cause}`;

const WORDS = {
  "client-ca": /unable to load client CA file \/etc\/kubernetes\/pki\/client-ca\.crt: open/,
  "unknown-kind": /failed to decode: no kind .*KubeletConfig.* is registered for version/,
  "unknown-flag": /failed to parse kubelet flag: unknown flag: --max-pod/,
};

describe.each(Object.entries(WORDS))("a kubelet that fails by %s", (cause, reason) => {
  test("is repaired by its settings, and not by a start", async () => {
    const { accepted, rejected, failures } = await qualifyAttempts(open, uriOf(cause), "3");
    expect(failures).toEqual([]);
    expect(accepted).toHaveLength(2);
    expect(rejected).toEqual(expect.arrayContaining(["start it as it is", "restart it as it is", "remove the file of settings"]));
  });

  test("earns the expert what a stopped one does", async () => {
    const incident = await open.incidents.get(open.catalogue.taskOf(uriOf(cause)), "3");
    const command = { episodeId: cause, taskUri: uriOf(cause), seed: "3", limits: {}, views: [] };
    expect((await playEpisode(open.host, command, expertCalls(incident))).return).toBeGreaterThanOrEqual(0.9);
  });

  test("says why in its log and in its status", async () => {
    const looks = ["journalctl -u kubelet --no-pager | tail -40", "systemctl status kubelet"].map((look) => onNode("worker-2", look));
    const command = { episodeId: `log-${cause}`, taskUri: uriOf(cause), seed: "3", limits: {}, views: [] };
    const { steps } = await playEpisode(open.host, command, looks);
    const texts = steps.map(({ outcome }) => outcome.results[0]?.content ?? "");
    for (const text of texts.slice(0, 2)) expect(text).toMatch(reason);
    expect(texts[1]).toContain("activating (auto-restart)");
  });
});

test("stopped and failing kubelets are drawn about as often", () => {
  const injector = open.library.injectors.find(({ id }) => id === "kubelet-crash")!;
  const target = { resource: "node/worker-2", visible: true, facts: { name: "worker-2" } };
  const place = { app: app, namespace: "shop" };
  const draw = (seed: number) => (injector.sample(createRng(`${seed}`), target, place) as { readonly cause: string }).cause;
  const causes = Array.from({ length: 200 }, (_, seed) => draw(seed));
  expect(new Set(causes).size).toBe(4);
  const stopped = causes.filter((cause) => cause === "stopped").length;
  expect(stopped).toBeGreaterThan(75);
  expect(stopped).toBeLessThan(125);
});
