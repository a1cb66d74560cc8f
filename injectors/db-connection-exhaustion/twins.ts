import type { ConfigMap } from "#kube/types/storage.ts";
import { storesBeside } from "../stores-beside.ts";
import type { CreatedTwin, DrawTwins } from "../twin.ts";
import { isLimit } from "./connection-limit.ts";

/** Configurations of servers with few connections, which no server reads, and servers with few that never started. */
export const twins: DrawTwins = (rng, baseline) => {
  const { namespace, app } = baseline;
  const configurations = rng
    .stream("stores")
    .shuffle(app.components.filter(({ role }) => role === "store"))
    .slice(0, rng.int(2, 3))
    .map(({ name }): CreatedTwin => {
      const own = rng.stream(name);
      const object = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `${name}-${own.stream("ending").pick(ENDINGS)}`, namespace, labels: { [app.labelKey]: name } },
        data: { "limits.cnf": `[mysqld]\nmax_connections = ${own.pick([5, 10, 20, 151])}\n` },
      } as ConfigMap;
      return { verb: "create", resource: "configmaps", object };
    });
  const servers = storesBeside(
    rng,
    baseline,
    ({ args = [] }) => args.some(isLimit),
    (own, args) => args.map((word) => (isLimit(word) ? `--max-connections=${own.pick([5, 10, 20, 40, 80])}` : word)),
  );
  return [...configurations, ...servers];
};

const ENDINGS: readonly string[] = ["limits", "tuning", "small", "connections"];
