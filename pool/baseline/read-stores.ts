import { digestJson } from "#core/digest.ts";
import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import type { Baseline, StoreFacts } from "#kube/app/baseline.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";

/** States of stores by name. */
export type StoreStates = Readonly<Record<string, StoreState>>;

/** Current state of a store. */
export interface StoreState extends StoreFacts {
  /** Checksum of the collections in its databases. */
  readonly data: string;
}

/**
 * Reads every running MongoDB of an app, in parallel, one command each: with its own client, in its own container, as the
 * administrator from the chart. A store that does not run or answer is left out.
 *
 * @param known recorded databases; missing: they are listed first, with one more command
 */
export const readStores = async (
  cluster: ClusterPort,
  { app, namespace }: { readonly app: AppRecord; readonly namespace: string },
  known: Baseline["storeFacts"] = {},
): Promise<StoreStates> => {
  const stores = app.components.filter(({ documents }) => documents !== undefined);
  const states = await Promise.all(
    stores.map(async (store) => [store.name, await readStore({ cluster, namespace, store }, known[store.name]?.databases)] as const),
  );
  return Object.fromEntries(states.flatMap(([name, state]) => (state === undefined ? [] : [[name, state]])));
};

/** Checksums of the data, as stored in a baseline. */
export const dataOf = (states: StoreStates): Baseline["stores"] =>
  Object.fromEntries(Object.entries(states).map(([name, { data }]) => [name, data]));

/** Further facts, as stored in a baseline. */
export const factsOf = (states: StoreStates): NonNullable<Baseline["storeFacts"]> =>
  Object.fromEntries(Object.entries(states).map(([name, { databases, accounts }]) => [name, { databases, accounts }]));

/**
 * Reads stores whose pods may have just started, until all of them answer or the timeout.
 *
 * @param isComplete condition to wait for; missing: every recorded store answers
 */
export const awaitStores = async (
  cluster: ClusterPort,
  baseline: Baseline,
  isComplete: (states: StoreStates) => boolean = (states) => Object.keys(baseline.storeFacts ?? {}).every((name) => name in states),
): Promise<StoreStates> => {
  let states: StoreStates = {};
  const look = async (): Promise<boolean> => {
    states = await readStores(cluster, baseline, baseline.storeFacts);
    return isComplete(states);
  };
  await cluster.clock.until(look, { timeoutMs: STORES_TIMEOUT_MS });
  return states;
};

/** Timeout, ms: a server starts within seconds; consumers take half a minute to find it and to write missing data. */
const STORES_TIMEOUT_MS = 60_000;

/** Names of the stores whose data differs from the baseline. */
export const listChangedStores = (baseline: Baseline, states: StoreStates): readonly string[] =>
  Object.keys(baseline.storeFacts ?? {}).filter(
    (name) => states[name]?.data !== baseline.stores[name] || states[name]?.accounts !== baseline.storeFacts?.[name]?.accounts,
  );

interface StorePlace {
  readonly cluster: ClusterPort;
  readonly namespace: string;
  readonly store: AppComponent;
}

const readStore = async (place: StorePlace, known: readonly string[] | undefined): Promise<StoreState | undefined> => {
  const { cluster, namespace, store } = place;
  const workload = await readWorkload(cluster, namespace, workloadTarget(store));
  const pod = workload === undefined ? undefined : (await podsOf(cluster, workload)).find(isPodReady)?.metadata.name;
  if (pod === undefined) return undefined;
  const databases = known ?? (await listDatabases(place, pod));
  const hashes = databases.map((name) => `db.getSiblingDB(${JSON.stringify(name)}).runCommand({dbHash: 1}).collections`);
  const user = JSON.stringify(store.auth?.user ?? "");
  const signIn = store.auth === undefined ? "1" : `db.getSiblingDB("admin").auth(${user}, ${user})`;
  const answer = await ask(place, pod, `[[${hashes.join(", ")}], db.getUsers(), ${signIn}]`);
  if (answer === undefined) return undefined;
  const [collections, users, isIn] = answer as readonly [unknown, readonly UserRow[], unknown];
  const accounts = users.map(({ user: name, db, roles }) => ({ name, db, roles: sortRoles(roles) }));
  return { databases, data: digestJson([databases, collections]), accounts: digestJson([accounts, isIn]) };
};

interface UserRow {
  readonly user: string;
  readonly db: string;
  readonly roles: readonly { readonly role: string; readonly db: string }[];
}

const sortRoles = (roles: UserRow["roles"]): readonly string[] => roles.map(({ role, db }) => `${role}@${db}`).sort();

const listDatabases = async (place: StorePlace, pod: string): Promise<readonly string[]> => {
  const found = (await ask(place, pod, "db.adminCommand({listDatabases: 1}).databases")) as
    | readonly { readonly name: string }[]
    | undefined;
  return (found ?? []).map(({ name }) => name).filter((name) => !OWN_DATABASES.has(name));
};

/** Databases of the server itself, which change by themselves. */
const OWN_DATABASES: ReadonlySet<string> = new Set(["admin", "config", "local"]);

/** Evaluates an expression in the store's shell; undefined if its output cannot be parsed. */
const ask = async ({ cluster, namespace, store }: StorePlace, pod: string, expression: string): Promise<unknown> => {
  const administrator = store.auth === undefined ? [] : ["-u", "root", "-p", "root"];
  const command = ["mongo", "admin", ...administrator, "--quiet", "--eval", `print(JSON.stringify(${expression}))`];
  const { exitCode, stdout } = await cluster.exec({ namespace, pod, command });
  if (exitCode !== 0) return undefined;
  try {
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  } catch {
    return undefined;
  }
};
