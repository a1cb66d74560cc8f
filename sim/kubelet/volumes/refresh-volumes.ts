import { isSameJson } from "#core/canonical-json.ts";
import type { Pod, Volume } from "#kube/types/pod.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { splitKey } from "../../controller-runtime/controller.ts";
import type { ChangeObserver, World } from "../../kernel/world.ts";
import { isKubeletRunning } from "../../machines/machines.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { refreshFiles } from "../../processes/process-life.ts";
import { drawDelayMs } from "../node/node-time.ts";
import { allContainers } from "../pod/pod-containers.ts";
import { containerKey, runtimeOf } from "../pod/pod-runtime.ts";
import { mountedFiles } from "./volumes.ts";

/** The timer at which a kubelet writes the files of a pod's volumes anew. */
export const REFRESH = "kubelet/refresh-volumes";

/**
 * Plans a refresh of volumes whose source has changed: the kubelet sees it at its next sync of the pod, in 60 to 90 s; a pod's own labels
 * at once.
 */
export const onVolumeSourceChanged: ChangeObserver = (world, { type, resource, key, object, previous }) => {
  if (resource === "pods") {
    if (type === "MODIFIED" && tellsOtherwise(object as Pod, previous as Pod)) plan(world, key, 500, 1500);
    return;
  }
  if (resource !== "configmaps" && resource !== "secrets") return;
  const { namespace, name } = splitKey(key);
  const list = resource === "configmaps" ? "configMap" : "secret";
  for (const pod of listObjects<Pod>(world, "pods", namespace))
    if (pod.spec.volumes?.some((volume) => sourcesOf(volume, list).includes(name)) === true)
      plan(world, `${namespace}/${pod.metadata.name}`, 1000, 90_000);
};

/** Gives running containers the files of their volumes as they are now; those that are mounted alone stay as they were. */
export const refreshVolumes = (world: World, podKey: string): void => {
  const runtime = runtimeOf(world, podKey);
  const { namespace, name } = splitKey(podKey);
  const pod = getObject<Pod>(world, "pods", namespace, name);
  if (runtime === undefined || pod?.metadata.uid !== runtime.uid || !isKubeletRunning(world, runtime.node)) return;
  const processes = world.map<Process>(PROCESSES);
  for (const container of allContainers(pod)) {
    const key = containerKey(podKey, container.name);
    const process = processes.get(key);
    if (process === undefined) continue;
    const whole = (container.volumeMounts ?? []).filter(({ subPath }) => subPath === undefined);
    const fresh = mountedFiles(world, pod, { ...container, volumeMounts: whole }, runtime.sandboxIP);
    const places = whole.map(({ mountPath }) => `${mountPath.replace(/\/$/, "")}/`);
    const kept = Object.entries(process.start.files).filter(([path]) => !places.some((place) => path.startsWith(place)));
    const files = { ...Object.fromEntries(kept), ...fresh };
    if (isSameJson(files, process.start.files)) continue;
    refreshFiles(world, process, files);
  }
};

const plan = (world: World, podKey: string, minMs: number, maxMs: number): void =>
  world.setTimerNoLaterThan(REFRESH, podKey, world.nowMs() + drawDelayMs(world, `refresh/${podKey}`, minMs, maxMs));

interface Source {
  readonly name?: string;
  readonly secretName?: string;
}

interface ProjectedSource {
  readonly configMap?: Source;
  readonly secret?: Source;
  readonly downwardAPI?: unknown;
}

const projectedOf = ({ projected }: Volume): readonly ProjectedSource[] =>
  (projected?.["sources"] as readonly ProjectedSource[] | undefined) ?? [];

const sourcesOf = (volume: Volume, list: "configMap" | "secret"): readonly (string | undefined)[] => {
  const own = volume[list] as Source | undefined;
  return [own?.name ?? own?.secretName, ...projectedOf(volume).map((source) => source[list]?.name)];
};

/** A pod whose volumes tell of its labels or annotations, and that has others now. */
const tellsOtherwise = (after: Pod, before: Pod): boolean => {
  const { labels, annotations } = after.metadata;
  if (labels === before.metadata.labels && annotations === before.metadata.annotations) return false;
  return after.spec.volumes?.some((volume) => volume.downwardAPI !== undefined || projectedOf(volume).some(tellsOfPod)) === true;
};

const tellsOfPod = ({ downwardAPI }: ProjectedSource): boolean => downwardAPI !== undefined;
