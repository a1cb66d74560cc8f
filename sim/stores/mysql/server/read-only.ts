import type { MysqlData, MysqlServer, MysqlUser } from "./mysql-data.ts";
import { hasRight } from "./mysql-rights.ts";
import { variableOf } from "./mysql-variables.ts";

/** Words in which a server refuses to change data, for everybody or for all but administrators; undefined: it is writable for the account. */
export const readOnlyRefusal = (
  { state, data }: { readonly state: MysqlServer; readonly data: MysqlData },
  account: MysqlUser | undefined,
): string | undefined => {
  const isOn = (name: string): boolean => variableOf(state, data, name) === "ON";
  const option = isOn("super_read_only") ? "super-read-only" : isOn("read_only") && !hasRight(account, "SUPER") ? "read-only" : undefined;
  return option === undefined ? undefined : `The MySQL server is running with the --${option} option so it cannot execute this statement`;
};
