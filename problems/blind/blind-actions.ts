import { kubectl, onNode, type ToolCall, wait } from "#core/tool-call.ts";
import { KUBEADM_COREFILE } from "#kube/objects/kubeadm-corefile.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Situation } from "../policy.ts";
import { type SeenWorkload, WORKLOAD_SELECTIONS } from "./workload-selections.ts";

/** An action that is chosen without knowing what is wrong. */
export interface BlindAction {
  readonly id: string;
  /** Calls of the action; none where it has nothing to act on. */
  play(situation: Situation): readonly ToolCall[];
}

/** Commands on one workload. */
const WORKLOAD_VERBS: Readonly<Record<string, (target: string) => string>> = {
  undo: (target) => `rollout undo ${target}`,
  restart: (target) => `rollout restart ${target}`,
  "scale-to-one": (target) => `scale ${target} --replicas=1`,
  "scale-to-two": (target) => `scale ${target} --replicas=2`,
  "drop-node-selector": (target) => `patch ${target} --type=json -p '[{"op":"remove","path":"/spec/template/spec/nodeSelector"}]'`,
  "drop-command": (target) => `patch ${target} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/command"}]'`,
  "drop-liveness-probe": (target) =>
    `patch ${target} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/livenessProbe"}]'`,
  "drop-readiness-probe": (target) =>
    `patch ${target} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/readinessProbe"}]'`,
  "drop-limits": (target) =>
    `patch ${target} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/resources/limits"}]'`,
  "raise-memory": (target) => `set resources ${target} --limits=memory=1Gi`,
  "tolerate-all": (target) => `patch ${target} -p '{"spec":{"template":{"spec":{"tolerations":[{"operator":"Exists"}]}}}}'`,
};

/** Actions on something else than workloads. */
const OTHER_ACTIONS: Readonly<Record<string, (situation: Situation) => readonly ToolCall[]>> = {
  "wait-a-minute": () => [wait(60)],
  "wait-ten-minutes": () => [wait(600)],
  "delete-all-pods": () => [kubectl("delete pods --all --wait=false")],
  "delete-youngest-pod": ({ listed }) => {
    const [youngest] = [...listed.pods].sort((a, b) => Number(b.resourceVersion) - Number(a.resourceVersion));
    return youngest === undefined ? [] : [kubectl(`delete pod ${youngest.name} --wait=false`)];
  },
  "delete-policies": () => [kubectl("delete networkpolicies --all")],
  "delete-newest-policy": ({ listed }) => {
    const [newest] = [...listed["networkpolicies.networking.k8s.io"]].sort((a, b) => Number(b.resourceVersion) - Number(a.resourceVersion));
    return newest === undefined ? [] : [kubectl(`delete networkpolicy ${newest.name}`)];
  },
  "delete-quotas": () => [kubectl("delete resourcequotas --all")],
  "delete-limit-ranges": () => [kubectl("delete limitranges --all")],
  "delete-autoscalers": () => [kubectl("delete horizontalpodautoscalers --all")],
  "delete-disruption-budgets": () => [kubectl("delete poddisruptionbudgets --all")],
  "remove-taints": ({ listed }) => {
    const workers = listed.nodes.filter(({ labels }) => labels?.["node-role.kubernetes.io/control-plane"] === undefined);
    return workers.length === 0
      ? []
      : [kubectl(workers.map(({ name }) => `kubectl patch node ${name} --type=merge -p '{"spec":{"taints":null}}'`).join(" ; "))];
  },
  uncordon: ({ listed }) =>
    listed.nodes.slice(0, 1).map(() => kubectl(listed.nodes.map(({ name }) => `kubectl uncordon ${name}`).join(" ; "))),
  "start-kubelets": ({ listed }) => listed.nodes.map(({ name }) => onNode(name, "systemctl start kubelet")),
  "restart-kubelets": ({ listed }) => listed.nodes.map(({ name }) => onNode(name, "systemctl restart kubelet")),
  "restart-dns": () => [kubectl("-n kube-system rollout restart deployment/coredns")],
  "undo-dns": () => [kubectl("-n kube-system rollout undo deployment/coredns")],
  "default-corefile": () => [
    kubectl(`-n kube-system patch configmap coredns --type=merge -p '${JSON.stringify({ data: { Corefile: KUBEADM_COREFILE } })}'`),
  ],
  "apply-memorised": ({ memorised }) => applyOf(memorised),
  "apply-memorised-services": ({ memorised }) => applyOf(memorised.filter(({ kind }) => kind === "Service")),
  "apply-memorised-config": ({ memorised }) => applyOf(memorised.filter(({ kind }) => kind === "ConfigMap" || kind === "Secret")),
  "apply-memorised-workloads": ({ memorised }) => applyOf(memorised.filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet")),
  "replace-memorised": ({ memorised }) => [
    kubectl("replace -f -", listOf(memorised.filter(({ kind }) => kind !== "PersistentVolumeClaim"))),
  ],
  "recreate-memorised": ({ memorised }) => [
    kubectl("replace --force -f -", listOf(memorised.filter(({ kind }) => kind !== "PersistentVolumeClaim"))),
  ],
  "say-nothing-is-wrong": () => [{ name: "submit_diagnosis", arguments: { root_causes: [] } }],
};

/** All kinds of blind actions: each verb on each selection of workloads, and the others. */
export const BLIND_ACTIONS: readonly BlindAction[] = [
  ...Object.entries(WORKLOAD_SELECTIONS).flatMap(([selection, select]) =>
    Object.entries(WORKLOAD_VERBS).map(([verb, commandOf]) => ({
      id: `${verb} ${selection}`,
      play: (situation: Situation) => onWorkloads(select(situation), commandOf),
    })),
  ),
  ...Object.entries(OTHER_ACTIONS).map(([id, play]) => ({ id, play })),
];

/** Runs a command on each workload, all in one line, as an agent saves steps. */
export const onWorkloads = (workloads: readonly SeenWorkload[], commandOf: (target: string) => string): readonly ToolCall[] =>
  workloads.length === 0 ? [] : [kubectl(workloads.map(({ target }) => `kubectl ${commandOf(target)}`).join(" ; "))];

/** The calls of a blind action by its id. */
export const playBlindly = (situation: Situation, ...ids: readonly string[]): readonly ToolCall[] =>
  ids.flatMap((id) => {
    const action = BLIND_ACTIONS.find((candidate) => candidate.id === id);
    if (action === undefined) throw new Error(`there is no blind action "${id}"`);
    return action.play(situation);
  });

const applyOf = (objects: readonly KubeObject[]): readonly ToolCall[] =>
  objects.length === 0 ? [] : [kubectl("apply -f -", listOf(objects))];

const listOf = (items: readonly KubeObject[]): string => JSON.stringify({ apiVersion: "v1", kind: "List", items });
