import { configMapsBeside, shuffledStores } from "../config-maps-beside.ts";
import type { DrawTwins } from "../twin.ts";

/** Scripts that drop or make users of stores, which nobody has run. */
export const twins: DrawTwins = (rng, baseline) =>
  configMapsBeside(rng, baseline, shuffledStores(rng, baseline), (own, { auth }) => {
    const user = own.pick([auth?.user ?? "app", "reporting", "migrator"]);
    const script = own.pick([
      `db.dropUser("${user}");`,
      `db.getUsers().forEach(({ user }) => print(user));`,
      `db.updateUser("${user}", { customData: { rotated: true } });`,
    ]);
    return { ending: own.stream("ending").pick(ENDINGS), data: { "users.js": `${script}\n` } };
  });

const ENDINGS: readonly string[] = ["users", "accounts", "offboarding", "user-script"];
