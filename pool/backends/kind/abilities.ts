import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { listNodes } from "./kind-program.ts";
import { runOnNode } from "./run-on-node.ts";

/** Capabilities of this pool's clusters as found by experiment, stored beside the journal for servers that find their clusters ready. */
export interface Abilities {
  /** Reads the capabilities; undefined: no cluster has been created yet. */
  read(): readonly string[] | undefined;
  keep(found: readonly string[]): void;
}

/** Opens the file in a pool's folder. */
export const openAbilities = (stateDirectory: string): Abilities => {
  const path = join(stateDirectory, "capabilities.json");
  return {
    read: () => {
      try {
        return JSON.parse(readFileSync(path, "utf8")) as readonly string[];
      } catch {
        return undefined;
      }
    },
    keep: (found) => writeFileSync(path, JSON.stringify(found), { mode: 0o600 }),
  };
};

/** Finds out by experiment what a cluster can do. Sorted names. */
export const findAbilities = async (id: string, admin: ClusterPort): Promise<readonly string[]> => {
  const [node = ""] = await listNodes(id);
  const found = ["exclusive-cluster", "exec"];
  if ((await runOnNode({ node, command: "systemctl is-active kubelet" })).exitCode === 0) found.push("disturb.kubelet");
  if ((await admin.read({ path: "/apis/metrics.k8s.io/v1beta1/nodes" })).status === 200) found.push("metrics");
  return found.sort();
};
