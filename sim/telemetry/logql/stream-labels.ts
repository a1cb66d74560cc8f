import { keepUpTo } from "#core/keep-up-to.ts";
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
  return keptLabels(`${namespace} ${name} ${uid} ${container} ${app} ${node} ${stream ?? ""}`, () =>
    makeLabels(
      Object.entries({
        namespace,
        pod: name,
        container,
        app,
        job: `${namespace}/${app}`,
        node_name: node,
        filename: `/var/log/pods/${namespace}_${name}_${uid}/${container}/0.log`,
        service_name: app,
        ...(stream && { stream }),
      }),
    ),
  );
};

const keptLabels = keepUpTo<string, LogStream["labels"]>(10_000);

/** Name of a pod's application; undefined when its labels do not say. */
export const appLabel = ({ metadata }: Pod): string | undefined =>
  APP_LABELS.map((label) => metadata.labels?.[label]).find((value) => value !== undefined);

/** Names under which applications carry their own name, most usual first. */
const APP_LABELS = ["app.kubernetes.io/name", "app", "io.kompose.service"] as const;
