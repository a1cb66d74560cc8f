import type { ConfigMap } from "#kube/types/storage.ts";
import { createObject } from "#kube/verbs/create.ts";
import { defineDecoy } from "../../problem.ts";

/** A ConfigMap that nobody mounts, with addresses that lead nowhere. */
export default defineDecoy({
  id: "orphan-settings",
  place: async (cluster, { app, namespace }, rng) => {
    const component = rng.pick(app.components).name;
    const name = `${component}-${rng.pick(["config-old", "settings", "overrides", "env"])}`;
    const settings = {
      address: `${rng.pick(["db", "store", "cache"])}.${rng.pick(["internal", "staging.local"])}:${rng.pick([27_017, 11_211, 8500])}`,
      timeout: `${rng.pick([50, 100, 250])}ms`,
      retries: rng.int(0, 1),
    };
    const data = { [rng.pick(["config.json", "settings.json"])]: `${JSON.stringify(settings, null, 2)}\n` };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data } as ConfigMap;
    await createObject(cluster, { resource: "configmaps", object });
  },
});
