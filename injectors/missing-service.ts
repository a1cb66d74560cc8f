import { canonicalJson } from "#core/canonical-json.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { baselineTarget, defectGone } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Check } from "#kube/checks/oracle.ts";
import { judgeConnect, judgeServiceBacked } from "#kube/checks/service.ts";
import { plainManifest } from "#kube/objects/plain-manifest.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { type Evidence, literal } from "./evidence.ts";
import type { Place, Symptom } from "./injector.ts";

/** Checks that a Service is back: pods of its component stand behind it, and its first port is open. */
export const serviceIsBack = (baseline: Baseline, service: string): readonly Check[] => [
  defectGone("service-exists", (view) =>
    judgeServiceBacked(view, {
      namespace: baseline.namespace,
      service: nameOf(service),
      workload: componentOf(baseline.app, service)?.name ?? nameOf(service),
    }),
  ),
  ...portsOf(baseline, service).map((port) =>
    defectGone(`connects-on-${port}`, (view) => judgeConnect(view, { namespace: baseline.namespace, service: nameOf(service), port })),
  ),
];

/** Ports of a Service; callers use the first, and others may be administrative and closed. */
const portsOf = (baseline: Baseline, service: string): readonly number[] =>
  (baselineObject<Service>(baseline, "services", nameOf(service))?.spec.ports ?? [])
    .filter(({ protocol = "TCP" }) => protocol === "TCP")
    .slice(0, 1)
    .map(({ port }) => port);

/** The look at the workload that stands behind a Service, by which its selector and ports are known. */
export const lookBehind = (baseline: Baseline, service: string): ToolCall => {
  const component = componentOf(baseline.app, service);
  return kubectl(`get ${component === undefined ? "deployments" : workloadTarget(component)} -o yaml`);
};

/** Makes the Service as the chart would apply it: the object without the server's defaults. */
export const applyService = (baseline: Baseline, service: string): ToolCall => {
  const object = baselineObject<Service>(baseline, "services", nameOf(service));
  const plain = object && (plainManifest(object) as Service);
  const { name, labels, annotations } = plain?.metadata ?? { name: nameOf(service) };
  const { selector, ports, type } = plain?.spec ?? {};
  const metadata = { name, ...(labels && { labels }), ...(annotations && { annotations }) };
  return kubectl("apply -f -", canonicalJson({ apiVersion: "v1", kind: "Service", metadata, spec: { type, selector, ports } }));
};

/** Makes it of its workload by one command; none where kubectl cannot: it exposes no StatefulSet, and one port. */
export const exposeService = (baseline: Baseline, service: string): readonly (readonly ToolCall[])[] => {
  const component = componentOf(baseline.app, service);
  const ports = baselineObject<Service>(baseline, "services", nameOf(service))?.spec.ports ?? [];
  const [port] = ports;
  if (component?.workload !== "deployment" || ports.length !== 1 || port === undefined) return [];
  const { port: number, targetPort = number } = port;
  return [[kubectl(`expose ${workloadTarget(component)} --name=${nameOf(service)} --port=${number} --target-port=${targetPort}`)]];
};

/** Makes it by commands that take what its pods and its callers tell alone; none where kubectl cannot: it makes TCP ports. */
export const createByCommand = (baseline: Baseline, service: string): readonly (readonly ToolCall[])[] => {
  const { selector = {}, ports = [] } = baselineTarget<Service>(baseline, service).spec;
  if (!ports.every(({ protocol = "TCP" }) => protocol === "TCP")) return [];
  const tcp = ports.map(({ port, targetPort = port }) => `--tcp=${port}:${targetPort}`).join(" ");
  const pairs = Object.entries(selector).map((pair) => pair.join("="));
  return [[kubectl(`create service clusterip ${nameOf(service)} ${tcp}`), kubectl(`set selector ${service} '${pairs.join(",")}'`)]];
};

/** Makes it with other fields. */
export const createService = (baseline: Baseline, service: string, change: Partial<Service["spec"]>): ToolCall => {
  const manifest = plainManifest(baselineTarget<Service>(baseline, service)) as Service;
  return kubectl("create -f -", JSON.stringify({ ...manifest, spec: { ...manifest.spec, ...change } }));
};

/** The sight that there is no such Service. */
export const noService = (service: string): Evidence => ({
  look: kubectl(`describe ${service}`),
  shows: [`services "${literal(nameOf(service))}" not found`],
  says: `${service} does not exist`,
});

/** The symptom that it is gone. */
export const isServiceGone = (service: string, { namespace }: Place): Symptom => ({
  name: "service-gone",
  isSeen: async (view) => (await getObject(view, { resource: "services", namespace, name: nameOf(service) })) === undefined,
});
