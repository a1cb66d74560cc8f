import type { AppComponent } from "#kube/app/app.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Exclusion, Place, Target } from "../injector.ts";

/** Lists the servers whose variables bound their work and their queue, and of which a caller's variables say how often it tries and how long it waits. */
export const listBoundedServers = async (
  view: ClusterView,
  { app, namespace }: Place,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
  const judged = workloads.map((own) => ({ own, facts: factsOf(own, workloads) }));
  return {
    targets: judged.flatMap(({ own: { target }, facts }) => (facts === undefined ? [] : [{ resource: target, visible: true, facts }])),
    excluded: [
      ...operated,
      ...judged
        .filter(({ facts }) => facts === undefined)
        .map(({ own: { target } }) => ({
          resource: target,
          reason: "no variables bound its work, its queue, and the attempts of a caller",
        })),
    ],
  };
};

const factsOf = ({ target, workload, component }: AppWorkload, all: readonly AppWorkload[]): Target["facts"] | undefined => {
  const [limit, queue] = [variableOf(workload, LIMIT), variableOf(workload, QUEUE)];
  const caller = all.find((other) => calls(other.component, component) && variableOf(other.workload, ATTEMPTS) !== undefined);
  const [attempts, timeout] = [ATTEMPTS, TIMEOUT].map((pattern) => caller && variableOf(caller.workload, pattern));
  if (limit === undefined || queue === undefined || caller === undefined || attempts === undefined || timeout === undefined)
    return undefined;
  if (component.userShare === 0 || component.callsPerS === 0 || caller.target === target) return undefined;
  return {
    caller: caller.target,
    needPerS: component.callsPerS,
    ...named("limit", limit),
    ...named("queue", queue),
    ...named("attempts", attempts),
    ...named("timeout", timeout),
  };
};

const calls = ({ name }: AppComponent, { dnsCallers, registryCallers }: AppComponent): boolean =>
  [...dnsCallers, ...registryCallers].includes(name);

const variableOf = (
  { spec }: AppWorkload["workload"],
  pattern: RegExp,
): { readonly container: string; readonly variable: string } | undefined =>
  spec.template.spec.containers
    .flatMap(({ name, env = [] }) => env.filter((one) => pattern.test(one.name)).map((one) => ({ container: name, variable: one.name })))
    .at(0);

const named = (what: string, { container, variable }: { readonly container: string; readonly variable: string }) => ({
  [`${what}Container`]: container,
  [`${what}Variable`]: variable,
});

const LIMIT = /QPS_LIMIT|RATE_LIMIT/;
const QUEUE = /QUEUE_(CAPACITY|SIZE|LENGTH)/;
const ATTEMPTS = /MAX_ATTEMPTS/;
const TIMEOUT = /TIMEOUT_MS/;
