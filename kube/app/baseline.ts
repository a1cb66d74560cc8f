import type { KubeObject } from "../types/meta.ts";
import type { AppRecord } from "./app.ts";

/** A slot's state as recorded before an injection: plain data, read-only, survives JSON. */
export interface Baseline {
  readonly app: AppRecord;
  /** The namespace that the app runs in. */
  readonly namespace: string;
  /** Extent of the slot; missing: its namespace. */
  readonly extent?: SlotExtent;
  readonly takenAtMs: number;
  /** Every object of the slot, of all namespaces that belong to it, by `resource` (`pods`, `deployments.apps`), sorted by namespace and name. */
  readonly objects: Readonly<Record<string, readonly KubeObject[]>>;
  /** Names of alerts that fired before the injection, as `alertname{labels}`. */
  readonly alerts: readonly string[];
  /** Store name → checksum of its initial data. */
  readonly stores: Readonly<Record<string, string>>;
  /** Store name → further facts for rolling it back; missing: none. */
  readonly storeFacts?: Readonly<Record<string, StoreFacts>>;
}

/** Facts of a store besides the checksum of its data. */
export interface StoreFacts {
  /** Databases with initial data. */
  readonly databases: readonly string[];
  /** Checksum of its users, their roles, and whether the app's own user can log in. */
  readonly accounts: string;
}

/** Extent of a slot: one namespace, or the whole cluster. */
export type SlotExtent = "namespace" | "cluster";

/** Lists the recorded objects of the app's namespace. */
export const ownObjects = ({ objects, namespace }: Baseline, resource: string): readonly KubeObject[] =>
  (objects[resource] ?? []).filter(({ metadata }) => metadata.namespace === namespace);

/** Returns one recorded object; undefined when there is none. */
export const baselineObject = <T extends KubeObject>(
  baseline: Baseline,
  resource: string,
  name: string,
  namespace = baseline.namespace,
): T | undefined =>
  baseline.objects[resource]?.find((object) => object.metadata.name === name && (object.metadata.namespace ?? namespace) === namespace) as
    | T
    | undefined;
