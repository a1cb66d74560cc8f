import type { AppRecord } from "#kube/app/app.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type Span, type Tag, type Trace, tag } from "#sim/telemetry/jaeger/trace-model.ts";
import { appLabel } from "#sim/telemetry/logql/stream-labels.ts";
import type { SlotView } from "../kubernetes/slot-view.ts";
import type { ApiReader } from "./api-reader.ts";

/**
 * Reads the traces that the app's own tracing server received since the last read.
 *
 * The app sends its spans where it always does, to a server among its own pods, so that nothing in the cluster names or
 * needs to reach this one.
 */
export interface TraceReader {
  /** Reads traces that may have new spans; empty if the app has no tracing server, or if it does not answer. */
  read(): Promise<readonly Trace[]>;
  clear(): void;
}

export const createTraceReader = (reader: ApiReader, view: SlotView, app: AppRecord): TraceReader => {
  const server = app.components.find(({ role }) => role === "tracing")?.name;
  const entries = [...new Set([app.load.service, ...app.operations.flatMap(({ entry }) => entry?.service ?? [])])];
  let readToMs = Date.now();
  let floorMs = 0;
  const readFrom = async (pod: Pod): Promise<readonly Trace[]> => {
    const nowMs = Date.now();
    const startUs = Math.max(floorMs, readToMs - OVERLAP_MS) * 1_000;
    const { name, namespace = "" } = pod.metadata;
    const answers = await Promise.all(
      entries.map(async (service) => {
        const query = new URLSearchParams({ service, start: `${startUs}`, end: `${nowMs * 1_000}`, limit: `${TRACES_MAX}` });
        const text = await reader.text(`/api/v1/namespaces/${namespace}/pods/${name}:${QUERY_PORT}/proxy/api/traces?${query}`);
        return (JSON.parse(text) as { readonly data?: readonly ForeignTrace[] | null }).data ?? [];
      }),
    );
    readToMs = nowMs;
    const places = new Map((view.objects("pods") as readonly Pod[]).map((one) => [one.metadata.name, one]));
    return answers.flat().map((trace) => adopt(trace, places));
  };
  return {
    read: async () => {
      await view.ready;
      const pod = (view.objects("pods") as readonly Pod[]).find(
        (one) => server !== undefined && appLabel(one) === server && isRunning(one),
      );
      return pod === undefined ? [] : await readFrom(pod);
    },
    clear: () => {
      floorMs = Date.now();
    },
  };
};

/** Query port of Jaeger. */
const QUERY_PORT = 16_686;
/** Overlap of reads, ms: spans are reported when requests end, and some late. */
const OVERLAP_MS = 10_000;
/** Maximum number of traces that Jaeger returns. */
const TRACES_MAX = 1_500;

const isRunning = ({ status }: Pod): boolean => status?.phase === "Running" && status.podIP !== undefined;

/** A trace as any version of Jaeger renders it. */
interface ForeignTrace {
  readonly traceID: string;
  readonly spans: readonly (Pick<Span, "spanID" | "operationName" | "startTime" | "duration" | "processID"> & Partial<Span>)[];
  readonly processes: Readonly<Record<string, { readonly serviceName: string; readonly tags?: readonly Tag[] }>>;
}

/** Normalises a trace, and adds to its processes the tags that a collector in the cluster would add: the places of their pods. */
const adopt = ({ traceID, spans, processes }: ForeignTrace, pods: ReadonlyMap<string, Pod>): Trace => ({
  traceID,
  spans: spans.map(({ spanID, operationName, references = [], startTime, duration, tags = [], logs = [], processID }) => ({
    traceID,
    spanID,
    flags: 1,
    operationName,
    references,
    startTime,
    duration,
    tags,
    logs,
    processID,
    warnings: null,
  })),
  processes: Object.fromEntries(
    Object.entries(processes).map(([id, { serviceName, tags = [] }]) => [id, { serviceName, tags: placeTags(tags, pods) }]),
  ),
  warnings: null,
});

const placeTags = (tags: readonly Tag[], pods: ReadonlyMap<string, Pod>): readonly Tag[] => {
  const hostname = tags.find(({ key }) => key === "k8s.pod.name" || key === "hostname")?.value;
  const pod = pods.get(`${hostname}`);
  if (pod === undefined) return tags;
  const own = new Map<string, Tag>(tags.map((one) => [one.key, one]));
  const add = (key: string, value: string | undefined): void => void (value !== undefined && own.set(key, tag(key, value)));
  add("ip", pod.status?.podIP);
  add("k8s.namespace.name", pod.metadata.namespace);
  add("k8s.pod.name", pod.metadata.name);
  add("k8s.node.name", pod.spec.nodeName);
  const rest = [...own.keys()].filter((key) => !ORDER.includes(key));
  return [...ORDER, ...rest].flatMap((key) => own.get(key) ?? []);
};

const ORDER: readonly string[] = ["hostname", "ip", "k8s.namespace.name", "k8s.pod.name", "k8s.node.name"];
