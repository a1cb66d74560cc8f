import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { recreateWorkload, recyclePods } from "#kube/verbs/recreate-workload.ts";
import type { Place } from "./injector.ts";
import { consumersOf } from "./store-user.ts";

/** A store with the arguments that its container had. */
export interface StoreArguments {
  readonly store: string;
  readonly container: string;
  readonly args: readonly string[];
}

/** Starts a store with further arguments, and recycles its consumers, whose sessions would last. */
export const addArguments = async (
  cluster: ClusterPort,
  { store, container, args }: StoreArguments,
  { app, namespace }: Place,
  further: readonly string[],
): Promise<void> => {
  const containers = [{ name: container, args: [...args, ...further] }];
  await recreateWorkload(cluster, { namespace, target: store }, { spec: { template: { spec: { containers } } } });
  for (const consumer of consumersOf(app, store)) await recyclePods(cluster, namespace, workloadTarget(consumer));
};

/** Call that sets the container's arguments; an empty list lets the image's own count. */
export const setArguments = ({ store, container }: StoreArguments, args: readonly string[]): ToolCall => {
  const containers = [{ name: container, args: args.length === 0 ? null : args }];
  return kubectl(`patch ${store} -p '${JSON.stringify({ spec: { template: { spec: { containers } } } })}'`);
};
