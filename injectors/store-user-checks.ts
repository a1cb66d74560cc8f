import { z } from "zod";
import type { TruthPair } from "#core/truth.ts";
import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import { judgeOperations } from "#kube/checks/operations.ts";
import type { Oracle } from "#kube/checks/oracle.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import type { Exclusion, Place, Symptom, Target } from "./injector.ts";
import { runInStore } from "./run-in-store.ts";
import { adminClient, consumersOf, passwordOf, type StoreUser } from "./store-user.ts";

/** Schema of the parameters of faults of a store's user. */
export const storeUserParams = z.object({
  store: objectRef("deployment", "statefulset"),
  user: z.string().min(1),
  database: z.string().min(1),
});

/** The store's user as root cause, which the store and the database name as well. */
export const storeUserTruth = (
  { store, user, database }: StoreUser,
  types: Pick<TruthPair, "faultType" | "catalogueType">,
): readonly TruthPair[] => [
  { resource: `mongouser/${user}@${database}`, ...types, alsoNamed: [store, `service/${nameOf(store)}`, `database/${database}`] },
];

/** Lists the stores that demand authentication, with the user of each. */
export const storeUserTargets = async (
  view: ClusterView,
  { app, namespace }: Place,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const stores = (await listWorkloads(view, namespace, app)).filter(({ component }) => component.role === "store");
  return {
    targets: stores.flatMap(({ target, component }) =>
      component.auth === undefined
        ? []
        : [{ resource: target, visible: true, facts: { user: component.auth.user, database: component.auth.database } }],
    ),
    excluded: stores
      .filter(({ component }) => component.auth === undefined)
      .map(({ target }) => ({ resource: target, reason: "the store runs without authentication" })),
  };
};

/** Draws nothing: the user is the target's. */
export const storeUserOf = ({ resource, facts }: Target): StoreUser => ({
  store: resource,
  user: `${facts["user"]}`,
  database: `${facts["database"]}`,
});

/**
 * Changes a store's users as its administrator, and recycles who would not notice.
 *
 * @throws Error if the store has no ready pod, or refuses the script
 */
export const changeUsers = async (cluster: ClusterPort, params: StoreUser, { app, namespace }: Place, script: string): Promise<void> => {
  await evaluate(cluster, { ...params, namespace }, script);
  for (const component of consumersAndCaches(app, params.store)) await recyclePods(cluster, namespace, workloadTarget(component));
};

/** Conditions under which the user works with its database again, and with no other. */
export const storeUserOracle = (params: StoreUser, baseline: Baseline): Oracle => ({
  checks: consumersOf(baseline.app, params.store).map((component) => {
    const check = workloadRuns(baseline, workloadTarget(component));
    return { ...check, name: `${component.name}-runs` };
  }),
  trials: [
    { name: "user-reads-and-writes", group: "defect-gone", weight: 1, run: (cluster) => judgeUser(cluster, baseline, params) },
    {
      name: "authentication-still-on",
      group: "nothing-lost",
      weight: 1,
      run: (cluster) => judgeAuthentication(cluster, baseline.namespace, params),
    },
    { name: "user-confined", group: "nothing-lost", weight: 1, run: (cluster) => judgeConfined(cluster, baseline, params) },
  ],
  looks: [{ name: "user-refused", isWriteMissing: (cluster) => isUserRefused(cluster, baseline, params) }],
});

/** A consumer that crashes, or an operation through one that fails. */
export const consumersFail = (params: Pick<StoreUser, "store">, place: Place): Symptom => ({
  name: "consumers-fail",
  isSeen: (view) => isFailing(view, place, params),
});

const userClient = ({ user, database }: StoreUser, password: string, script: string): readonly string[] => [
  "mongo",
  database,
  "-u",
  user,
  "-p",
  password,
  "--authenticationDatabase",
  "admin",
  "--quiet",
  "--eval",
  script,
];

/**
 * Components that hide the loss from users until they are restarted: the store's consumers, whose sessions last, and caches in front of it.
 */
const consumersAndCaches = (app: AppRecord, store: string): readonly AppComponent[] => {
  const consumers = consumersOf(app, store);
  const caches = app.components.filter(
    ({ role, dnsCallers }) => role === "cache" && consumers.some(({ name }) => dnsCallers.includes(name)),
  );
  return [...caches, ...consumers];
};

const evaluate = async (
  cluster: ClusterPort,
  place: { readonly namespace: string; readonly store: string },
  script: string,
): Promise<void> => {
  const { exitCode, stdout, stderr } = await runInStore(cluster, place, adminClient(script));
  if (exitCode !== 0) throw new Error(`${place.store}: ${script} ended with ${exitCode}: ${stdout}${stderr}`);
};

/** Writes a document and removes it, as the consumer's own user. */
const judgeUser = async (cluster: ClusterPort, { app, namespace }: Baseline, params: StoreUser) => {
  const script = "db.probe.insert({ok: 1}); print(db.probe.find({ok: 1}).count()); db.probe.remove({ok: 1})";
  const { exitCode, stdout, stderr } = await runInStore(
    cluster,
    { namespace, store: params.store },
    userClient(params, passwordOf(app, params.store), script),
  );
  const held = exitCode === 0 && /^[1-9]\d*$/m.test(stdout);
  return { held, evidence: answered(`${params.user} ${held ? "writes to" : "cannot write to"} ${params.database}`, stdout + stderr) };
};

const isUserRefused = async (cluster: ClusterPort, { app, namespace }: Baseline, params: StoreUser): Promise<boolean> => {
  const command = userClient(params, passwordOf(app, params.store), "print(db.probe.find({ok: 1}).count())");
  const { exitCode, stdout, stderr } = await runInStore(cluster, { namespace, store: params.store }, command);
  return isRefused(exitCode) && /not authorized|Authentication failed/.test(stdout + stderr);
};

/** A role over every database, or the administrator's, is more than the user had. */
const judgeConfined = async (cluster: ClusterPort, { app, namespace }: Baseline, params: StoreUser) => {
  const script = `print(db.getSiblingDB("${params.database}-archive").probe.find({ok: 1}).count())`;
  const { exitCode, stdout, stderr } = await runInStore(
    cluster,
    { namespace, store: params.store },
    userClient(params, passwordOf(app, params.store), script),
  );
  const held = isRefused(exitCode);
  return { held, evidence: answered(`${params.user} is ${held ? "refused by" : "let into"} another database`, stdout + stderr) };
};

const judgeAuthentication = async (cluster: ClusterPort, namespace: string, { store, database }: StoreUser) => {
  const script = "print(db.probe.find({ok: 1}).count())";
  const { exitCode, stdout, stderr } = await runInStore(cluster, { namespace, store }, ["mongo", database, "--quiet", "--eval", script]);
  const held = isRefused(exitCode);
  return { held, evidence: answered(`whoever has no credentials is ${held ? "refused" : "let in"}`, stdout + stderr) };
};

const answered = (what: string, output: string): string => `${what}: ${output}`.slice(0, 300);

/** The shell ends with an error where the server refuses the query; undefined: there was no shell. */
const isRefused = (exitCode: number | undefined): boolean => exitCode !== undefined && exitCode !== 0;

/** A start-loaded consumer crashes; one that reads at each request answers users with errors. */
const isFailing = async (view: ClusterView, { app, namespace }: Place, { store }: Pick<StoreUser, "store">): Promise<boolean> => {
  for (const component of consumersOf(app, store)) {
    const workload = await readWorkload(view, namespace, workloadTarget(component));
    const pods = workload === undefined ? [] : await podsOf(view, workload);
    if (
      pods.some(({ status }) =>
        status?.containerStatuses?.some(({ restartCount, state }) => restartCount > 0 || state?.terminated !== undefined),
      )
    )
      return true;
    if (!(await judgeOperations(view, { app, namespace }, component.name)).held) return true;
  }
  return false;
};
