import { labelsMatch } from "#kube/objects/label-selector.ts";
import { isPodNameOf } from "#kube/objects/pod-owner-name.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Slot } from "#pool/backend.ts";
import type { Comparison } from "./agreement.ts";
import { askSamples } from "./ask.ts";
import { toScrape } from "./to-scrape.ts";

/** Compares pods' readiness with endpoints, workloads, their metrics, `up`, and probes, each at the instant of its scrape. */
export const compareReadiness = async (slot: Slot): Promise<readonly Comparison[]> => [
  ...(await settled(slot, "kube-state-metrics", compareState)),
  ...(await settled(slot, "app", compareUp)),
  ...(await settled(slot, "blackbox", compareProbes)),
];

/** Asks again at later scrapes as long as something differs: controllers take a moment. */
const settled = async (
  slot: Slot,
  job: "kube-state-metrics" | "app" | "blackbox",
  compare: (slot: Slot) => Promise<readonly Comparison[]>,
): Promise<readonly Comparison[]> => {
  let compared: readonly Comparison[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await toScrape(slot, job);
    compared = await compare(slot);
    if (compared.every(({ said: [a, b] }) => a === b)) break;
  }
  return compared;
};

const ATTEMPTS = 3;

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: holds }) => type === "Ready" && holds === "True") === true;

const serviceOf = ({ metadata }: EndpointSlice): string => metadata.labels?.["kubernetes.io/service-name"] ?? "";

const readyIn = ({ endpoints }: EndpointSlice) => (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);

/** Compares two sets of names; what is in one alone is the detail. */
const sameSet = (check: string, subject: string, a: ReadonlySet<string>, b: ReadonlySet<string>): Comparison => {
  const different = [...a].filter((name) => !b.has(name)).concat([...b].filter((name) => !a.has(name)));
  return { check, subject, said: [different.length, 0], deviation: 0, ...(different.length > 0 && { detail: different.join(" ") }) };
};

const compareState = async ({ admin, namespace }: Slot): Promise<readonly Comparison[]> => {
  const where = `{namespace="${namespace}"`;
  const pods = await listObjects<Pod>(admin, { resource: "pods", namespace });
  const services = await listObjects<Service>(admin, { resource: "services", namespace });
  const slices = await listObjects<EndpointSlice>(admin, { resource: "endpointslices.discovery.k8s.io", namespace });
  const deployments = await listObjects<Deployment>(admin, { resource: "deployments.apps", namespace });
  const names = async (query: string, ...by: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set((await askSamples(admin, "prometheus", query)).map(({ labels }) => by.map((label) => labels[label] ?? "").join("/")));
  const ready = pods.filter(isReady);
  const comparisons: Comparison[] = [
    sameSet(
      "ready: pods, metrics",
      "pods",
      new Set(ready.map(({ metadata }) => metadata.name)),
      await names(`kube_pod_status_ready${where}, condition="true"} == 1`, "pod"),
    ),
    sameSet(
      "ready: endpoints, metrics",
      "endpoints",
      new Set(slices.flatMap((slice) => readyIn(slice).flatMap(({ addresses }) => addresses.map((ip) => `${serviceOf(slice)}/${ip}`)))),
      await names(`kube_endpoint_address${where}, ready="true"}`, "endpoint", "ip"),
    ),
  ];
  for (const { metadata, spec } of services) {
    const { selector, publishNotReadyAddresses = false } = spec;
    if (selector === undefined || publishNotReadyAddresses) continue;
    const selected = ready.filter(
      (pod) => labelsMatch(selector, pod.metadata.labels ?? {}) && pod.metadata.deletionTimestamp === undefined,
    );
    const listed = slices
      .filter((slice) => serviceOf(slice) === metadata.name)
      .flatMap(readyIn)
      .flatMap(({ addresses }) => addresses);
    comparisons.push(
      sameSet("ready: pods, endpoints", metadata.name, new Set(selected.map(({ status }) => status?.podIP ?? "")), new Set(listed)),
    );
  }
  const told = new Map(
    (await askSamples(admin, "prometheus", `kube_deployment_status_replicas_ready${where}}`)).map(({ labels, value }) => [
      labels["deployment"],
      value,
    ]),
  );
  for (const { metadata, status } of deployments) {
    // A pod that ends still answers, and its controller no longer counts it.
    const own = ready.filter((pod) => pod.metadata.deletionTimestamp === undefined && isPodNameOf(pod.metadata.name, metadata.name)).length;
    comparisons.push(
      {
        check: "ready: pods, deployment",
        subject: metadata.name,
        said: [own, status?.readyReplicas ?? 0],
        deviation: 0,
      },
      {
        check: "ready: deployment, metrics",
        subject: metadata.name,
        said: [status?.readyReplicas ?? 0, told.get(metadata.name) ?? 0],
        deviation: 0,
      },
    );
  }
  return comparisons;
};

/** A target that answers runs, and one that is ready answers. */
const compareUp = async ({ admin, namespace }: Slot): Promise<readonly Comparison[]> => {
  const pods = new Map((await listObjects<Pod>(admin, { resource: "pods", namespace })).map((pod) => [pod.metadata.name, pod]));
  return (await askSamples(admin, "prometheus", `up{namespace="${namespace}"}`)).flatMap(({ labels, value }) => {
    const pod = pods.get(labels["pod"] ?? "");
    const runs = pod?.status?.containerStatuses?.some(({ state }) => state?.running !== undefined) === true;
    const expected = value === 1 ? (runs ? 1 : 0) : pod !== undefined && isReady(pod) ? 1 : 0;
    return [{ check: "up: pods, metrics", subject: labels["pod"] ?? "", said: [expected, value], deviation: 0 }];
  });
};

/** Compares whether a probe reaches a Service with whether anyone in the cluster does, and with its endpoints. */
const compareProbes = async ({ admin, namespace }: Slot): Promise<readonly Comparison[]> => {
  const ready = new Set(
    (await listObjects<EndpointSlice>(admin, { resource: "endpointslices.discovery.k8s.io", namespace }))
      .filter(({ endpoints }) => endpoints?.some(({ conditions }) => conditions?.ready !== false || conditions?.serving === true))
      .map(serviceOf),
  );
  const comparisons: Comparison[] = [];
  for (const { labels, value } of await askSamples(admin, "prometheus", `probe_success{namespace="${namespace}"}`)) {
    const [host = "", port] = (labels["instance"] ?? "").split(":");
    const service = host.split(".")[0] ?? "";
    const { kind } = await admin.probe({ from: { namespace: "observe" }, host, port: Number(port) });
    comparisons.push(
      { check: "reached: probe, network", subject: service, said: [value, kind === "connected" ? 1 : 0], deviation: 0, detail: kind },
      { check: "reached: probe, endpoints", subject: service, said: [value, ready.has(service) ? value : 0], deviation: 0 },
    );
  }
  return comparisons;
};
