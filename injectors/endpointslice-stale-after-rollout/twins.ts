import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { servicesBeside } from "../services-beside.ts";
import type { CreatedTwin, DrawTwins } from "../twin.ts";
import { SERVICE, SLICES, sliceName } from "../written-slice.ts";

/**
 * Slices that somebody wrote with addresses of pods that are gone: for Services that nobody calls, and for those of the app with endpoints that
 * are not ready, or with none.
 */
export const twins: DrawTwins = (rng, baseline) => {
  const beside = servicesBeside(rng, baseline, ENDINGS, (_own, { selector = {}, ports = [] }) => ({
    selector,
    ports: ports.map(({ nodePort: _allocated, ...port }) => port),
  }));
  const idle = beside.filter((twin): twin is CreatedTwin => twin.verb === "create" && twin.resource === "services");
  const own = rng
    .stream("own")
    .shuffle(
      (ownObjects(baseline, "services") as readonly Service[]).filter(
        ({ spec }) => spec.selector !== undefined && spec.clusterIP !== "None",
      ),
    )
    .slice(0, rng.stream("count").int(1, 3));
  return [
    ...beside,
    ...idle.map(({ object }) => writtenFor(rng.stream(`slice of ${object.metadata.name}`), baseline, object as Service, true)),
    ...own.map((service) => writtenFor(rng.stream(`slice of ${service.metadata.name}`), baseline, service, false)),
  ];
};

const ENDINGS: readonly string[] = ["direct", "pinned", "backup", "internal", "old"];

const writtenFor = (rng: Rng, baseline: Baseline, { metadata: { name }, spec }: Service, ready: boolean): CreatedTwin => {
  const slice = sliceName(rng.stream("name"), name).replace(/^.*\//, "");
  const isEmpty = !ready && rng.stream("empty").chance({ numerator: 1, denominator: 3 });
  const object: EndpointSlice = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: slice, namespace: baseline.namespace, labels: { [SERVICE]: name } },
    addressType: "IPv4",
    ports: (spec.ports ?? []).map(({ name: portName, port, targetPort, protocol = "TCP" }) => ({
      ...(portName !== undefined && { name: portName }),
      port: typeof targetPort === "number" ? targetPort : port,
      protocol,
    })),
    endpoints: isEmpty ? [] : [{ addresses: [goneAddress(rng.stream("address"), baseline)], conditions: { ready } }],
  };
  return { verb: "create", resource: SLICES, object };
};

/** An address from the range of a node's pods that no pod has come to yet. */
const goneAddress = (rng: Rng, baseline: Baseline): string => {
  const taken = (ownObjects(baseline, "pods") as readonly Pod[]).flatMap(({ status }) => status?.podIP ?? []);
  return `${(taken.length === 0 ? "10.244.1.2" : rng.pick(taken)).replace(/\.\d+$/, "")}.${rng.int(200, 253)}`;
};
