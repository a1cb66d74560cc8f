import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import { componentOf, workloadTarget } from "#kube/checks/fault-target.ts";

/** A user of a store, with the database that it works in. */
export interface StoreUser {
  readonly store: string;
  readonly user: string;
  readonly database: string;
}

/** Roles that the chart gives the user, as the shell takes them. */
export const rolesOf = ({ database }: StoreUser): string => JSON.stringify([{ role: "readWrite", db: database }]);

/** Command of a script under the chart's own administrative account. */
export const adminClient = (script: string): readonly string[] => [
  "mongo",
  "admin",
  "-u",
  "root",
  "-p",
  "root",
  "--quiet",
  "--eval",
  script,
];

/** Call that runs a script as the administrator in a pod of the store. */
export const asAdministrator = (store: string, script: string): ToolCall =>
  kubectl(`exec ${store} -- ${adminClient(script).map(quote).join(" ")}`);

const quote = (word: string): string => (/^[\w./=:-]+$/.test(word) ? word : `'${word}'`);

/** Password of the store's own user. */
export const passwordOf = (app: AppRecord, store: string): string => componentOf(app, store)?.auth?.password ?? "";

/** Components that read the store. */
export const consumersOf = (app: AppRecord, store: string): readonly AppComponent[] => {
  const component = componentOf(app, store);
  const names = [...(component?.startLoadedBy ?? []), ...(component?.readBy ?? [])];
  return app.components.filter(({ name }) => names.includes(name));
};

/** Calls that restart the components that read the store. */
export const restartConsumers = ({ store }: Pick<StoreUser, "store">, app: AppRecord): readonly ToolCall[] =>
  consumersOf(app, store).map((component) => kubectl(`rollout restart ${workloadTarget(component)}`));
