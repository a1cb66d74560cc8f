import type { Container } from "#kube/types/pod.ts";

/** How long a container's preStop hook takes before the container is told to stop; hooks that do anything but sleep take no time. */
export const preStopMs = (container: Container | undefined): number => {
  const preStop = container?.lifecycle?.["preStop"] as PreStop | undefined;
  if (preStop?.sleep !== undefined) return preStop.sleep.seconds * 1000;
  const slept = /(?:^|[;&\s])sleep (\d+(?:\.\d+)?)/.exec((preStop?.exec?.command ?? []).join(" "));
  return slept === null ? 0 : Math.round(Number(slept[1]) * 1000);
};

interface PreStop {
  readonly sleep?: { readonly seconds: number };
  readonly exec?: { readonly command?: readonly string[] };
}
