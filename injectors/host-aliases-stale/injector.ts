import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Service } from "#kube/types/network.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { drawAliases, hostAliasesOf, judgeAliases, type StaleAliases } from "./stale-aliases.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<StaleAliases>({
  id: "host-aliases-stale",
  version: 1,
  title: "A workload takes old addresses for the Services it calls",
  catalogueType: "host-alias",
  layer: "network",
  scope: "namespace",
  family: "pod-dns",
  needs: [],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    aliases: z
      .array(z.object({ service: objectRef("service"), ip: z.ipv4() }))
      .min(1)
      .readonly(),
  }),
  targets: async (view, place) => {
    const services = await listObjects<Service>(view, { resource: "services", namespace: place.namespace });
    const used = services.flatMap(({ spec }) => (spec.clusterIP === undefined || spec.clusterIP === "None" ? [] : [spec.clusterIP]));
    const isAddressed = (name: string) =>
      services.some(({ metadata, spec }) => metadata.name === name && spec.clusterIP !== undefined && spec.clusterIP !== "None");
    const calleesOf = (target: string) =>
      place.app.components.filter(({ name, dnsCallers }) => dnsCallers.includes(nameOf(target)) && isAddressed(name));
    // A program does not start without its store or registry; without what users do not miss, they notice nothing.
    const missedBy = (target: string) =>
      calleesOf(target).filter(({ role, userShare }) => userShare > 0 || role === "store" || role === "registry");
    const { targets, excluded } = await templateTargets(view, place, ({ spec }, target) => {
      if ((spec.template.spec.hostAliases ?? []).length > 0) return "it has host aliases of its own";
      const callees = missedBy(target).length > 0 ? missedBy(target) : calleesOf(target);
      return callees.length === 0
        ? "it looks up no Service with an address"
        : { callees: callees.map(({ name }) => `service/${name}`), used };
    });
    return { targets: targets.map((target) => ({ ...target, visible: target.visible && missedBy(target.resource).length > 0 })), excluded };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    aliases: drawAliases(rng.stream("addresses"), facts["callees"] as readonly string[], facts["used"] as readonly string[]),
  }),
  inject: async (cluster, { target, aliases }, { namespace }) => {
    const hostAliases = hostAliasesOf({ aliases }, namespace);
    await recreateWorkload(cluster, { namespace, target }, { spec: { template: { spec: { hostAliases } } } });
  },
  truth: ({ target }) => [{ resource: target, faultType: "host-aliases-stale", catalogueType: "host-alias" }],
  oracle: (params, baseline) => ({
    checks: [
      writtenDefectGone("names-lead-to-services", (view) => judgeAliases(view, baseline.namespace, params)),
      workloadRuns(baseline, params.target),
    ],
    trials: [],
  }),
  solve: ({ target }) => [
    [kubectl(`rollout undo ${target}`)],
    [
      kubectl("get services"),
      kubectl(`get ${target} -o jsonpath='{.spec.template.spec.hostAliases}'`),
      kubectl(`patch ${target} --type=json -p '[{"op":"remove","path":"/spec/template/spec/hostAliases"}]'`),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ target, aliases: [alias = { service: "", ip: "" }] }) => [
    {
      look: kubectl(`get ${target} -o yaml`),
      shows: [
        `^  name: ${literal(nameOf(target))}$`,
        `^ +- hostnames:\\n +- ${literal(nameOf(alias.service))}$`,
        `^ +ip: ${literal(alias.ip)}$`,
      ],
      says: `pods of ${target} take ${alias.ip} for ${nameOf(alias.service)}, an address that no Service has`,
    },
  ],
  symptoms: ({ target, aliases }, { namespace }) => [
    {
      name: "pods-have-alias",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        return pods.some(
          ({ spec, status }) => status?.podIP !== undefined && spec.hostAliases?.some(({ ip }) => ip === aliases[0]?.ip) === true,
        );
      },
    },
  ],
});
