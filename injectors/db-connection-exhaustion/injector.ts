import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { lookAtRevisions } from "../look-at-revisions.ts";
import { consumersFail } from "../store-user-checks.ts";
import { accepts, rejects } from "./attempts.ts";
import { argsWith, limitBefore, limitIn, type Params, setLimit } from "./connection-limit.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "db-connection-exhaustion",
  version: 1,
  title: "A store allows too few connections",
  catalogueType: "connection-limit",
  layer: "data",
  scope: "namespace",
  family: "store-connections",
  needs: [],
  needsTraffic: true,
  words,
  twins,
  params: z.object({
    store: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    index: z.int().min(0),
    limit: z.int().min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const judged = workloads.map((own) => ({ ...own, found: limitIn(own.workload) }));
    return {
      targets: judged.flatMap(({ target, workload, component, found }) =>
        found === undefined || component.userShare === 0
          ? []
          : [
              {
                resource: target,
                visible: true,
                facts: { container: workload.spec.template.spec.containers[0]?.name ?? "", index: found.index },
              },
            ],
      ),
      excluded: [
        ...operated,
        ...judged
          .filter(({ found, component }) => found === undefined || component.userShare === 0)
          .map(({ target }) => ({ resource: target, reason: "its arguments set no limit of connections that users would notice" })),
      ],
    };
  },
  sample: (rng, { resource, facts }) => ({
    store: resource,
    container: `${facts["container"]}`,
    index: Number(facts["index"]),
    limit: rng.stream("limit").pick([5, 8, 10, 15, 20]),
  }),
  inject: async (cluster, params, { namespace }) => {
    const { store, container, limit } = params;
    const workload = await readWorkload(cluster, namespace, store);
    const args = argsWith(workload?.spec.template.spec.containers[0]?.args ?? [], params, limit);
    await recreateWorkload(
      cluster,
      { namespace, target: store },
      { spec: { template: { spec: { containers: [{ name: container, args }] } } } },
    );
  },
  truth: ({ store }) => [
    {
      resource: store,
      faultType: "db-connection-exhaustion",
      catalogueType: "connection-limit",
      alsoNamed: [`service/${nameOf(store)}`],
    },
  ],
  oracle: (params, baseline) => ({
    checks: [
      workloadCondition({ name: "limit-raised", baseline, target: params.store }, (workload) => {
        const limit = limitIn(workload)?.limit;
        const held = limit === undefined || limit > params.limit;
        return { held, evidence: `${params.store} is told of ${limit ?? "no number of"} connections` };
      }),
      workloadRuns(baseline, params.store),
    ],
    trials: [
      {
        name: "connections-left",
        group: "defect-gone",
        weight: 1,
        run: (cluster) => judgeRoom(cluster, baseline.namespace, params),
      },
    ],
  }),
  solve: (params, baseline) => [
    [kubectl(`rollout undo ${params.store}`)],
    [lookAtRevisions(params.store, ".containers[*].args"), setLimit(params, baseline, limitBefore(params, baseline))],
  ],
  accepts,
  rejects,
  evidence: ({ store, limit }) => [
    {
      look: kubectl(`describe ${store}`),
      shows: [describedAs(store), `^ +--max[-_]connections=${limit}$`],
      says: `${store} allows ${limit} connections, fewer than its clients open`,
    },
  ],
  symptoms: (params, place) => [consumersFail(params, place)],
});

/** Compares the limit of each running server with the connections that it has: a fifth must be left. */
const judgeRoom = async (cluster: ClusterPort, namespace: string, { store }: Params) => {
  const workload = await readWorkload(cluster, namespace, store);
  const pods = workload === undefined ? [] : (await podsOf(cluster, workload)).filter(isPodReady);
  for (const { metadata } of pods) {
    const { stdout } = await cluster.exec({ namespace, pod: metadata.name, command: ["mysql", "-uroot", "-N", "-e", QUESTION] });
    const [most, open] = [/max_connections\s+(\d+)/, /Threads_connected\s+(\d+)/].map((pattern) => Number(pattern.exec(stdout)?.[1]));
    const held = most !== undefined && open !== undefined && most >= 1.2 * open;
    if (!held) return { held, evidence: `${metadata.name} has ${open} of ${most} connections: ${stdout.slice(0, 200)}` };
  }
  return { held: pods.length > 0, evidence: `${pods.length} servers have a fifth of their connections left` };
};

const QUESTION = "show variables like 'max_connections'; show status like 'Threads_connected'";
