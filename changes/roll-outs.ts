import type { Rng } from "#core/rng.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Container } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { MINUTE_MS, type Operation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";

/**
 * Operations that replace a Deployment's pods and leave revisions behind, with the template of before at their end.
 *
 * After most of them the revision before the present one is a bad one.
 */
export const ROLL_OUTS: readonly Operation[] = [
  {
    id: "restart",
    weight: 3,
    writes: (object, _rng, atMs) => [restartWrite(object.metadata.name, atMs)],
  },
  {
    id: "wrong-image",
    leavesBad: true,
    weight: 4,
    lastsMs: 12 * MINUTE_MS,
    writes: (object, rng, atMs) => {
      const { name, image = "" } = firstContainer(object);
      return [
        patchContainer(object, atMs, "kubectl-set", { name, image: wrongTag(image, rng) }),
        patchContainer(object, atMs + minutes(rng, 2, 12), "kubectl-rollout", { name, image }),
      ];
    },
  },
  {
    id: "too-little-memory",
    leavesBad: true,
    weight: 2,
    lastsMs: 5 * MINUTE_MS,
    fits: (object) => firstContainer(object).resources?.limits?.["memory"] === undefined,
    writes: (object, rng, atMs) => {
      const { name } = firstContainer(object);
      const limit = rng.pick(["4Mi", "6Mi", "8Mi"]);
      return [
        patchContainer(object, atMs, rng.pick(["kubectl-set", "kubectl-edit"]), { name, resources: { limits: { memory: limit } } }),
        patchContainer(object, atMs + minutes(rng, 1, 5), "kubectl-edit", { name, resources: { limits: { memory: null } } }),
      ];
    },
  },
  {
    id: "wrong-command",
    leavesBad: true,
    weight: 2,
    lastsMs: 8 * MINUTE_MS,
    fits: (object) => firstContainer(object).command !== undefined,
    writes: (object, rng, atMs) => {
      const { name, command = [] } = firstContainer(object);
      return [
        patchContainer(object, atMs, "kubectl-edit", { name, command: [`${command[0]}d`, ...command.slice(1)] }),
        patchContainer(object, atMs + minutes(rng, 2, 8), rng.pick(["kubectl-edit", "kubectl-rollout"]), { name, command }),
      ];
    },
  },
  {
    id: "add-variable",
    weight: 2,
    writes: (object, rng, atMs) => {
      const { name } = firstContainer(object);
      return [patchContainer(object, atMs, rng.pick(["kubectl-set", "helm"]), { name, env: [rng.pick(VARIABLES)] })];
    },
  },
];

/** `kubectl rollout restart` of a Deployment. */
export const restartWrite = (name: string, atMs: number): DatedWrite => patchDeployment(name, atMs, "kubectl-rollout", restarted(atMs));

/** `kubectl rollout restart` of a StatefulSet. */
export const restartSetWrite = (name: string, atMs: number): DatedWrite => ({
  atMs,
  write: {
    verb: "patch",
    resource: "statefulsets.apps",
    name,
    patchType: "strategic",
    patch: { spec: restarted(atMs) },
    manager: "kubectl-rollout",
  },
});

/** A template as `kubectl rollout restart` leaves it. */
export const restarted = (atMs: number) => ({
  template: { metadata: { annotations: { "kubectl.kubernetes.io/restartedAt": toTimestamp(atMs) } } },
});

/** A strategic patch of a Deployment's spec. */
export const patchDeployment = (name: string, atMs: number, manager: string, spec: object): DatedWrite => ({
  atMs,
  write: { verb: "patch", resource: "deployments.apps", name, patchType: "strategic", patch: { spec }, manager },
});

/** Variables that no program of an app reads. */
const VARIABLES: readonly { readonly name: string; readonly value: string }[] = [
  { name: "TZ", value: "UTC" },
  { name: "LANG", value: "C.UTF-8" },
  { name: "DEPLOY_ENV", value: "production" },
  { name: "REGION", value: "eu-west-1" },
];

const firstContainer = (object: KubeObject): Container => (object as Deployment).spec.template.spec.containers[0] as Container;

const patchContainer = (object: KubeObject, atMs: number, manager: string, container: object): DatedWrite =>
  patchDeployment(object.metadata.name, atMs, manager, { template: { spec: { containers: [container] } } });

const minutes = (rng: Rng, least: number, most: number): number => rng.int(least * 60, most * 60) * 1000;

/** A tag that was never pushed. */
const wrongTag = (image: string, rng: Rng): string => {
  const bare = image.replace(/@.*$/, "");
  const colon = bare.lastIndexOf(":");
  const repository = colon > bare.lastIndexOf("/") ? bare.slice(0, colon) : bare;
  return `${repository}:${rng.pick(["latset", "stable-2", "hotfix", `build-${rng.int(100, 999)}`, `v${rng.int(1, 9)}.${rng.int(0, 20)}.1`])}`;
};
