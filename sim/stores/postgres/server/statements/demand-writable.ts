import type { PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import { settingOf } from "../postgres-settings.ts";

/** Throws in a read-only transaction. */
export const demandWritable = ({ state, cluster, session }: PgTurn, what: string): void => {
  const isReadOnly =
    session.transaction?.isReadOnly === true ||
    settingOf(state, cluster, "default_transaction_read_only", session) === "on" ||
    session.settings["transaction_read_only"] === "on";
  if (isReadOnly && what !== "ALTER SYSTEM") throw refuse("25006", `cannot execute ${what} in a read-only transaction`);
};
