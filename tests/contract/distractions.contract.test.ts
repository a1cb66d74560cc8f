import { beforeAll, describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { readAlerts } from "#env/actions/alerts-of.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { gradeMitigation } from "#env/loop/grade-mitigation.ts";
import { expertCalls, type Incident } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import type { Node } from "#kube/types/cluster.ts";
import { type Difference, listDifferences } from "#pool/baseline/compare-baseline.ts";
import { readObjects } from "#pool/baseline/record-baseline.ts";

const APP = "kubedrill://hotel-reservation";
const OTHER_APP = "kubedrill://social-network";
const QUIET = `${APP}/healthy?noise=none&decoys=none&twins=none`;

let open: OpenHost;
let quiet: Incident;

const incidentOf = async (uri: string, seed = "3"): Promise<Incident> => await open.incidents.get(open.catalogue.taskOf(uri), seed);

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
  quiet = await incidentOf(QUIET);
});

test("there are at least five kinds of noise and five of decoys", () => {
  expect(open.library.noise.length).toBeGreaterThanOrEqual(5);
  expect(open.library.decoys.length).toBeGreaterThanOrEqual(5);
});

describe("each kind of noise", () => {
  test("shows in the cluster, and recovers by itself", async () => {
    for (const noise of open.library.noise) {
      const slot = quiet.slot.fork?.() as Incident["slot"];
      const before = slot.admin.revision();
      const options = () => ({ rng: createRng("7").stream("strike"), spared: [] });
      await noise.strike(slot.admin, quiet.place, options());
      expect(slot.admin.revision(), noise.id).not.toBe(before);
      await slot.admin.clock.sleep(noise.recovery?.afterMs[0] ?? 0);
      await noise.recovery?.end(slot.admin, quiet.place, options());
      await slot.admin.clock.sleep(60_000);
      expect((await gradeMitigation(quiet, slot)).verdict, noise.id).toMatchObject({ kind: "held" });
    }
  });

  test("touches nothing where every component is spared", async () => {
    const spared = quiet.place.app.components.map(({ name }) => name);
    for (const noise of open.library.noise) {
      const slot = quiet.slot.fork?.() as Incident["slot"];
      const before = slot.admin.revision();
      await noise.strike(slot.admin, quiet.place, { rng: createRng("7"), spared });
      expect(slot.admin.revision(), noise.id).toBe(before);
    }
  });

  test("leaves a fault's conditions violated, and an expert who works under it what there is to earn", async () => {
    for (const { id } of open.library.noise) {
      const uri = `${APP}/image-reference-nonexistent?target=deployment/geo&noise=${id}&decoys=none`;
      const [diagnosis, ...repair] = expertCalls(await incidentOf(uri));
      const wait = { name: "wait", arguments: { seconds: 120 } };
      const calls = [wait, ...(diagnosis === undefined ? [] : [diagnosis]), ...repair];
      const played = await playEpisode(open.host, { episodeId: `noisy-${id}`, taskUri: uri, seed: "3", limits: {}, views: [] }, calls);
      expect(played.ending, id).toMatchObject({ endReason: "AGENT_SUBMITTED", success: true });
    }
  });
});

describe("each kind of decoy", () => {
  const healthyWith = (id: string, app = APP): string => `${app}/healthy?noise=none&decoys=${id}&twins=none`;

  test("violates nothing and lets no alert fire", async () => {
    const alerts = await firing(quiet);
    for (const { id } of open.library.decoys) {
      const incident = await incidentOf(healthyWith(id));
      expect(incident.violatedAtStart, id).toEqual([]);
      expect(await firing(incident), id).toEqual(alerts);
    }
  });

  test("is there, and to take it away is damage", async () => {
    // Where nobody else does anything, what is there besides is the decoy.
    const bare = await openHost({ variant: "standard", hasPast: false });
    const objectsWith = async (uri: string) => await objectsOf(await bare.incidents.get(bare.catalogue.taskOf(uri), "3"));
    // Some have no use for an app: one without a cache, or whose programs all have limits.
    const placedIn = async (id: string, app: string) =>
      listDifferences(await objectsWith(healthyWith("none", app)), await objectsWith(healthyWith(id, app)))[0];
    for (const { id } of bare.library.decoys) {
      const inFirst = await placedIn(id, APP);
      const [app, placed] = inFirst === undefined ? [OTHER_APP, await placedIn(id, OTHER_APP)] : [APP, inFirst];
      const calls = [kubectl(removalOf(placed)), { name: "submit_diagnosis", arguments: { root_causes: [] } }];
      const submit = { name: "submit_mitigation", arguments: {} };
      const command = { episodeId: `decoy-${id}`, taskUri: healthyWith(id, app), seed: "3", limits: {}, views: [] };
      const removed = await playEpisode(bare.host, command, [...calls, submit]);
      const left = await playEpisode(bare.host, command, [...calls.slice(1), submit]);
      expect(removed.return, id).toBeLessThan(left.return ?? 0);
      expect(left.return, id).toBeGreaterThan(0.99);
    }
  });
});

const objectsOf = async ({ slot }: Incident) => await readObjects(slot.admin, slot.baseline);

const removalOf = (placed: Difference | undefined): string => {
  if (placed === undefined || placed.kind === "missing") throw new Error("nothing was placed");
  const { resource, present } = placed;
  const { name, namespace, annotations } = present.metadata;
  if (placed.kind === "extra") return `delete ${resource} ${name}${namespace === undefined ? "" : ` -n ${namespace}`}`;
  const { present: left, wanted } = placed as unknown as { readonly present: Node; readonly wanted: Node };
  if (resource === "nodes") return `taint node ${name} ${left.spec.taints?.find(({ key }) => !hasTaint(wanted, key))?.key}-`;
  if (JSON.stringify(left.spec) !== JSON.stringify(wanted.spec)) return `rollout undo ${resource}/${name}`;
  const known = placed.wanted.metadata.annotations ?? {};
  const notes = Object.keys(annotations ?? {}).filter((key) => known[key] !== annotations?.[key]);
  return `annotate ${resource} ${name} ${notes.map((key) => `${key}-`).join(" ")}`;
};

const hasTaint = ({ spec }: Node, key: string): boolean => spec.taints?.some((taint) => taint.key === key) === true;

const firing = async ({ slot }: Incident): Promise<unknown> => {
  const read = await readAlerts(slot.admin);
  return "alerts" in read ? read.alerts.map(({ labels }) => labels) : [];
};

/** True for an alert about an object that a twin made, or about its pods. */
const isOfTwin = ({ twins }: Incident, labels: Readonly<Record<string, string>>): boolean =>
  twins.some(
    (twin) => twin.verb === "create" && Object.values(labels).some((value) => `${value}-`.startsWith(`${twin.object.metadata.name}-`)),
  );

describe("a healthy world in which something was wrong until a moment ago", () => {
  const SEEDS = ["1", "2", "3", "4", "5", "6"];
  const healthy = async () => await Promise.all(SEEDS.map((seed) => incidentOf(`${APP}/healthy?decoys=none`, seed)));
  const firingOf = async ({ slot }: Incident): Promise<number> => {
    const read = await readAlerts(slot.agent);
    return "refused" in read ? 0 : read.alerts.filter(({ state }) => state === "firing").length;
  };

  test("begins with all conditions met, and with nothing that the agent is blamed for", async () => {
    for (const incident of await healthy()) {
      expect(incident.violatedAtStart).toEqual([]);
      expect(incident.truth).toEqual([]);
      expect(incident.slot.audit()).toEqual([]);
    }
  });

  test("has alerts that fire at the start, and a while later none but those of workloads that are parked or given up", async () => {
    const firing: number[] = [];
    for (const incident of await healthy()) {
      firing.push(await firingOf(incident));
      const later = incident.slot.fork?.() as Incident["slot"];
      await later.admin.clock.sleep(300_000);
      expect((await gradeMitigation(incident, later)).verdict).toMatchObject({ kind: "held" });
      const left = await readAlerts(later.agent);
      for (const { state, labels } of "refused" in left ? [] : left.alerts)
        if (state === "firing" && !isOfTwin(incident, labels)) expect(labels["alertname"]).toBe("DeploymentNotReady");
    }
    expect(firing.filter((count) => count > 0).length).toBeGreaterThanOrEqual(2);
  });

  test("is left out by noise=none, as are starts before the alerts", async () => {
    const read = await readAlerts(quiet.slot.agent);
    const firing = "refused" in read ? [] : read.alerts.filter(({ state }) => state === "firing");
    // Workloads that are parked at no replicas, or given up, fire as long as they are.
    const others = firing.filter(({ labels }) => !isOfTwin(quiet, labels)).map(({ labels }) => labels["alertname"]);
    expect(others.filter((name) => name !== "DeploymentNotReady")).toEqual([]);
    const uri = `${APP}/scale-to-zero?target=deployment/geo&noise=none&decoys=none&twins=none`;
    for (const seed of SEEDS) expect(await firingOf(await incidentOf(uri, seed))).toBeGreaterThan(0);
  });
});
