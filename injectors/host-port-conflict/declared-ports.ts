import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import type { PodSpec } from "#kube/types/pod.ts";
import type { Params } from "./injector.ts";

/** TCP ports that containers declare, each number once in its container, since patches tell ports of a container apart by it. */
export const declaredPorts = ({ containers }: PodSpec): readonly { readonly container: string; readonly port: number }[] =>
  containers.flatMap(({ name, ports = [] }) =>
    ports
      .filter(
        ({ protocol = "TCP", containerPort }) =>
          protocol === "TCP" && ports.filter((other) => other.containerPort === containerPort).length === 1,
      )
      .map(({ containerPort }) => ({ container: name, port: containerPort })),
  );

/** JSON pointer of a declared port in a workload, as recorded in the baseline. */
export const pathOfPort = (
  { target, container, containerPort }: Pick<Params, "target" | "container" | "containerPort">,
  baseline: Baseline,
): string => {
  const { containers } = baselineWorkload(baseline, target).spec.template.spec;
  const at = containers.findIndex(({ name }) => name === container);
  const port = containers[at]?.ports?.findIndex((declared) => declared.containerPort === containerPort);
  return `/spec/template/spec/containers/${at}/ports/${port}`;
};
