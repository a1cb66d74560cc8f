import { type Address, parseAddress } from "#kube/app/address.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload, containerOf } from "#kube/checks/fault-checks.ts";
import { componentOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { EnvVar } from "#kube/types/pod.ts";

export interface Params {
  readonly target: string;
  readonly container: string;
  /** Variable of the listeners that the broker tells its clients of, `KAFKA_ADVERTISED_LISTENERS`. */
  readonly variable: string;
  readonly value: string;
}

/** The variable of a container with advertised listeners; undefined: it has none. */
export const advertisedIn = (env: readonly EnvVar[] = []): EnvVar | undefined =>
  env.findLast(({ name, value }) => name.endsWith("ADVERTISED_LISTENERS") && addressesIn(value).length > 0);

/** Addresses of listeners: `PLAINTEXT://kafka:9092,TLS://kafka:9093`. */
export const addressesIn = (listeners = ""): readonly Address[] =>
  [...listeners.matchAll(/\w+:\/\/([\w.-]+:\d+)/g)].map(([, address = ""]) => parseAddress(address, 0));

/** The same listeners on another host. */
export const onHost = (listeners: string, host: string): string => listeners.replaceAll(/:\/\/[\w.-]+:/g, `://${host}:`);

/** Value of the variable in a workload; undefined where it is not there. */
export const valueIn = (workload: Workload, { container, variable }: Pick<Params, "container" | "variable">): string | undefined =>
  containerOf(workload, container)?.env?.findLast(({ name }) => name === variable)?.value;

/** Value that the variable had. */
export const rightValue = (params: Params, baseline: Baseline): string => valueIn(baselineWorkload(baseline, params.target), params) ?? "";

/** Workloads of the broker's clients. */
export const clientsOf = (app: AppRecord, broker: string): readonly string[] => {
  const names = componentOf(app, broker)?.dnsCallers ?? [];
  return app.components.filter(({ name }) => names.includes(name)).map(workloadTarget);
};
