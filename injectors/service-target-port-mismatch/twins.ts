import { ownObjects } from "#kube/app/baseline.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { servicesBeside } from "../services-beside.ts";
import type { DrawTwins } from "../twin.ts";

/** Further Services of components, for ports that others open or that nobody opens yet, and nobody calls. */
export const twins: DrawTwins = (rng, baseline) => {
  const opened = (ownObjects(baseline, "deployments.apps") as readonly Workload[]).flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap(({ ports = [] }) => ports).map(({ containerPort }) => containerPort),
  );
  return servicesBeside(rng, baseline, ENDINGS, (own, spec) => {
    const port = spec.ports?.[0]?.port ?? 80;
    const targetPort = own.pick(
      [...new Set([...opened, port + 1, port + 10])].filter((candidate) => candidate !== port).sort((a, b) => a - b),
    );
    return { ...(spec.selector && { selector: spec.selector }), ports: [{ name: "http", port, protocol: "TCP", targetPort }] };
  });
};

const ENDINGS: readonly string[] = ["admin", "mgmt", "debug", "metrics", "ops"];
