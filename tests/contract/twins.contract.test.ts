import { beforeAll, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { readAlerts } from "#env/actions/alerts-of.ts";
import { loadLibrary } from "#env/catalogue/library.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { distinctTwins } from "#env/loop/choose-twins.ts";
import { gradeMitigation } from "#env/loop/grade-mitigation.ts";
import { expertCalls, type Incident } from "#env/loop/incident.ts";
import { createJudge } from "#env/loop/judge.ts";
import { placeTwins, withTwins } from "#env/loop/place-twins.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import type { Injector } from "#injectors/injector.ts";
import type { Twin } from "#injectors/twin.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { standingOracle } from "#problems/standing-oracle.ts";

const { injectors } = await loadLibrary();

let open: OpenHost;
let quiet: Incident;
/** An incident of an application that has feature flags. */
let flagged: Incident;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
  const openQuiet = (app: string) =>
    open.incidents.get(open.catalogue.taskOf(`kubedrill://${app}/healthy?noise=none&decoys=none&twins=none`), "3");
  quiet = await openQuiet("hotel-reservation");
  flagged = await openQuiet("astronomy-shop");
});

test.each(injectors.map((injector) => [injector.id, injector] as const))(
  "the twins of %s are a pure function of stream and baseline",
  (_id, injector) => {
    const of = (incident: Incident): readonly Twin[] => draw(injector, "1", incident);
    const [first, again] = [of(quiet), of(quiet)];
    expect(first).toEqual(again);
    expect([...first, ...of(flagged)].length).toBeGreaterThan(0);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
  },
);

test("twins of all faults at once violate nothing, and alerts and warnings are of parked and given-up workloads alone", async () => {
  const drawn = [
    ["1", quiet],
    ["2", quiet],
    ["3", flagged],
  ] as const;
  for (const [seed, incident] of drawn) {
    const { slot, warnings, alerts } = await withoutTwins(incident);
    const twins = drawAll(seed, incident);
    await placeTwins(slot.admin, slot.namespace, createRng(seed).stream("managers"), twins);
    await slot.admin.clock.sleep(SETTLED_MS);
    const oracle = standingOracle(withTwins(incident.slot.baseline, twins), new Set(), { broken: [], isForked: true });
    const judge = createJudge(slot.admin, oracle.checks);
    const { verdict } = await gradeMitigation({ ...incident, oracle, judge }, slot);
    expect(verdict.kind, `${seed}: ${JSON.stringify(verdict)}`).toBe("held");
    expect(await firing(slot, namesOf(twins)), seed).toEqual(alerts);
    expect(await warningsIn(slot, namesOf(twins)), seed).toEqual(warnings);
  }
});

test("twins are missed by the standing conditions when they are taken away", async () => {
  const { slot } = await withoutTwins(quiet);
  const twins = drawAll("1", quiet);
  const baseline = withTwins(quiet.slot.baseline, twins);
  const lost = standingOracle(baseline, new Set(), { broken: [], isForked: true }).checks.find(({ name }) => name === "nothing-lost");
  const created = twins.filter(({ verb }) => verb === "create");
  for (const gone of created) {
    const fork = slot.fork?.() ?? slot;
    await placeTwins(
      fork.admin,
      fork.namespace,
      createRng("1").stream("managers"),
      twins.filter((twin) => twin !== gone),
    );
    expect(await lost?.judge(fork.admin), JSON.stringify(gone)).toMatchObject({ held: false });
  }
  await placeTwins(slot.admin, slot.namespace, createRng("1").stream("managers"), twins);
  expect(await lost?.judge(slot.admin)).toMatchObject({ held: true });
});

test("the expert earns what there is to earn in the presence of twins, whatever they are of", async () => {
  for (const problem of ["service-selector-mismatch?target=service/mongodb-geo", "network-policy-deny?target=deployment/geo"]) {
    const uri = `kubedrill://hotel-reservation/${problem}&noise=none&decoys=none`;
    const incident = await open.incidents.get(open.catalogue.taskOf(uri), "3");
    expect(incident.twins.length, problem).toBeGreaterThan(0);
    const command = { episodeId: problem, taskUri: uri, seed: "3", limits: {}, views: [] };
    const played = await playEpisode(open.host, command, expertCalls(incident));
    expect(played.ending, problem).toMatchObject({ success: true });
    expect(played.return, problem).toBeGreaterThan(0.9);
  }
});

test("a task without twins has none, and the agent's removal of one is damage", async () => {
  expect(quiet.twins).toEqual([]);
  const uri = "kubedrill://hotel-reservation/healthy?noise=none&decoys=none";
  const incident = await open.incidents.get(open.catalogue.taskOf(uri), "3");
  const created = incident.twins.find((twin) => twin.verb === "create");
  if (created?.verb !== "create") throw new Error("the seed draws no twin");
  const says = { name: "submit_diagnosis", arguments: { root_causes: [] } };
  const submit = { name: "submit_mitigation", arguments: {} };
  const command = { episodeId: "twin", taskUri: uri, seed: "3", limits: {}, views: [] };
  const removal = kubectl(`delete ${created.resource} ${created.object.metadata.name}`);
  const removed = await playEpisode(open.host, command, [removal, says, submit]);
  const left = await playEpisode(open.host, command, [says, submit]);
  expect(removed.return).toBeLessThan(left.return ?? 0);
  expect(left.return).toBeGreaterThan(0.99);
});

const draw = ({ id, twins }: Injector, seed: string, { slot }: Incident): readonly Twin[] =>
  twins(createRng(seed).stream(id), slot.baseline);

/** Twins of all faults, none of two on one object. */
const drawAll = (seed: string, incident: Incident): readonly Twin[] =>
  distinctTwins(
    injectors.flatMap((injector) => draw(injector, seed, incident)),
    incident.slot.baseline,
  );

/** Time in which an alert that has a reason fires, ms. */
const SETTLED_MS = 600_000;

/** A fork of a world without twins, and the warnings that it comes to have in the same time by itself. */
const withoutTwins = async (incident: Incident) => {
  const [slot, still] = [incident.slot.fork?.(), incident.slot.fork?.()] as [Incident["slot"], Incident["slot"]];
  await still.admin.clock.sleep(SETTLED_MS);
  return { slot, warnings: await warningsIn(still), alerts: await firing(still) };
};

/** Names of what twins make. */
const namesOf = (twins: readonly Twin[]): readonly string[] =>
  twins.flatMap((twin) => (twin.verb === "create" ? [twin.object.metadata.name] : []));

const isOf = (names: readonly string[], name = ""): boolean => names.some((own) => name === own || name.startsWith(`${own}-`));

/** Reasons and kinds of the warnings about others than those with the names. */
const warningsIn = async ({ admin, namespace }: Incident["slot"], names: readonly string[] = []): Promise<readonly string[]> => {
  type About = { readonly kind?: string; readonly name?: string };
  type Event = { readonly type?: string; readonly reason?: string; readonly involvedObject?: About };
  const events = (await listObjects(admin, { resource: "events", namespace })) as unknown as readonly Event[];
  const warnings = events.filter(({ type, involvedObject }) => type === "Warning" && !isOf(names, involvedObject?.name));
  return [...new Set(warnings.map(({ reason, involvedObject }) => `${reason} ${involvedObject?.kind}`))].sort();
};

/** Alerts about others than those with the names. */
const firing = async ({ admin }: Incident["slot"], names: readonly string[] = []): Promise<readonly string[]> => {
  const read = await readAlerts(admin);
  const alerts = "alerts" in read ? read.alerts : [];
  return alerts
    .filter(({ labels }) => !Object.values(labels).some((value) => isOf(names, value)))
    .map(({ labels }) => JSON.stringify(labels))
    .sort();
};
