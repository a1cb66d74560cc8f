import type { AppRecord } from "#kube/app/app.ts";
import { passwordOf, rolesOf, type StoreUser } from "../store-user.ts";

/** Script that makes the user as the chart's script does. */
export const createUser = (params: StoreUser, app: AppRecord, change: Readonly<Record<string, unknown>> = {}): string => {
  const user = { user: params.user, pwd: passwordOf(app, params.store), roles: JSON.parse(rolesOf(params)), ...change };
  return `db.createUser(${JSON.stringify(user)})`;
};
