import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { Registry } from "../namespaces/registry.ts";
import { isNameOf } from "./cluster-name.ts";
import { listClusters } from "./kind-program.ts";

/** Creates a registry of this machine's kind clusters, by their names. Whether slots are given out is stored in the pool's folder. */
export const createClusterRegistry = (stateDirectory: string, owner: string): Registry => {
  const draining = join(stateDirectory, "draining");
  return {
    read: async () => ({
      slots: (await listClusters())
        .filter((name) => isNameOf(name, owner))
        .map((namespace) => ({ namespace, owner, app: "", variant: STANDARD, atMs: 0 })),
      owners: {},
      isDraining: existsSync(draining),
    }),
    enter: async () => undefined,
    strike: async () => undefined,
    beat: async () => undefined,
    setDraining: async (isDraining) => {
      if (isDraining) writeFileSync(draining, "", { mode: 0o600 });
      else rmSync(draining, { force: true });
    },
    leave: async () => rmSync(draining, { force: true }),
  };
};
