import type { ContainerStatus, Pod } from "#kube/types/pod.ts";
import { streamLabels } from "#sim/telemetry/logql/stream-labels.ts";
import type { SlotView } from "../kubernetes/slot-view.ts";
import type { ApiReader } from "./api-reader.ts";
import type { LogStore } from "./log-store.ts";

/**
 * Reads the log lines of containers since the last read, including previous instances.
 *
 * It polls at intervals and before each query rather than following: a connection per container would cost the API
 * server and the kubelets more, and break at each restart. The last seconds of a pod that is deleted without grace
 * period are lost.
 */
export interface LogReader {
  catchUp(): Promise<void>;
  clear(): void;
}

export const createLogReader = (reader: ApiReader, view: SlotView, store: LogStore, fromMs: number): LogReader => {
  /** The container instance that was read last, by pod and container. */
  const lives = new Map<string, string>();
  let sinceMs = fromMs;
  store.clear(fromMs);
  const catchUpContainer = async (pod: Pod, status: ContainerStatus): Promise<void> => {
    const { name, namespace = "", uid = "" } = pod.metadata;
    const labels = streamLabels(pod, status.name);
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/log`;
    const read = async (isPrevious: boolean): Promise<void> => {
      const query = new URLSearchParams({
        container: status.name,
        timestamps: "true",
        limitBytes: `${READ_MAX_BYTES}`,
        sinceTime: store.newest(labels) ?? new Date(sinceMs).toISOString(),
        ...(isPrevious && { previous: "true" }),
      });
      store.take(labels, await reader.text(`${path}?${query}`));
    };
    const key = `${uid}/${status.name}`;
    const running = status.containerID ?? "";
    const known = lives.get(key);
    if (status.restartCount > 0 && known !== running) await read(true).catch(() => undefined); // it may be gone already
    if (status.state?.waiting === undefined || status.containerID !== undefined) await read(false);
    lives.set(key, running);
  };
  return {
    catchUp: async () => {
      await view.ready;
      const pods = view.objects("pods") as readonly Pod[];
      const containers = pods.flatMap((pod) =>
        [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])].map((status) => ({ pod, status })),
      );
      const present = new Set(containers.map(({ pod, status }) => `${pod.metadata.uid}/${status.name}`));
      for (const key of lives.keys()) if (!present.has(key)) lives.delete(key);
      // A container that is away, or has not begun, has nothing to say: the next round asks again.
      await Promise.all(containers.map(({ pod, status }) => catchUpContainer(pod, status).catch(() => undefined)));
    },
    clear: () => {
      sinceMs = Date.now();
      store.clear(sinceMs);
      lives.clear();
    },
  };
};

/** Maximum bytes of one container per round; the rest is read in the next. */
const READ_MAX_BYTES = 524_288;
