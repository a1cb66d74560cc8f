import type { Pod } from "#kube/types/pod.ts";
import type { SlotView } from "../kubernetes/slot-view.ts";
import type { NodePages } from "./node-pages.ts";
import type { SampleStore } from "./sample-store.ts";
import { upSample } from "./up-sample.ts";

/** Scrapes the container metrics of a slot from the kubelets of the nodes on which its pods are or were. */
export const createContainerScrapes = (nodes: NodePages, view: SlotView, namespace: string, take: SampleStore["take"]) => {
  /** Time of the last page that was used, by node. */
  const taken = new Map<string, number>();
  const scrapeNode = async (node: string): Promise<void> => {
    const page = await nodes.containersOf(node, namespace);
    const up = upSample({ job: "kubernetes-cadvisor", instance: node, node }, page !== undefined);
    if (page !== undefined && page.atMs <= (taken.get(node) ?? 0)) return;
    const atMs = page?.atMs ?? Date.now();
    taken.set(node, atMs);
    take(`containers/${node}`, atMs, page?.samples ?? [], { lingers: true });
    take(`node/${node}`, atMs, [up]);
  };
  return {
    scrape: async (): Promise<void> => {
      await view.ready;
      for (const { spec } of view.objects("pods") as readonly Pod[])
        if (spec.nodeName !== undefined && !taken.has(spec.nodeName)) taken.set(spec.nodeName, 0);
      await Promise.all([...taken.keys()].map(scrapeNode));
    },
  };
};
