import type { AppRecord } from "#kube/app/app.ts";
import type { MetricHead } from "#sim/telemetry/telemetry-source.ts";
import type { SlotView } from "../kubernetes/slot-view.ts";
import type { ApiReader } from "./api-reader.ts";
import { type AppTarget, findAppTargets, scrapeApp } from "./app-targets.ts";
import type { SampleStore } from "./sample-store.ts";

/** Scrapes the metrics of a slot's programs. A port that serves something else is not scraped again. */
export const createAppScrapes = (reader: ApiReader, view: SlotView, app: AppRecord, take: SampleStore["take"]) => {
  const known = new Set<string>();
  const refused = new Set<string>();
  const heads = new Map<string, MetricHead>();
  const scrapeTarget = async (key: string, target: AppTarget): Promise<void> => {
    const { samples, heads: found, isExporter } = await scrapeApp(reader, target);
    for (const head of found) if (heads.size < HEADS_MAX) heads.set(head.name, head);
    if (isExporter) {
      known.add(key);
      take(key, Date.now(), samples);
    } else refused.add(key);
  };
  return {
    scrape: async (): Promise<void> => {
      await view.ready;
      const targets = new Map(findAppTargets(view, app).map((target) => [keyOf(target), target]));
      for (const key of refused) if (!targets.has(key)) refused.delete(key);
      for (const key of known) {
        if (targets.has(key)) continue;
        known.delete(key);
        take(key, Date.now(), []);
      }
      await Promise.all([...targets].map(([key, target]) => (refused.has(key) ? undefined : scrapeTarget(key, target))));
    },
    heads: (): readonly MetricHead[] => [...heads.values()],
  };
};

const HEADS_MAX = 5_000;

const keyOf = ({ pod, port }: AppTarget): string => `app/${pod.metadata.uid}/${port}`;
