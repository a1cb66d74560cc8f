import type { ConfigMap } from "#kube/types/storage.ts";
import type { CreatedTwin, DrawTwins } from "../twin.ts";

/** Scripts that change the rights of stores' users, which nobody has run. */
export const twins: DrawTwins = (rng, baseline) => {
  const { namespace, app } = baseline;
  const stores = app.components.filter(({ role }) => role === "store");
  return rng
    .stream("stores")
    .shuffle(stores)
    .slice(0, rng.int(2, 3))
    .map(({ name, auth }): CreatedTwin => {
      const own = rng.stream(name);
      const [user, database] = [auth?.user ?? "app", auth?.database ?? name];
      const call = own.pick(["revokeRolesFromUser", "grantRolesToUser"]);
      const object = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `${name}-${own.pick(ENDINGS)}`, namespace, labels: { [app.labelKey]: name } },
        data: { "rights.js": `db.getSiblingDB("${database}").${call}("${user}", [{ role: "${own.pick(ROLES)}", db: "${database}" }]);\n` },
      } as ConfigMap;
      return { verb: "create", resource: "configmaps", object };
    });
};

const ENDINGS: readonly string[] = ["rights", "grants", "roles", "audit-script"];
const ROLES: readonly string[] = ["readWrite", "read", "dbAdmin"];
