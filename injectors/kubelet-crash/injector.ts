import { z } from "zod";
import { parseTimestamp } from "#core/timestamp.ts";
import { kubectl, onNode } from "#core/tool-call.ts";
import { defectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { isNodeReady, listWorkers } from "#kube/listings/list-nodes.ts";
import { isPodNameOf } from "#kube/objects/pod-owner-name.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { nodesKept } from "../node-kept.ts";
import { accepts, rejects } from "./attempts.ts";
import { CAUSES, type Cause, editSettings, mistakeOf } from "./causes.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<{ readonly node: string; readonly cause: Cause }>({
  id: "kubelet-crash",
  version: 3,
  title: "The kubelet of a node does not run",
  catalogueType: "kubelet-down",
  layer: "node",
  scope: "host",
  family: "kubelet",
  masks: true,
  // After five minutes its pods run elsewhere.
  latestMs: 150_000,
  needs: ["disturb.kubelet"],
  words,
  twins,
  params: z.object({ node: objectRef("node"), cause: z.enum(CAUSES) }),
  targets: async (view, { app, namespace }) => {
    const pods = await listObjects<Pod>(view, { resource: "pods", namespace });
    /** True if all pods of the component are on the node; where there are others, its Service leads to them. */
    const isOnlyOn = (node: string, component: string): boolean => {
      const own = pods.filter(({ metadata }) => isPodNameOf(metadata.name, component));
      return own.length > 0 && own.every(({ spec }) => spec.nodeName === node);
    };
    const isSeen = (node: string): boolean =>
      app.components.some(({ name, userShare, dnsCallers }) => userShare > 0 && dnsCallers.length > 0 && isOnlyOn(node, name));
    const workers = await listWorkers(view);
    return {
      // The first of a cluster's workers is the same task wherever it is played, whatever the node is called there.
      targets: workers.map(({ metadata: { name } }, i) => ({ resource: `node/worker-${i + 1}`, visible: isSeen(name), facts: { name } })),
      excluded: [],
    };
  },
  // Half of the kubelets were stopped; those that fail do so in one of few ways.
  sample: (rng, { facts }) => ({
    node: `node/${facts["name"]}`,
    cause: rng.chance({ numerator: 1, denominator: 2 }) ? "stopped" : rng.pick(CAUSES.slice(1)),
  }),
  inject: async (cluster, { node, cause }) => {
    const mistake = mistakeOf(cause);
    if (mistake === undefined) await cluster.disturb.kubelet(nameOf(node), "stopped");
    else await editSettings(cluster, nameOf(node), mistake, mistake.make);
  },
  recover: async (cluster, { node, cause }) => {
    const mistake = mistakeOf(cause);
    if (mistake !== undefined) await editSettings(cluster, nameOf(node), mistake, mistake.mend);
    await cluster.disturb.kubelet(nameOf(node), "running");
  },
  truth: ({ node }) => [{ resource: node, faultType: "kubelet-crash", catalogueType: "kubelet-down" }],
  oracle: ({ node }, baseline) => ({
    checks: [
      defectGone("node-ready", (view) => judgeNode(view, node)),
      defectGone("no-pod-stuck", (view) => judgePods(view, nameOf(node))),
      nodesKept(baseline, [nameOf(node)]),
    ],
    trials: [],
    looks: [{ name: "kubelet-off", isWriteMissing: (cluster) => isKubeletOff(cluster, nameOf(node)) }],
  }),
  solve: ({ node, cause }) => {
    const mistake = mistakeOf(cause);
    return [
      [onNode(nameOf(node), mistake === undefined ? "systemctl start kubelet" : `${mend(mistake)} && systemctl restart kubelet`)],
      [onNode(nameOf(node), `${mistake === undefined ? "" : `${mend(mistake)}; `}systemctl status kubelet || systemctl restart kubelet`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ node }) => [
    {
      look: kubectl(`describe ${node}`),
      shows: [describedAs(node), "Kubelet stopped posting node status"],
      says: `the kubelet of ${nameOf(node)} stopped posting its status`,
    },
    {
      look: onNode(nameOf(node), "systemctl status kubelet"),
      shows: ["^(?![\\s\\S]*Active: active \\(running\\))[\\s\\S]*kubelet\\.service[\\s\\S]*Active:"],
      says: `the kubelet of ${nameOf(node)} does not run`,
    },
  ],
  symptoms: ({ node }) => [{ name: "node-not-ready", isSeen: async (view) => !(await judgeNode(view, node)).held }],
});

const mend = ({ file, mend: script }: NonNullable<ReturnType<typeof mistakeOf>>): string => `sed -i '${script}' ${file}`;

const judgeNode = async (view: ClusterView, target: string): Promise<Finding> => {
  const node = await getObject<Node>(view, { resource: "nodes", name: nameOf(target) });
  const held = node !== undefined && isNodeReady(node);
  return { held, evidence: `${target} is ${node === undefined ? "gone" : held ? "ready" : "not ready"}` };
};

/** True if the kubelet does not run; one whose settings are right again is started within seconds. */
const isKubeletOff = async (cluster: ClusterPort, node: string): Promise<boolean> => {
  const result = await cluster.runOnNode?.({ node, command: "systemctl is-active kubelet" });
  return result !== undefined && result.stdout.trim() !== "" && result.stdout.trim() !== "active";
};

/** Finds deleted pods that wait for a node whose kubelet is down. */
const judgePods = async (view: ClusterView, node: string): Promise<Finding> => {
  const nowMs = view.clock.nowMs();
  const isStuck = ({ metadata, spec }: Pod): boolean =>
    spec.nodeName === node &&
    metadata.deletionTimestamp !== undefined &&
    nowMs > (parseTimestamp(metadata.deletionTimestamp) ?? nowMs) + STUCK_MS;
  const stuck = (await listObjects<Pod>(view, { resource: "pods" })).filter(isStuck).map(({ metadata }) => metadata.name);
  // A node that does not report says nothing of its pods, so nobody knows what runs there.
  const reported = await judgeNode(view, `node/${node}`);
  if (!reported.held) return { held: false, evidence: `${reported.evidence}, so that nobody knows of its pods` };
  return { held: stuck.length === 0, evidence: stuck.length === 0 ? `no pod waits for ${node}` : `${stuck.join(", ")} wait` };
};

/** Time after deletionTimestamp, which includes the grace period, at which a pod counts as stuck, ms. */
const STUCK_MS = 30_000;
