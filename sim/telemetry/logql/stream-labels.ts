import type { Pod } from "#kube/types/pod.ts";
import { makeLabels } from "../promql/labels.ts";
import type { LogStream } from "./log-stream.ts";

/**
 * The labels that a log shipper gives to what a container writes; equal labels are one object.
 *
 * @param stream `stdout` or `stderr`; missing where that is not known
 */
export const streamLabels = (pod: Pod, container: string, stream?: "stdout" | "stderr"): LogStream["labels"] => {
  const { name, namespace = "", uid = "" } = pod.metadata;
  const app = appLabel(pod) ?? container;
  const node = pod.spec.nodeName ?? "";
  const key = `${namespace} ${name} ${uid} ${container} ${app} ${node} ${stream ?? ""}`;
  let labels = labelSets.get(key);
  if (labels === undefined) {
    const filename = `/var/log/pods/${namespace}_${name}_${uid}/${container}/0.log`;
    const job = `${namespace}/${app}`;
    labels = makeLabels(
      Object.entries({
        namespace,
        pod: name,
        container,
        app,
        job,
        node_name: node,
        filename,
        service_name: app,
        ...(stream && { stream }),
      }),
    );
    if (labelSets.size >= LABEL_SETS_MAX) labelSets.clear();
    labelSets.set(key, labels);
  }
  return labels;
};

const LABEL_SETS_MAX = 10_000;
/** A pure function's results: no state of any world. */
const labelSets = new Map<string, LogStream["labels"]>();

/** What a pod's application calls itself; undefined when its labels do not say. */
export const appLabel = ({ metadata }: Pod): string | undefined =>
  APP_LABELS.map((label) => metadata.labels?.[label]).find((value) => value !== undefined);

/** Names under which applications carry their own name, most usual first. */
const APP_LABELS = ["app.kubernetes.io/name", "app", "io.kompose.service"] as const;
