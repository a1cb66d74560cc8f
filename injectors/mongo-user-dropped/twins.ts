import type { ConfigMap } from "#kube/types/storage.ts";
import type { CreatedTwin, DrawTwins } from "../twin.ts";

/** Scripts that drop or make users of stores, which nobody has run. */
export const twins: DrawTwins = (rng, baseline) => {
  const { namespace, app } = baseline;
  const stores = app.components.filter(({ role }) => role === "store");
  return rng
    .stream("stores")
    .shuffle(stores)
    .slice(0, rng.int(2, 3))
    .map(({ name, auth }): CreatedTwin => {
      const own = rng.stream(name);
      const user = own.pick([auth?.user ?? "app", "reporting", "migrator"]);
      const script = own.pick([
        `db.dropUser("${user}");`,
        `db.getUsers().forEach(({ user }) => print(user));`,
        `db.updateUser("${user}", { customData: { rotated: true } });`,
      ]);
      const object = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `${name}-${own.stream("ending").pick(ENDINGS)}`, namespace, labels: { [app.labelKey]: name } },
        data: { "users.js": `${script}\n` },
      } as ConfigMap;
      return { verb: "create", resource: "configmaps", object };
    });
};

const ENDINGS: readonly string[] = ["users", "accounts", "offboarding", "user-script"];
