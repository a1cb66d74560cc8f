import type { ConfigMap } from "#kube/types/storage.ts";
import type { CreatedTwin, DrawTwins } from "../twin.ts";

/** Configurations of servers with and without a password, which no server reads. */
export const twins: DrawTwins = (rng, baseline) => {
  const { namespace, app } = baseline;
  const keepers = app.components.filter(({ role }) => role === "store" || role === "cache");
  return rng
    .stream("keepers")
    .shuffle(keepers)
    .slice(0, rng.int(2, 3))
    .map(({ name }): CreatedTwin => {
      const own = rng.stream(name);
      const line = own.pick(["requirepass changeme", "requirepass draft-only", "# requirepass foobared", "protected-mode yes"]);
      const object = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `${name}-${own.stream("ending").pick(ENDINGS)}`, namespace, labels: { [app.labelKey]: name } },
        data: { "redis.conf": `port 6379\n${line}\nmaxmemory-policy noeviction\n` },
      } as ConfigMap;
      return { verb: "create", resource: "configmaps", object };
    });
};

const ENDINGS: readonly string[] = ["hardened", "redis-conf", "auth-draft", "secured"];
