import { unitValue } from "#kube/objects/quantity.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Slot } from "#pool/backend.ts";
import type { Comparison } from "./agreement.ts";
import { askSamples } from "./ask.ts";
import { toScrape } from "./to-scrape.ts";

/** Compares memory series with limits, with `kubectl top`, and kills for want of memory with all that tells of them. */
export const compareMemory = async (slot: Slot, seconds: number): Promise<readonly Comparison[]> => {
  const { admin, namespace } = slot;
  await toScrape(slot, "kubernetes-cadvisor");
  const ofContainers = `{namespace="${namespace}", container!=""}`;
  const byContainer = async (query: string): Promise<ReadonlyMap<string, number>> =>
    new Map((await askSamples(admin, "prometheus", query)).map(({ labels, value }) => [`${labels["pod"]}/${labels["container"]}`, value]));
  const most = await byContainer(`max by (pod, container) (max_over_time(container_memory_working_set_bytes${ofContainers}[${seconds}s]))`);
  const now = new Map(
    (await askSamples(admin, "prometheus", `container_memory_working_set_bytes${ofContainers}`)).map(({ labels, value }) => [
      labels["name"] ?? "",
      value,
    ]),
  );
  const top = await readTop(slot);
  const pods = await listObjects<Pod>(admin, { resource: "pods", namespace });
  // A container's own series ends with it; its pod's goes on.
  const ofPods = `container_oom_events_total{namespace="${namespace}", container=""}`;
  const kills = new Map((await askSamples(admin, "prometheus", ofPods)).map(({ labels, value }) => [labels["pod"] ?? "", value]));
  await toScrape(slot, "kube-state-metrics");
  const told = await byContainer(`kube_pod_container_status_last_terminated_reason{namespace="${namespace}", reason="OOMKilled"} == 1`);
  const later = await listObjects<Pod>(admin, { resource: "pods", namespace });
  return [
    ...pods.flatMap((pod) => comparePod(pod, { most, now, top, kills })),
    ...later.flatMap(({ metadata, status }) =>
      (status?.containerStatuses ?? []).map(({ name, lastState }): Comparison => {
        const key = `${metadata.name}/${name}`;
        const isKilled = lastState?.terminated?.reason === "OOMKilled" ? 1 : 0;
        return { check: "killed: status, metrics", subject: key, said: [isKilled, told.get(key) ?? 0], deviation: 0 };
      }),
    ),
  ];
};

interface Seen {
  readonly most: ReadonlyMap<string, number>;
  /** By the container's id: that of a former run is shown some minutes longer. */
  readonly now: ReadonlyMap<string, number>;
  readonly top: ReadonlyMap<string, number>;
  readonly kills: ReadonlyMap<string, number>;
}

const comparePod = ({ metadata, spec, status }: Pod, { most, now, top, kills }: Seen): readonly Comparison[] =>
  (status?.containerStatuses ?? []).flatMap(({ name, containerID = "", lastState, state }): readonly Comparison[] => {
    const key = `${metadata.name}/${name}`;
    const limit = unitValue(spec.containers.find((one) => one.name === name)?.resources?.limits?.["memory"]) || Number.POSITIVE_INFINITY;
    const ended = state?.terminated ?? lastState?.terminated;
    const isKilled = ended?.reason === "OOMKilled";
    const [shown, usage] = [top.get(key), now.get(containerID.replace("containerd://", ""))];
    return [
      { check: "memory: series, limit", subject: key, said: [Math.max(0, (most.get(key) ?? 0) - limit), 0], deviation: 0 },
      ...(shown === undefined || usage === undefined
        ? []
        : [{ check: "memory: series, top", subject: key, said: [usage, shown] as const, deviation: 0, slack: 0.1 * usage + 4 * 2 ** 20 }]),
      ...(isKilled
        ? [
            { check: "killed: status, limit", subject: key, said: [1, Number.isFinite(limit) ? 1 : 0] as const, deviation: 0 },
            { check: "killed: status, exit code", subject: key, said: [137, ended?.exitCode ?? 0] as const, deviation: 0 },
            {
              check: "killed: status, counter",
              subject: key,
              said: [1, Math.min(1, kills.get(metadata.name) ?? 0)] as const,
              deviation: 0,
            },
          ]
        : []),
    ];
  });

/** Memory of containers as `kubectl top` shows it, bytes. */
const readTop = async ({ admin, namespace }: Slot): Promise<ReadonlyMap<string, number>> => {
  const { body } = await admin.read({ path: `/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods` });
  const { items = [] } = body as {
    readonly items?: readonly {
      readonly metadata: { readonly name: string };
      readonly containers: readonly { readonly name: string; readonly usage: { readonly memory: string } }[];
    }[];
  };
  return new Map(
    items.flatMap(({ metadata, containers }) => containers.map(({ name, usage }) => [`${metadata.name}/${name}`, unitValue(usage.memory)])),
  );
};
