import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector, type Exclusion, type Target } from "../injector.ts";
import { addArguments, setArguments } from "../store-arguments.ts";
import { consumersOf } from "../store-user.ts";
import { consumersFail } from "../store-user-checks.ts";
import { accepts, rejects } from "./attempts.ts";
import { demandsTls, findCertificate, type Params, tlsOptions } from "./tls-options.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "mongo-tls-required",
  version: 1,
  title: "The store demands TLS and its clients do not speak it",
  catalogueType: "tls-mode-mismatch",
  layer: "data",
  scope: "namespace",
  family: "store-auth",
  needs: [],
  words,
  twins,
  params: z.object({
    store: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    args: z.array(z.string()),
    certificate: z.string().min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const targets: Target[] = [];
    const excluded: Exclusion[] = [];
    for (const { target: resource, workload, component } of await listWorkloads(view, namespace, app)) {
      const certificate = component.documents === undefined ? undefined : await findCertificate(view, namespace, workload);
      const container = workload.spec.template.spec.containers[0];
      if (certificate === undefined) excluded.push({ resource, reason: "it is no MongoDB with a certificate" });
      else if (component.userShare === 0) excluded.push({ resource, reason: "its loss shows nowhere: users do without it" });
      else targets.push({ resource, visible: true, facts: { container: container?.name ?? "", args: container?.args ?? [], certificate } });
    }
    return { targets, excluded };
  },
  sample: (_rng, { resource, facts }) => ({
    store: resource,
    container: `${facts["container"]}`,
    args: facts["args"] as readonly string[],
    certificate: `${facts["certificate"]}`,
  }),
  // Without a certificate the server would not start.
  inject: async (cluster, params, place) => await addArguments(cluster, params, place, tlsOptions(params, "requireTLS")),
  truth: ({ store }) => [
    {
      resource: store,
      faultType: "mongo-tls-required",
      catalogueType: "tls-mode-mismatch",
      alsoNamed: [`service/${nameOf(store)}`],
    },
  ],
  oracle: ({ store }, baseline) => ({
    checks: [
      workloadCondition({ name: "tls-not-demanded", baseline, target: store }, (workload) => {
        const held = !demandsTls(workload);
        return { held, evidence: `${store} is ${held ? "not " : ""}told to take connections with TLS alone` };
      }),
      ...[store, ...consumersOf(baseline.app, store).map(workloadTarget)].map((target) => {
        const check = workloadRuns(baseline, target);
        return { ...check, name: `${nameOf(target)}-runs` };
      }),
    ],
    trials: [
      {
        name: "store-takes-plain-connections",
        group: "defect-gone",
        weight: 1,
        run: (cluster) => judgePlain(cluster, baseline.namespace, store),
      },
    ],
  }),
  solve: (params) => [
    [kubectl(`rollout undo ${params.store}`)],
    [kubectl(`get ${params.store} -o jsonpath='{.spec.template.spec.containers[*].args}'`), setArguments(params, params.args)],
  ],
  accepts,
  rejects,
  evidence: ({ store }) => [
    {
      look: kubectl(`describe ${store}`),
      shows: [describedAs(store), "^ +--tlsMode=requireTLS$"],
      says: `${store} starts with --tlsMode=requireTLS, so that it takes connections with TLS alone`,
    },
  ],
  symptoms: (params, place) => [consumersFail(params, place)],
});

/** Asks every server in its own container, without TLS. */
const judgePlain = async (cluster: ClusterPort, namespace: string, store: string) => {
  const workload = await readWorkload(cluster, namespace, store);
  const pods = workload === undefined ? [] : (await podsOf(cluster, workload)).filter(isPodReady);
  for (const { metadata } of pods) {
    const command = ["mongo", "--quiet", "--eval", "print(db.version())"];
    const { exitCode, stdout } = await cluster.exec({ namespace, pod: metadata.name, command });
    if (exitCode !== 0) return { held: false, evidence: `${metadata.name} takes no connection without TLS: ${stdout.slice(0, 200)}` };
  }
  return { held: pods.length > 0, evidence: `${pods.length} servers take connections without TLS` };
};
