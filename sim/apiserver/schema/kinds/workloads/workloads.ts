import type { KubeObject } from "#kube/types/meta.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import type { ReplicaSet } from "#kube/types/workloads.ts";
import { required } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { atLeastZero } from "../../validation/amounts.ts";
import { immutable } from "../../validation/immutable.ts";
import { warnAboutNamesake } from "../../warnings/workload-warnings.ts";
import { daemonSetKind } from "./daemon-set.ts";
import { deploymentKind } from "./deployment.ts";
import { podTemplateKind } from "./pod-template.ts";
import { statefulSetKind } from "./stateful-set.ts";
import { validateSelector, validateTemplate } from "./workload-template.ts";

const replicaSetKind = defineKind<ReplicaSet>({
  hasGeneration: true,
  hasStatus: true,
  warn: warnAboutNamesake,
  validate: ({ spec }, errors) => {
    atLeastZero(spec.replicas, "spec.replicas", errors);
    atLeastZero(spec.minReadySeconds, "spec.minReadySeconds", errors);
    validateSelector(spec.selector, "deployment", errors);
    validateTemplate(spec, errors);
  },
  validateUpdate: (workload, old, errors) => immutable(workload.spec.selector, old.spec.selector, "spec.selector", errors),
});

interface ReplicationController extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly selector?: Readonly<Record<string, string>>;
    readonly template?: PodTemplateSpec;
  };
  readonly status?: { readonly replicas?: number };
}

const replicationControllerKind = defineKind<ReplicationController>({
  hasGeneration: true,
  hasStatus: true,
  warn: warnAboutNamesake,
  validate: ({ spec }, errors) => {
    atLeastZero(spec.minReadySeconds, "spec.minReadySeconds", errors);
    const matchLabels = spec.selector ?? {};
    if (Object.keys(matchLabels).length === 0) errors.push(required("spec.selector"));
    atLeastZero(spec.replicas, "spec.replicas", errors);
    const { template } = spec;
    validateTemplate({ selector: { matchLabels }, ...(template && { template }) }, errors, "ReplicationController");
  },
  fields: { "status.replicas": ({ status }) => `${status?.replicas ?? 0}` },
});

/** Strategies of workloads. */
export const workloadKinds = {
  podtemplates: podTemplateKind,
  "deployments.apps": deploymentKind,
  "replicasets.apps": replicaSetKind,
  "statefulsets.apps": statefulSetKind,
  "daemonsets.apps": daemonSetKind,
  replicationcontrollers: replicationControllerKind,
};
