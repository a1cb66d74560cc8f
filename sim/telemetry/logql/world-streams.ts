import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { objectHistory } from "../metrics/object-history.ts";
import { makeLabels } from "../promql/labels.ts";
import { type Matcher, matchesAll } from "../promql/series.ts";
import { type ContainerLine, containerLines } from "./container-lines.ts";

/** One container's output stream in the log store. */
export interface LogStream {
  readonly labels: Readonly<Record<string, string>>;
  /** Lines in (fromMs, toMs], oldest first. */
  readonly lines: (fromMs: number, toMs: number) => readonly { readonly atMs: number; readonly text: string }[];
}

/** The streams that pass all matchers, in the order of their labels: one per pod, container and output that ever was. */
export const worldStreams = (world: World, matchers: readonly Matcher[]): readonly LogStream[] => {
  const result: LogStream[] = [];
  const history = objectHistory(world, "pods");
  for (const key of [...history.keys()].sort()) {
    const pod = lastState(history.get(key));
    if (pod === undefined) continue;
    for (const container of [...(pod.spec.initContainers ?? []), ...pod.spec.containers]) {
      const read = createReader(world, pod, container.name);
      for (const stream of ["stderr", "stdout"] as const) {
        const labels = streamLabels(pod, container.name, stream);
        if (matchesAll(matchers, labels)) result.push(createStream(read, stream, labels));
      }
    }
  }
  return result;
};

type Reader = (fromMs: number, toMs: number) => readonly ContainerLine[];

/** Both outputs of a container are read together: the last reading is kept for the other one. */
const createReader = (world: World, pod: Pod, container: string): Reader => {
  const place = { namespace: pod.metadata.namespace ?? "", pod: pod.metadata.name, container };
  let last: { readonly fromMs: number; readonly toMs: number; readonly lines: readonly ContainerLine[] } | undefined;
  return (fromMs, toMs) => {
    if (last?.fromMs !== fromMs || last.toMs !== toMs)
      last = { fromMs, toMs, lines: containerLines(world, place, fromMs, Math.min(toMs, world.nowMs())) };
    return last.lines;
  };
};

const createStream = (read: Reader, stream: "stdout" | "stderr", labels: LogStream["labels"]): LogStream => ({
  labels,
  lines: (fromMs, toMs) => read(fromMs, toMs).filter((line) => line.stream === stream && line.atMs > fromMs && line.atMs <= toMs),
});

const lastState = (version: ReturnType<ReturnType<typeof objectHistory>["get"]>): Pod | undefined =>
  (version?.object ?? version?.previous?.object) as Pod | undefined;

/** Names under which applications carry their own name, most usual first. */
const APP_LABELS = ["app.kubernetes.io/name", "app", "io.kompose.service"] as const;

const streamLabels = (pod: Pod, container: string, stream: string): LogStream["labels"] => {
  let kept = labelSets.get(pod);
  if (kept === undefined) {
    kept = new Map();
    labelSets.set(pod, kept);
  }
  const key = `${container} ${stream}`;
  let labels = kept.get(key);
  if (labels === undefined) {
    const { name, namespace = "", uid = "" } = pod.metadata;
    const app = APP_LABELS.map((label) => pod.metadata.labels?.[label]).find((value) => value !== undefined) ?? container;
    const filename = `/var/log/pods/${namespace}_${name}_${uid}/${container}/0.log`;
    labels = makeLabels(
      Object.entries({
        namespace,
        pod: name,
        container,
        app,
        job: `${namespace}/${app}`,
        node_name: pod.spec.nodeName ?? "",
        filename,
        stream,
        service_name: app,
      }),
    );
    kept.set(key, labels);
  }
  return labels;
};

const labelSets = new WeakMap<Pod, Map<string, LogStream["labels"]>>();
