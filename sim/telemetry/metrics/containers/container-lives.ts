import { milliValue, unitValue } from "#kube/objects/quantity.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import type { Labels } from "../../promql/labels.ts";
import { type ProcessLife, processLives } from "../history/process-history.ts";
import { hashOf } from "../number-hash.ts";

/** One life of a container with what its runtime reports of it. */
export interface ContainerLife extends ProcessLife {
  readonly podUid: string;
  readonly node: string;
  readonly hash: number;
  /** Cores; 0 = no limit. */
  readonly cpuLimit: number;
  /** Bytes; 0 = no limit. */
  readonly memoryLimit: number;
  readonly cpuRequest: number;
  /** Labels that cAdvisor gives to the container's series. */
  readonly labels: Labels;
  /** Labels of the pod's own cgroup. */
  readonly podLabels: Labels;
}

/** Runs of all containers, oldest first. */
export const containerLives = (world: World): readonly ContainerLife[] => {
  const lives = processLives(world);
  let list = lists.get(lives);
  if (list === undefined) {
    list = lives.map(detailOf);
    lists.set(lives, list);
  }
  return list;
};

/** Runs of the containers of one pod, oldest first. */
export type PodLives = readonly [ContainerLife, ...ContainerLife[]];

/** Runs of all containers by pod. */
export const podLives = (world: World): readonly PodLives[] => {
  const lives = containerLives(world);
  let groups = grouped.get(lives);
  if (groups === undefined) {
    groups = groupByPod(lives);
    grouped.set(lives, groups);
  }
  return groups;
};

const groupByPod = (lives: readonly ContainerLife[]): readonly PodLives[] => {
  const byPod = new Map<string, [ContainerLife, ...ContainerLife[]]>();
  for (const life of lives) {
    const known = byPod.get(life.podUid);
    if (known === undefined) byPod.set(life.podUid, [life]);
    else known.push(life);
  }
  return [...byPod.values()];
};

const grouped = new WeakMap<readonly ContainerLife[], readonly PodLives[]>();
const lists = new WeakMap<readonly ProcessLife[], readonly ContainerLife[]>();
const details = new WeakMap<ProcessLife, ContainerLife>();

const detailOf = (life: ProcessLife): ContainerLife => {
  let detail = details.get(life);
  if (detail === undefined) {
    detail = createDetail(life);
    details.set(life, detail);
  }
  return detail;
};

const createDetail = (life: ProcessLife): ContainerLife => {
  const { pod, container, restartCount } = life.process.start;
  const { requests = {}, limits = {} } = container.resources ?? {};
  const uid = life.process.podUid;
  const slice = podSlice(pod, uid);
  const scope = hexOf(`${uid}/${container.name}/${restartCount}`);
  const place = { namespace: life.namespace, pod: life.pod, node: pod.spec.nodeName ?? "", instance: pod.spec.nodeName ?? "" };
  return {
    ...life,
    podUid: uid,
    node: place.node,
    hash: hashOf(`${uid}/${container.name}/${restartCount}`),
    cpuLimit: milliValue(limits["cpu"]) / 1000,
    memoryLimit: unitValue(limits["memory"]),
    cpuRequest: milliValue(requests["cpu"]) / 1000,
    labels: {
      ...place,
      container: life.container,
      id: `${slice}/cri-containerd-${scope}.scope`,
      image: container.image ?? "",
      name: scope,
    },
    podLabels: { ...place, id: slice },
  };
};

const podSlice = (pod: Pod, uid: string): string => {
  const qos = (pod.status?.qosClass ?? "BestEffort").toLowerCase();
  const parent = qos === "guaranteed" ? "/kubepods.slice" : `/kubepods.slice/kubepods-${qos}.slice`;
  return `${parent}/kubepods-${qos === "guaranteed" ? "" : `${qos}-`}pod${uid.replaceAll("-", "_")}.slice`;
};

/** Container id: 64 hex digits of a text's hash. */
const hexOf = (text: string): string => Array.from({ length: 8 }, (_, i) => hashOf(`${i}/${text}`).toString(16).padStart(8, "0")).join("");
