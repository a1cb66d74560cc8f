import { readAlerts } from "#env/actions/alerts-of.ts";
import type { AppRecord } from "#kube/app/app.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { componentOf } from "./component-of.ts";

/** Place of an episode. */
export interface Surroundings {
  readonly view: ClusterView;
  readonly app: AppRecord;
  readonly namespace: string;
}

/** Observations of an app at an instant, as lines by aspect. */
export interface Sight {
  readonly endpoints: readonly string[];
  readonly answers: readonly string[];
  readonly operations: readonly string[];
  readonly alerts: readonly string[];
  /** Count of each event by its uid, with its line. */
  readonly events: ReadonlyMap<string, { readonly line: string; readonly count: number }>;
}

/** Observes the app. */
export const readSurroundings = async (place: Surroundings): Promise<Sight> => ({
  endpoints: await readEndpoints(place),
  answers: await readAnswers(place),
  operations: await readOperations(place),
  alerts: await readFiring(place),
  events: await readEvents(place),
});

const readEndpoints = async ({ view, namespace }: Surroundings): Promise<readonly string[]> => {
  const ready = new Map<string, number>();
  for (const { metadata } of await listObjects<Service>(view, { resource: "services", namespace })) ready.set(metadata.name, 0);
  for (const { metadata, endpoints } of await listObjects<EndpointSlice>(view, {
    resource: "endpointslices.discovery.k8s.io",
    namespace,
  })) {
    const service = metadata.labels?.["kubernetes.io/service-name"] ?? "";
    const addresses = (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false).length;
    ready.set(service, (ready.get(service) ?? 0) + addresses);
  }
  return [...ready].map(([service, addresses]) => `${service} ${addresses} ready`);
};

const readAnswers = async ({ view, namespace }: Surroundings): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const { metadata, spec } of await listObjects<Service>(view, { resource: "services", namespace })) {
    for (const { port } of (spec.ports ?? []).filter(({ protocol = "TCP" }) => protocol === "TCP")) {
      const { kind } = await view.probe({ from: { namespace }, host: metadata.name, port, timeoutMs: ANSWER_MS });
      lines.push(`${metadata.name}:${port} ${kind}`);
    }
  }
  return lines;
};

/** Timeout of an answer, ms: a Service without endpoints refuses after a second, and a busy machine is slow. */
const ANSWER_MS = 6_000;

/** Calls each operation several times: a fault may fail only some of the requests. */
const readOperations = async ({ view, app, namespace }: Surroundings): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const operation of app.operations) {
    let failed = 0;
    for (let i = 0; i < OPERATION_TRIES; i++) failed += (await judgeOperation(view, { app, namespace }, operation)).held ? 0 : 1;
    if (failed > 0) lines.push(`${operation.name} ${failed === OPERATION_TRIES ? "fails" : "fails now and then"}`);
  }
  return lines;
};

const OPERATION_TRIES = 3;

const readFiring = async ({ view, app }: Surroundings): Promise<readonly string[]> => {
  const read = await readAlerts(view);
  if ("refused" in read) return ["alerts cannot be read"];
  const firing = read.alerts.filter(({ state }) => state === "firing");
  return [...new Set(firing.map(({ labels }) => `${labels["alertname"]} ${subjectOf(labels, app)}`))];
};

const subjectOf = (labels: Readonly<Record<string, string>>, app: AppRecord): string =>
  labels["deployment"] ?? labels["service_name"] ?? componentOf(labels["pod"] ?? "", app);

const readEvents = async ({ view, app, namespace }: Surroundings): Promise<Sight["events"]> => {
  const events = await listObjects<Event>(view, { resource: "events", namespace });
  return new Map(
    events.map(({ metadata, involvedObject: { kind, name = "" }, type, reason, count, series }) => [
      metadata.uid ?? metadata.name,
      { line: `${componentOf(name, app)} ${kind}: ${type} ${reason}`, count: series?.count ?? count ?? 1 },
    ]),
  );
};
