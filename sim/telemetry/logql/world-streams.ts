import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { objectHistory, type ResourceHistory } from "../metrics/history/object-history.ts";
import { type Matcher, matchesAll } from "../promql/series.ts";
import { type ContainerLine, type ContainerPlace, containerLines } from "./container-lines.ts";
import type { LogStream } from "./log-stream.ts";
import { streamLabels } from "./stream-labels.ts";

/** The streams that pass all matchers, in the order of their labels: one per pod, container and output that ever was. */
export const worldStreams = (world: World, matchers: readonly Matcher[]): readonly LogStream[] => {
  const result: LogStream[] = [];
  for (const place of placesOf(objectHistory(world, "pods"))) {
    const [stderr, stdout] = place.labels;
    const read = createReader(world, place);
    if (matchesAll(matchers, stderr)) result.push(createStream(read, "stderr", stderr));
    if (matchesAll(matchers, stdout)) result.push(createStream(read, "stdout", stdout));
  }
  return result;
};

/** A container that ever was, with the labels of its outputs. */
interface StreamPlace extends ContainerPlace {
  readonly labels: readonly [stderr: LogStream["labels"], stdout: LogStream["labels"]];
}

/** The containers of all pods, sorted by pod; found once as long as no pod changes. */
const placesOf = (history: ResourceHistory): readonly StreamPlace[] => {
  let places = keptPlaces.get(history);
  if (places === undefined) {
    places = [...history.keys()].sort().flatMap((key) => placesOfPod(lastState(history.get(key))));
    keptPlaces.set(history, places);
  }
  return places;
};

const keptPlaces = new WeakMap<ResourceHistory, readonly StreamPlace[]>();

const placesOfPod = (pod: Pod | undefined): readonly StreamPlace[] => {
  if (pod === undefined) return [];
  let places = podPlaces.get(pod);
  if (places === undefined) {
    const { name, namespace = "" } = pod.metadata;
    places = [...(pod.spec.initContainers ?? []), ...pod.spec.containers].map((container) => ({
      namespace,
      pod: name,
      container: container.name,
      labels: [streamLabels(pod, container.name, "stderr"), streamLabels(pod, container.name, "stdout")],
    }));
    podPlaces.set(pod, places);
  }
  return places;
};

const podPlaces = new WeakMap<Pod, readonly StreamPlace[]>();

type Reader = (fromMs: number, toMs: number) => readonly ContainerLine[];

/** Both outputs of a container are read together: the last reading is kept for the other one. */
const createReader = (world: World, place: ContainerPlace): Reader => {
  let last: { readonly fromMs: number; readonly toMs: number; readonly lines: readonly ContainerLine[] } | undefined;
  return (fromMs, toMs) => {
    if (last?.fromMs !== fromMs || last.toMs !== toMs)
      last = { fromMs, toMs, lines: containerLines(world, place, fromMs, Math.min(toMs, world.nowMs())) };
    return last.lines;
  };
};

const createStream = (read: Reader, stream: "stdout" | "stderr", labels: LogStream["labels"]): LogStream => ({
  labels,
  lines: (fromMs, toMs) => {
    const lines = read(fromMs, toMs);
    return lines.length === 0 ? lines : lines.filter((line) => line.stream === stream && line.atMs > fromMs && line.atMs <= toMs);
  },
});

const lastState = (version: ReturnType<ReturnType<typeof objectHistory>["get"]>): Pod | undefined =>
  (version?.object ?? version?.previous?.object) as Pod | undefined;
