import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import { bodyOf } from "#kube/ports/api-error.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import type { SlotForm } from "./slot-book.ts";

/**
 * Registry of the pools in a cluster: one ConfigMap in a namespace that no agent can read. The journal tells a server
 * its own slots; this tells everybody, should a journal be lost.
 */
export interface Registry {
  read(): Promise<RegistryContent>;
  /** Registers the owner of a namespace, before it is created. */
  enter(namespace: string, form: SlotForm): Promise<void>;
  strike(namespace: string): Promise<void>;
  /** Renews the owner's heartbeat. */
  beat(): Promise<void>;
  /** Tells the owners to stop or resume giving out slots. */
  setDraining(isDraining: boolean): Promise<void>;
  /** Removes the owner, who has no slots here any more. */
  leave(): Promise<void>;
}

/** Content of the ConfigMap. */
export interface RegistryContent {
  readonly slots: readonly RegisteredSlot[];
  /** Time of the last heartbeat by owner, wall ms. */
  readonly owners: Readonly<Record<string, number>>;
  readonly isDraining: boolean;
}

export interface RegisteredSlot extends SlotForm {
  readonly namespace: string;
  readonly owner: string;
  readonly atMs: number;
}

/**
 * Opens the registry.
 * @param home the namespace that it is in
 * @param owner id of this pool, from its state folder
 */
export const createRegistry = (admin: ClusterPort, home: string, owner: string): Registry => {
  const path = apiPath({ resource: "configmaps", namespace: home, name: NAME });
  const nowMs = (): number => admin.clock.nowMs();
  /** Sets one key by a patch, so that concurrent writers do not conflict. */
  const set = async (key: string, value: unknown): Promise<void> => {
    const body = { data: { [key]: value === undefined ? null : JSON.stringify(value) } };
    bodyOf(await admin.write({ method: "PATCH", path, patchType: "merge", body }), `patch configmap ${NAME}`);
  };
  return {
    read: async () => parse(await getObject<ConfigMap>(admin, { resource: "configmaps", namespace: home, name: NAME })),
    enter: (namespace, { app, variant }) => set(`${SLOT}${namespace}`, { owner, app, variant, atMs: nowMs() }),
    strike: (namespace) => set(`${SLOT}${namespace}`, undefined),
    beat: () => set(`${OWNER}${owner}`, nowMs()),
    setDraining: (isDraining) => set(DRAINING, isDraining ? true : undefined),
    leave: () => set(`${OWNER}${owner}`, undefined),
  };
};

/** Builds an empty registry object. */
export const emptyRegistry = (home: string): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: NAME, namespace: home },
});

const NAME = "inventory";
const SLOT = "namespace.";
const OWNER = "server.";
const DRAINING = "draining";

const parse = (object: ConfigMap | undefined): RegistryContent => {
  const entries = Object.entries(object?.data ?? {}).map(([key, text]) => [key, JSON.parse(text) as unknown] as const);
  const under = (prefix: string) =>
    entries.filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key.slice(prefix.length), value] as const);
  return {
    slots: under(SLOT).map(([namespace, value]) => ({
      namespace,
      variant: STANDARD,
      ...(value as Omit<RegisteredSlot, "namespace" | "variant">),
    })),
    owners: Object.fromEntries(under(OWNER)) as Record<string, number>,
    isDraining: entries.some(([key, value]) => key === DRAINING && value === true),
  };
};
