import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCluster } from "#env/open/open-cluster.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import type { NamespacePoolOptions } from "#pool/backends/namespaces/open-pool.ts";
import { openPool } from "#pool/backends/namespaces/open-pool.ts";
import type { OpenPool } from "#pool/backends/namespaces/open-pool-on.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { realKubeconfig } from "./real-world.ts";
import { SMALL_APP, smallAppManifests } from "./small-app.ts";

/** A cluster and a state folder on which a pool of the small app can be opened repeatedly. */
export interface PoolPlace {
  readonly options: PlaceOptions;
  open(): Promise<OpenPool>;
  /** Deletes what is left. */
  close(): Promise<void>;
}

/** Options with the namespace, for tests that inspect a pool from outside. */
type PlaceOptions = NamespacePoolOptions & Required<Pick<NamespacePoolOptions, "home">>;

/** A kind of cluster for pools. */
export interface PoolPlaceKind {
  readonly title: string;
  readonly isAbsent: boolean;
  /** True if ServiceAccount tokens are accepted; the simulated endpoint knows only its own credential. */
  readonly knowsAccounts: boolean;
  create(): Promise<PoolPlace>;
}

const kubeconfig = realKubeconfig();

/** Both kinds of clusters: a simulated one behind its HTTP endpoint, which clients use like any server, and a real one. */
export const POOL_PLACES: readonly PoolPlaceKind[] = [
  { title: "a simulated cluster", isAbsent: false, knowsAccounts: false, create: () => createSimulatedPlace() },
  {
    title: `a real cluster${kubeconfig === undefined ? " (skipped: KUBEDRILL_TEST_KUBECONFIG names none)" : ""}`,
    isAbsent: kubeconfig === undefined,
    knowsAccounts: true,
    create: async () => createPlace(kubeconfig ?? "", async () => undefined),
  },
];

/** Options of a pool on a place, for processes that open it themselves. */
export const poolOptions = (kubeconfigPath: string, stateDirectory: string, prefix: string): PlaceOptions => ({
  kubeconfigPath,
  stateDirectory,
  apps: [{ record: SMALL_APP, manifestsFor: smallAppManifests }],
  home: `${prefix}-home`,
  settings: { namePrefix: prefix, requestsPerSecond: 5, leaseTimeoutMs: 120_000 },
});

const createSimulatedPlace = async (): Promise<PoolPlace> => {
  const app = { record: SMALL_APP, manifests: smallAppManifests(SMALL_APP.namespace) };
  const cluster = await openCluster({
    host: "127.0.0.1",
    port: 0,
    nodes: 1,
    seed: "1",
    time: "auto",
    hasMetrics: true,
    hasStorage: true,
    app,
  });
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-pool-"));
  const file = join(folder, "kubeconfig");
  writeFileSync(file, cluster.kubeconfig, { mode: 0o600 });
  return createPlace(file, async () => {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  });
};

const createPlace = (kubeconfigPath: string, after: () => Promise<void>): PoolPlace => {
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-pool-"));
  const prefix = `test-${randomBytes(3).toString("hex")}`;
  const options = poolOptions(kubeconfigPath, folder, prefix);
  return {
    options,
    open: () => openPool(options),
    close: async () => {
      const admin = createKubernetesPort({ kubeconfigPath });
      await deleteObject(admin, { resource: "namespaces", name: `${prefix}-home` });
      await admin.close();
      rmSync(folder, { recursive: true, force: true });
      await after();
    },
  };
};
