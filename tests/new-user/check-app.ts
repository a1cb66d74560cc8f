// Checks an application of the project that it runs in: `node tests/new-user/check-app.ts <app>`. Fails at the first thing that is wrong.
import assert from "node:assert/strict";
import { playEpisode } from "#env/host/play-episode.ts";
import { expertCalls } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { isPodReady } from "#kube/checks/workload.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";

const main = async (app: string): Promise<void> => {
  const open = await openHost({ variant: "standard" });
  await checkBoot(open, app);
  checkTargets(open, app);
  await checkExpert(open, app);
};

/** All pods that have not ended are ready, and less than one request in a thousand fails. */
const checkBoot = async ({ backend }: OpenHost, app: string): Promise<void> => {
  const { admin, namespace, traffic } = await backend.lease({ app, scope: "namespace", rights: "cluster", seed: "1" });
  const fromMs = admin.clock.nowMs();
  await admin.clock.sleep(120_000);
  const { requests, errors } = await traffic(fromMs, admin.clock.nowMs());
  assert(requests > 1000, `there is hardly any load: ${requests} requests`);
  assert(errors / requests < 0.001, `${errors} of ${requests} requests fail`);
  const pods = await listObjects<Pod>(admin, { resource: "pods", namespace });
  assert.deepEqual(
    pods.filter((pod) => !hasEnded(pod) && !isPodReady(pod)).map(({ metadata }) => metadata.name),
    [],
    "pods that are not ready",
  );
};

/** True for what is left of old Jobs. */
const hasEnded = ({ status }: Pod): boolean => status?.phase === "Succeeded" || status?.phase === "Failed";

/** Most faults find a target, but for those of flags and operators: what is left breaks a store or an object that the application lacks. */
const checkTargets = ({ library, catalogue }: OpenHost, app: string): void => {
  const found = new Set(catalogue.pairsOf(app).pairs.map(({ faultId }) => faultId));
  const faults = library.injectors.filter(({ catalogueType, layer }) => catalogueType !== "feature-flag" && layer !== "operator");
  const without = faults.filter(({ id }) => !found.has(id)).map(({ id }) => id);
  assert(without.length <= faults.length / 4, `${without.length} of ${faults.length} faults are without a target: ${without.join(", ")}`);
};

/** The expert repairs a fault that users notice. */
const checkExpert = async ({ catalogue, incidents, host }: OpenHost, app: string): Promise<void> => {
  const { target } = catalogue.pairsOf(app).pairs.find(({ faultId, visible }) => faultId === "service-selector-mismatch" && visible) ?? {};
  const command = { taskUri: `kubedrill://${app}/service-selector-mismatch?target=${target}`, seed: "1" };
  const incident = await incidents.get(catalogue.taskOf(command.taskUri), command.seed);
  const { components, ending } = await playEpisode(host, { ...command, episodeId: "expert", limits: {}, views: [] }, expertCalls(incident));
  const reward = components.reduce((sum, { contribution = 0 }) => sum + contribution, 0);
  assert.equal(ending.success, true);
  assert(reward >= 0.9, `the expert earns ${reward}`);
};

await main(process.argv[2] ?? "");
process.exit();
