import { configMapsBeside, shuffledStores } from "../config-maps-beside.ts";
import type { DrawTwins } from "../twin.ts";

/** Scripts that change the rights of stores' users, which nobody has run. */
export const twins: DrawTwins = (rng, baseline) =>
  configMapsBeside(rng, baseline, shuffledStores(rng, baseline), (own, { name, auth }) => {
    const [user, database] = [auth?.user ?? "app", auth?.database ?? name];
    const call = own.pick(["revokeRolesFromUser", "grantRolesToUser"]);
    const ending = own.pick(ENDINGS);
    const script = `db.getSiblingDB("${database}").${call}("${user}", [{ role: "${own.pick(ROLES)}", db: "${database}" }]);\n`;
    return { ending, data: { "rights.js": script } };
  });

const ENDINGS: readonly string[] = ["rights", "grants", "roles", "audit-script"];
const ROLES: readonly string[] = ["readWrite", "read", "dbAdmin"];
