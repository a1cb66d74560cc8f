import type { ConfigMap } from "#kube/types/storage.ts";
import type { CreatedTwin, DrawTwins } from "../twin.ts";

/** Configurations of servers with TLS in several modes, which no server reads. */
export const twins: DrawTwins = (rng, baseline) => {
  const { namespace, app } = baseline;
  const stores = app.components.filter(({ role }) => role === "store");
  return rng
    .stream("stores")
    .shuffle(stores)
    .slice(0, rng.int(2, 3))
    .map(({ name }): CreatedTwin => {
      const own = rng.stream(name);
      const mode = own.pick(["requireTLS", "preferTLS", "allowTLS", "disabled"]);
      const object = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `${name}-${own.stream("ending").pick(ENDINGS)}`, namespace, labels: { [app.labelKey]: name } },
        data: { "server.conf": `net:\n  tls:\n    mode: ${mode}\n` },
      } as ConfigMap;
      return { verb: "create", resource: "configmaps", object };
    });
};

const ENDINGS: readonly string[] = ["tls", "tls-plan", "encrypted", "mtls"];
