import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import { type Address, parseAddress } from "#kube/app/address.ts";
import type { AddressVariable } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload, containerOf, defectGone, needingWrite, workloadRuns } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeOperations } from "#kube/checks/operations.ts";
import type { Finding, Oracle } from "#kube/checks/oracle.ts";
import { judgeServiceBacked } from "#kube/checks/service.ts";
import { podsOf, readWorkload, type Workload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import type { Container, EnvVar, Pod } from "#kube/types/pod.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Exclusion, Place, Target } from "./injector.ts";

/** A variable of a container with an address, or a part of one. */
export interface AddressPlace {
  readonly target: string;
  /** Service that the address leads to, which may be given another port instead. */
  readonly service: string;
  readonly container: string;
  readonly variable: string;
}

/** The same, and the value that is wrong. */
export interface WrongAddress extends AddressPlace {
  readonly value: string;
}

/** Schema of the parameters of faults of such a variable. */
export const addressParams = z.object({
  target: objectRef("deployment", "statefulset"),
  service: objectRef("service"),
  container: z.string().min(1),
  variable: z.string().min(1),
});

/** The same where it has a wrong value. */
export const wrongAddressParams = addressParams.extend({ value: z.string().min(1) });

/** An address as the container's variables spell it now. */
export interface SpeltAddress extends AddressVariable {
  readonly value: string;
  /** Value of the variable with the port, where that is another. */
  readonly portValue?: string;
  /** The Service that it names, and its TCP ports. */
  readonly service: string;
  readonly servicePorts: readonly number[];
}

/** A wrong value of a variable. */
export interface WrongValue {
  readonly variable: string;
  readonly value: string;
}

/**
 * Lists the app's own workloads whose users miss what such a variable leads to.
 *
 * @param changesOf wrong values of an address; none where it has no room for the mistake
 */
export const addressTargets = async (
  view: ClusterView,
  { app, namespace }: Place,
  changesOf: (address: SpeltAddress) => readonly WrongValue[],
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
  const services = await listObjects<Service>(view, { resource: "services", namespace });
  const judged = workloads.map(({ target, workload, component }) => {
    const container = workload.spec.template.spec.containers[0];
    const addresses = (component.addressVariables ?? []).filter(({ isUnnoticed }) => isUnnoticed !== true);
    const changes = addresses.flatMap((address) => {
      const spelt = spell(address, container, services);
      return spelt === undefined ? [] : changesOf(spelt).map(({ variable, value }) => `${spelt.service} ${variable} ${value}`);
    });
    return { resource: target, visible: component.userShare > 0, facts: { container: container?.name ?? "", changes } };
  });
  return {
    targets: judged.filter(({ visible, facts }) => visible && facts.changes.length > 0),
    excluded: [
      ...operated,
      ...judged
        .filter(({ visible, facts }) => !visible || facts.changes.length === 0)
        .map(({ resource }) => ({ resource, reason: "no variable of it has an address whose loss users would notice" })),
    ],
  };
};

const spell = (address: AddressVariable, container: Container | undefined, services: readonly Service[]): SpeltAddress | undefined => {
  const textOf = (variable: string) => container?.env?.find(({ name }) => name === variable)?.value;
  const [value, portValue] = [textOf(address.name), address.port === undefined ? undefined : textOf(address.port)];
  if (value === undefined || (address.port !== undefined && portValue === undefined)) return undefined;
  const { host, port } = parseAddress(joined(value, portValue), 0);
  const service = services.find(({ metadata }) => metadata.name === host.split(".")[0]);
  const servicePorts = service === undefined ? [] : tcpPorts(service);
  return service !== undefined && servicePorts.includes(port)
    ? { ...address, value, ...(portValue === undefined ? {} : { portValue }), service: `service/${service.metadata.name}`, servicePorts }
    : undefined;
};

const joined = (value: string, port: string | undefined): string => (port === undefined ? value : `${value}:${port}`);

const tcpPorts = ({ spec }: Service): readonly number[] =>
  (spec.ports ?? []).filter(({ protocol = "TCP" }) => protocol === "TCP").map(({ port }) => port);

/** Draws one of a target's wrong values. */
export const sampleWrongAddress = (rng: Rng, { resource, facts }: Target): WrongAddress => {
  const change = rng.stream("change").pick(facts["changes"] as readonly string[]);
  const [service = "", variable = "", value = ""] = change.split(" ");
  return { target: resource, service, container: `${facts["container"]}`, variable, value };
};

/** Conditions under which the variable leads to the component again, as every definition of it says. */
export const addressOracle = (params: AddressPlace, baseline: Baseline): Oracle => ({
  checks: [defectGone("address-leads-there", (view) => judgeAddress(view, baseline, params)), workloadRuns(baseline, params.target)],
  trials: [],
});

/** The address that a variable of a target belongs to, as the app's record has it. */
export const addressOf = ({ target, variable }: AddressPlace, { app }: Pick<Place, "app">): AddressVariable => {
  const found = componentOf(app, target)?.addressVariables?.find(({ name, port }) => name === variable || port === variable);
  if (found === undefined) throw new Error(`${variable} of ${target} is no address`);
  return found;
};

/** The value that the variable had. */
export const rightValue = ({ target, container, variable }: AddressPlace, baseline: Baseline): string =>
  containerOf(baselineWorkload(baseline, target), container)?.env?.find(({ name }) => name === variable)?.value ?? "";

const judgeAddress = async (view: ClusterView, baseline: Baseline, params: AddressPlace): Promise<Finding> => {
  const { namespace } = baseline;
  const { name, port, to } = addressOf(params, baseline);
  const workload = await readWorkload(view, namespace, params.target);
  const container = workload === undefined ? undefined : containerOf(workload, params.container);
  if (workload === undefined || container === undefined)
    return needingWrite({ held: false, evidence: `${params.target} has no container ${params.container}` });
  const hosts = await valuesOf(view, namespace, container, name);
  const ports = port === undefined ? [undefined] : await valuesOf(view, namespace, container, port);
  const texts = hosts.flatMap((host) => ports.map((number) => joined(host, number)));
  if (texts.length === 0) return needingWrite({ held: false, evidence: `${params.target} lacks ${params.variable}` });
  for (const text of texts) {
    const finding = await judgeLeads(view, { namespace, workload, to, text });
    if (!finding.held) return finding;
  }
  return { held: true, evidence: `${params.variable} of ${params.target} leads to ${to}` };
};

/** Values that the definitions of a variable give it, one for each. */
const valuesOf = async (view: ClusterView, namespace: string, { env = [] }: Container, variable: string): Promise<readonly string[]> =>
  await Promise.all(env.filter(({ name }) => name === variable).map((one) => resolve(view, namespace, one)));

const resolve = async (view: ClusterView, namespace: string, { value = "", valueFrom }: EnvVar): Promise<string> => {
  const { name = "", key } = valueFrom?.configMapKeyRef ?? {};
  if (key === undefined) return value;
  const configMap = await getObject<ConfigMap>(view, { resource: "configmaps", namespace, name });
  return configMap?.data?.[key] ?? "";
};

/** An address in the settings of a workload, and the component that it is to lead to. */
interface Lead {
  readonly namespace: string;
  readonly workload: Workload;
  readonly to: string;
  readonly text: string;
}

/** Holds if an address names a port of a Service in front of a component, and a connection of the workload's pods is accepted there. */
export const judgeLeads = async (view: ClusterView, { namespace, workload, to, text }: Lead): Promise<Finding> => {
  const { host, port } = parseAddress(text, 0);
  const [name = "", place = namespace] = host.split(".");
  const isHere = name !== "" && place === namespace;
  const service = isHere ? await getObject<Service>(view, { resource: "services", namespace, name }) : undefined;
  if (service === undefined || !tcpPorts(service).includes(port))
    return needingWrite({ held: false, evidence: `no Service has the address ${text}` });
  const backed = await judgeServiceBacked(view, { namespace, service: name, workload: to });
  if (!backed.held) return backed;
  const labels = workload.spec.template.metadata?.labels ?? {};
  const { kind } = await view.probe({ from: { namespace, labels }, host, port });
  return { held: kind === "connected" || kind === "response", evidence: `${text} of ${workload.metadata.name}: ${kind}` };
};

/** The address that a target's variables spell now; undefined where they spell none. */
export const readAddress = async (view: ClusterView, place: Place, params: WrongAddress): Promise<Address | undefined> => {
  const workload = await readWorkload(view, place.namespace, params.target);
  const { env = [] } = (workload && containerOf(workload, params.container)) ?? {};
  const { name, port } = addressOf(params, place);
  const lastOf = (variable: string) => env.findLast((one) => one.name === variable)?.value;
  const value = lastOf(name);
  return value === undefined ? undefined : parseAddress(joined(value, port === undefined ? undefined : lastOf(port)), 0);
};

/** True once pods that have the wrong value run, or have run; where there is none to have, pods without the variable. */
export const isWrongAddressRead = async (
  view: ClusterView,
  { namespace }: Place,
  params: AddressPlace & { readonly value?: string },
): Promise<boolean> => {
  const workload = await readWorkload(view, namespace, params.target);
  const pods = workload === undefined ? [] : await podsOf(view, workload);
  return pods.some((pod) => isWrong(pod, params) && hasStarted(pod, params.container));
};

/** True while an operation that passes through a workload does not get its answer. */
export const isMissedByUsers = async (view: ClusterView, place: Place, target: string): Promise<boolean> =>
  !(await judgeOperations(view, place, nameOf(target))).held;

const isWrong = ({ spec }: Pod, { container, variable, value }: AddressPlace & { readonly value?: string }): boolean =>
  spec.containers.some((one) => one.name === container && one.env?.findLast(({ name }) => name === variable)?.value === value);

const hasStarted = ({ status }: Pod, container: string): boolean =>
  status?.containerStatuses?.some(({ name, started, restartCount }) => name === container && (started === true || restartCount > 0)) ===
  true;
