import type { AppRecord } from "#kube/app/app.ts";
import { labelsMatch } from "#kube/objects/label-selector.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { makeLabels } from "#sim/telemetry/promql/labels.ts";
import type { MetricHead } from "#sim/telemetry/telemetry-source.ts";
import type { SlotView } from "../kubernetes/slot-view.ts";
import type { ApiReader } from "./api-reader.ts";
import { parseExposition, type Sample } from "./exposition.ts";
import { upSample } from "./up-sample.ts";

/** A scrape target of an application. */
export interface AppTarget {
  readonly pod: Pod;
  readonly container: string;
  readonly port: number;
  readonly path: string;
}

/** Result of one scrape. */
export interface AppScrape {
  /** Samples, including `up`. */
  readonly samples: readonly Sample[];
  readonly heads: readonly MetricHead[];
  /** False: the answer is not in a metrics format. */
  readonly isExporter: boolean;
}

/**
 * Finds possible scrape targets: ports named by a pod's annotations, and the ports of the app's Services beyond the
 * first, which is for callers.
 */
export const findAppTargets = (view: Pick<SlotView, "objects">, { components }: AppRecord): readonly AppTarget[] => {
  const own = new Set(components.filter(({ role }) => role === "service" || role === "frontend").map(({ name }) => name));
  const services = (view.objects("services") as readonly Service[]).filter(({ metadata }) => own.has(metadata.name));
  return (view.objects("pods") as readonly Pod[]).flatMap((pod) => {
    if (pod.status?.podIP === undefined || pod.status.phase !== "Running") return [];
    const annotated = annotatedTarget(pod);
    if (annotated !== undefined) return [annotated];
    return services
      .filter(({ spec }) => spec.selector !== undefined && labelsMatch(spec.selector, pod.metadata.labels))
      .flatMap((service) => furtherPorts(service).map((port) => targetOf(pod, port)));
  });
};

const furtherPorts = ({ spec }: Service): readonly number[] =>
  (spec.ports ?? []).slice(1).flatMap(({ port, targetPort, protocol = "TCP" }) => {
    const number = typeof targetPort === "number" ? targetPort : port;
    return protocol === "TCP" ? [number] : [];
  });

/** Target by the `prometheus.io` annotations of a pod. */
const annotatedTarget = (pod: Pod): AppTarget | undefined => {
  const { annotations = {} } = pod.metadata;
  const port = Number(annotations["prometheus.io/port"]);
  const path = annotations["prometheus.io/path"] ?? "/metrics";
  if (annotations["prometheus.io/scrape"] !== "true" || !Number.isInteger(port) || port <= 0 || port > 65_535) return undefined;
  return PLAIN_PATH.test(path) ? targetOf(pod, port, path) : undefined;
};

/** Pattern of allowed paths: agents write annotations and the administrator scrapes, so no path may leave the pod's proxy. */
const PLAIN_PATH = /^(\/(?!\.{1,2}(\/|$))[\w.-]+)+$/;

const targetOf = (pod: Pod, port: number, path = "/metrics"): AppTarget => ({
  pod,
  container: pod.spec.containers[0]?.name ?? "",
  port,
  path,
});

/** Scrapes a target through the API server's proxy. */
export const scrapeApp = async (reader: ApiReader, { pod, container, port, path }: AppTarget): Promise<AppScrape> => {
  const { name, namespace = "" } = pod.metadata;
  const place = { job: container, instance: `${pod.status?.podIP ?? name}:${port}`, namespace, pod: name };
  const page = await reader.text(`/api/v1/namespaces/${namespace}/pods/${name}:${port}/proxy${path}`).catch(() => undefined);
  if (page === undefined) return { samples: [upSample(place, false)], heads: [], isExporter: true };
  try {
    const { samples, heads } = parseExposition(page);
    const kept = samples
      .slice(0, SAMPLES_MAX)
      .map(({ labels, value }) => ({ labels: makeLabels(Object.entries({ ...labels, ...place })), value }));
    return { samples: [...kept, upSample(place, true)], heads, isExporter: true };
  } catch {
    return { samples: [], heads: [], isExporter: false };
  }
};

/** Maximum number of samples of one target. */
const SAMPLES_MAX = 2_000;
