import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadLibrary } from "#env/catalogue/library.ts";
import { type LoadedApp, loadApps } from "#env/catalogue/load-apps.ts";
import { undoByMemo } from "#env/loop/undo-faults.ts";
import { openHostOn } from "#env/open/open-host.ts";
import type { Node } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { openPool } from "#pool/backends/namespaces/open-pool.ts";
import type { PoolEvent } from "#pool/backends/namespaces/pool-event.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import type { CaseWorld } from "./play-case.ts";
import type { Recording } from "./recordings.ts";

/** A pool of namespaces on a real cluster, with the actor for every component. */
export interface RealPool extends CaseWorld {
  readonly cluster: Recording["cluster"];
  readonly apps: readonly LoadedApp[];
  /** Deletes everything that was created. */
  close(): Promise<void>;
}

/** The app of the pool. */
export const APP = "hotel-reservation";

/** Way in which a pool is opened. */
interface PoolOptions {
  readonly tell?: (event: PoolEvent) => void;
  /** Faults that are played, so that nobody waits until the targets of all are found; missing: all. */
  readonly faults?: ReadonlySet<string>;
}

/** Opens a pool and provisions its slots. */
export const openRealPool = async (
  kubeconfigPath: string,
  slots: number,
  { tell = (event) => console.info(JSON.stringify(event)), faults }: PoolOptions = {},
): Promise<RealPool> => {
  const [whole, loaded] = await Promise.all([loadLibrary(), loadApps("actor")]);
  const library = { ...whole, injectors: whole.injectors.filter(({ id }) => faults === undefined || faults.has(id)) };
  const apps = loaded.filter(({ record }) => record.name === APP);
  const stateDirectory = mkdtempSync(join(tmpdir(), "kubedrill-parity-"));
  const namePrefix = `parity-${randomBytes(2).toString("hex")}`;
  const pool = await openPool({
    kubeconfigPath,
    stateDirectory,
    home: `${namePrefix}-home`,
    apps,
    settings: { namePrefix, requestsPerSecond: REQUESTS_PER_SECOND },
    undo: undoByMemo(library.injectors),
    tell,
  });
  const close = async (): Promise<void> => {
    await pool.destroy();
    await pool.close();
    rmSync(stateDirectory, { recursive: true, force: true });
  };
  try {
    await pool.backend.provision({ app: APP, slots });
    const { backend, catalogue } = await openHostOn(pool.backend, library, apps, { hasSurroundings: false });
    return { backend, catalogue, library, apps, cluster: await readCluster(kubeconfigPath), close };
  } catch (cause) {
    await close();
    throw cause;
  }
};

const REQUESTS_PER_SECOND = 5;

const readCluster = async (kubeconfigPath: string): Promise<Recording["cluster"]> => {
  const admin = createKubernetesPort({ kubeconfigPath });
  const nodes = await listObjects<Node>(admin, { resource: "nodes" });
  await admin.close();
  return { kubernetes: nodes[0]?.status?.nodeInfo?.["kubeletVersion"] ?? "", nodes: nodes.length };
};
