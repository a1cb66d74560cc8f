import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { workloadCondition } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Check } from "#kube/checks/oracle.ts";
import { podsOf, readWorkload, type Workload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { describedAs, describePods, type Evidence, literal } from "./evidence.ts";
import type { Place, Symptom, Target } from "./injector.ts";

/** A wait for a Service that is not there, `service/<name>`, in an init container of this name. */
export interface Wait {
  readonly name: string;
  readonly host: string;
}

/** A workload whose pods wait. */
type Waiting = Wait & { readonly target: string };

/** Schemas of a wait's parameters. */
export const waitParams = { name: z.string().min(1), host: objectRef("service") } as const;

/** Names of Services that there are, none of which is worth waiting for. */
export const takenHosts = async (view: ClusterView, namespace: string): Promise<readonly string[]> =>
  (await listObjects<Service>(view, { resource: "services", namespace })).map(({ metadata }) => metadata.name);

/** Facts of a workload that `sampleWait` uses. */
export const waitFacts = ({ spec }: Workload, taken: readonly string[]): Target["facts"] => ({
  taken,
  names: (spec.template.spec.initContainers ?? []).map(({ name }) => name),
});

/** Draws a name that is not taken, and an init container that waits for it. */
export const sampleWait = (rng: Rng, facts: Target["facts"]): Wait => {
  const [taken, names] = [facts["taken"] as readonly string[], facts["names"] as readonly string[]];
  return {
    name: rng.stream("name").pick(NAMES.filter((name) => !names.includes(name))),
    host: `service/${rng.stream("host").pick(HOSTS.filter((host) => !taken.includes(host)))}`,
  };
};

const NAMES: readonly string[] = ["wait-for-dependency", "wait-for-dns", "check-dependency", "init-wait"];
const HOSTS: readonly string[] = ["legacy-config-service", "config-server", "schema-registry", "migration-status", "settings-store"];

/** Init container that waits until the name resolves. */
export const waitContainer = ({ name, host }: Wait): Container => ({
  name,
  image: "busybox:1.36",
  command: ["sh", "-c", `until nslookup ${nameOf(host)}; do echo waiting for ${nameOf(host)}; sleep 2; done`],
});

/** Strategic merge patch that changes an init container of a template. */
export const initPatch = (container: object) => ({ spec: { template: { spec: { initContainers: [container] } } } });

/** Creates a check that no init container asks for the name. */
export const nothingWaits = (baseline: Baseline, { target, host }: Waiting): Check =>
  workloadCondition({ name: "nothing-waits-for-it", baseline, target }, ({ spec }) => {
    const waiting = (spec.template.spec.initContainers ?? []).find((container) =>
      [...(container.command ?? []), ...(container.args ?? [])].some((text) => text.includes(nameOf(host))),
    );
    const evidence = waiting === undefined ? `no init container of ${target} asks for it` : `${waiting.name} of ${target} asks for ${host}`;
    return { held: waiting === undefined, evidence };
  });

/** Sight of the init container that waits. */
export const waitEvidence = ({ target, name, host }: Waiting, place: Place): Evidence => ({
  look: describePods(place, target),
  shows: [describedAs(target), `^ +${literal(name)}:$`, `nslookup ${literal(nameOf(host))}`],
  says: `pods of ${target} wait in ${name} for the name ${nameOf(host)}, which does not exist`,
});

/** Pods that wait: all, or at least one where old ones serve on. */
export const waitSymptom = ({ target, name }: Waiting, namespace: string, oldServe: boolean): Symptom => ({
  name: "waits-in-init",
  isSeen: async (view) => {
    const workload = await readWorkload(view, namespace, target);
    const pods = workload === undefined ? [] : await podsOf(view, workload);
    const waits = ({ status }: Pod) =>
      status?.initContainerStatuses?.some((container) => container.name === name && container.state?.running !== undefined) === true;
    return oldServe ? pods.some(waits) : pods.length > 0 && pods.every(waits);
  },
});
