import { ownObjects } from "#kube/app/baseline.ts";
import type { Service } from "#kube/types/network.ts";
import type { DrawTwins, Twin } from "../twin.ts";

/** Further Services of components, for ports that nobody opens yet and nobody calls. */
export const twins: DrawTwins = (rng, baseline) => {
  const services = (ownObjects(baseline, "services") as readonly Service[]).filter(
    ({ spec }) => spec.selector !== undefined && spec.ports?.[0] !== undefined,
  );
  return rng
    .stream("services")
    .shuffle(services)
    .slice(0, rng.int(2, 4))
    .map(({ metadata, spec }): Twin => {
      const own = rng.stream(metadata.name);
      const port = spec.ports?.[0]?.port ?? 80;
      const targetPort = own.pick([9999, 18_080, port + 10_000].filter((candidate) => candidate <= 65_535));
      const object: Service = {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: `${metadata.name}-${own.pick(ENDINGS)}`, namespace: baseline.namespace, labels: metadata.labels ?? {} },
        spec: { ...(spec.selector && { selector: spec.selector }), ports: [{ name: "http", port, protocol: "TCP", targetPort }] },
      };
      return { verb: "create", resource: "services", object };
    });
};

const ENDINGS: readonly string[] = ["admin", "mgmt", "debug", "metrics", "ops"];
