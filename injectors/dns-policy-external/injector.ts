import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { externalResolver, judgeResolver } from "./resolver.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<{ readonly target: string; readonly nameservers: readonly string[] }>({
  id: "dns-policy-external",
  version: 1,
  title: "Pods ask a name server outside the cluster",
  catalogueType: "dns-policy",
  layer: "network",
  scope: "namespace",
  family: "pod-dns",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({ target: objectRef("deployment", "statefulset"), nameservers: z.array(z.string().min(1)).min(1).readonly() }),
  targets: async (view, place) => {
    const calleesOf = (target: string) => place.app.components.filter(({ dnsCallers }) => dnsCallers.includes(nameOf(target)));
    const { targets, excluded } = await templateTargets(view, place, (_workload, target) =>
      calleesOf(target).length > 0 ? {} : "it looks up no name of the cluster",
    );
    // A program does not start without its store or registry; without what users do not miss, they notice nothing.
    const isMissed = (target: string) =>
      calleesOf(target).some(({ role, userShare }) => userShare > 0 || role === "store" || role === "registry");
    return { targets: targets.map((target) => ({ ...target, visible: target.visible && isMissed(target.resource) })), excluded };
  },
  sample: (rng, { resource }) => ({ target: resource, nameservers: externalResolver(rng) }),
  inject: async (cluster, { target, nameservers }, { namespace }) =>
    await recreateWorkload(
      cluster,
      { namespace, target },
      { spec: { template: { spec: { dnsPolicy: "None", dnsConfig: { nameservers } } } } },
    ),
  truth: ({ target }) => [{ resource: target, faultType: "dns-policy-external", catalogueType: "dns-policy" }],
  oracle: ({ target }, baseline) => ({
    checks: [
      writtenDefectGone("asks-cluster-name-server", (view) => judgeResolver(view, baseline.namespace, target)),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ target }) => [
    [kubectl(`rollout undo ${target}`)],
    [
      kubectl("get pods -o custom-columns=NAME:.metadata.name,POLICY:.spec.dnsPolicy"),
      kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { dnsPolicy: "ClusterFirst", dnsConfig: null } } } })}'`),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ target, nameservers }) => [
    {
      look: kubectl(`get ${target} -o yaml`),
      shows: [
        `^  name: ${literal(nameOf(target))}$`,
        "^ +dnsPolicy: None$",
        `^ +nameservers:\\n${nameservers.map((server) => ` +- ${literal(server)}`).join("\\n")}$`,
      ],
      says: `pods of ${target} ask ${nameservers.join(" and ")} for names, where no Service of the cluster is known`,
    },
  ],
  symptoms: ({ target, nameservers }, { namespace }) => [
    {
      name: "pods-ask-elsewhere",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        return pods.some(
          ({ spec, status }) =>
            spec.dnsPolicy === "None" && spec.dnsConfig?.nameservers?.[0] === nameservers[0] && status?.podIP !== undefined,
        );
      },
    },
  ],
});
