import { bodyOf } from "#kube/ports/api-error.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";

/**
 * What a cluster knows of pools in it: one ConfigMap in a namespace that no agent can read. The journal tells a server
 * what is its own; this tells everybody, should a journal be lost.
 */
export interface Registry {
  read(): Promise<RegistryContent>;
  /** Writes down whose a namespace is, before it is made. */
  enter(namespace: string, app: string): Promise<void>;
  strike(namespace: string): Promise<void>;
  /** Says that the owner is alive. */
  beat(): Promise<void>;
  /** Asks the owners to give no more slots out, or to go on. */
  setDraining(isDraining: boolean): Promise<void>;
  /** The owner has nothing here any more. */
  leave(): Promise<void>;
}

/** What the object says. */
export interface RegistryContent {
  readonly slots: readonly RegisteredSlot[];
  /** Owner → when it was last heard of, wall clock. */
  readonly owners: Readonly<Record<string, number>>;
  readonly isDraining: boolean;
}

export interface RegisteredSlot {
  readonly namespace: string;
  readonly owner: string;
  readonly app: string;
  readonly atMs: number;
}

/** Opens the registry. @param home the namespace that it lives in @param owner who this is, as in its state folder */
export const createRegistry = (admin: ClusterPort, home: string, owner: string): Registry => {
  const path = apiPath({ resource: "configmaps", namespace: home, name: NAME });
  const nowMs = (): number => admin.clock.nowMs();
  /** One key at a time, so that writers do not get into each other's way. */
  const set = async (key: string, value: unknown): Promise<void> => {
    const body = { data: { [key]: value === undefined ? null : JSON.stringify(value) } };
    bodyOf(await admin.write({ method: "PATCH", path, patchType: "merge", body }), `patch configmap ${NAME}`);
  };
  return {
    read: async () => parse(await getObject<ConfigMap>(admin, { resource: "configmaps", namespace: home, name: NAME })),
    enter: (namespace, app) => set(`${SLOT}${namespace}`, { owner, app, atMs: nowMs() }),
    strike: (namespace) => set(`${SLOT}${namespace}`, undefined),
    beat: () => set(`${OWNER}${owner}`, nowMs()),
    setDraining: (isDraining) => set(DRAINING, isDraining ? true : undefined),
    leave: () => set(`${OWNER}${owner}`, undefined),
  };
};

/** The object, empty. */
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
    slots: under(SLOT).map(([namespace, value]) => ({ namespace, ...(value as Omit<RegisteredSlot, "namespace">) })),
    owners: Object.fromEntries(under(OWNER)) as Record<string, number>,
    isDraining: entries.some(([key, value]) => key === DRAINING && value === true),
  };
};
