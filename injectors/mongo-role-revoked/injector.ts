import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { defineInjector, type Place } from "../injector.ts";
import { words } from "./words.ts";

interface Params {
  readonly store: string;
  readonly user: string;
  readonly database: string;
}

export default defineInjector<Params>({
  id: "mongo-role-revoked",
  version: 1,
  title: "A database user lost its role",
  catalogueType: "role-revoked",
  layer: "data",
  scope: "namespace",
  family: "store-auth",
  needs: [],
  words,
  params: z.object({ store: objectRef("deployment", "statefulset"), user: z.string().min(1), database: z.string().min(1) }),
  targets: async (view, { app, namespace }) => {
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
  },
  sample: (_rng, { resource, facts }) => ({ store: resource, user: `${facts["user"]}`, database: `${facts["database"]}` }),
  inject: async (cluster, params, { app, namespace }) => {
    await evaluate(cluster, { ...params, namespace }, `db.revokeRolesFromUser(${JSON.stringify(params.user)}, ${rolesOf(params)})`);
    for (const component of consumersAndCaches(app, params.store)) await recyclePods(cluster, namespace, workloadTarget(component));
  },
  recover: async (cluster, params, { app, namespace }) => {
    await evaluate(cluster, { ...params, namespace }, `db.grantRolesToUser(${JSON.stringify(params.user)}, ${rolesOf(params)})`);
    for (const component of consumersAndCaches(app, params.store)) await recyclePods(cluster, namespace, workloadTarget(component));
  },
  truth: ({ user, database }) => [
    { resource: `mongouser/${user}@${database}`, faultType: "mongo-role-revoked", catalogueType: "role-revoked" },
  ],
  oracle: (params, baseline) => ({
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
    ],
  }),
  solve: (params, { app }) => {
    const grant = `exec ${params.store} -- ${adminClient(`db.grantRolesToUser("${params.user}", ${rolesOf(params)})`)
      .map(quote)
      .join(" ")}`;
    return [
      [kubectl(grant), ...consumersOf(app, params.store).map((component) => kubectl(`rollout restart ${workloadTarget(component)}`))],
    ];
  },
  symptoms: (params, place) => [{ name: "consumers-fail", isSeen: (view) => isFailing(view, place, params) }],
});

const rolesOf = ({ database }: Params): string => JSON.stringify([{ role: "readWrite", db: database }]);

/** The chart's own administrative account. */
const adminClient = (script: string): readonly string[] => ["mongo", "admin", "-u", "root", "-p", "root", "--quiet", "--eval", script];

const userClient = ({ user, database }: Params, password: string, script: string): readonly string[] => [
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

const quote = (word: string): string => (/^[\w./=:-]+$/.test(word) ? word : `'${word}'`);

const consumersOf = (app: AppRecord, store: string): readonly AppComponent[] => {
  const component = app.components.find(({ name }) => name === nameOf(store));
  const names = [...(component?.startLoadedBy ?? []), ...(component?.readBy ?? [])];
  return app.components.filter(({ name }) => names.includes(name));
};

/** What hides the loss from users until it is gone: sessions of the consumers and the caches in front of the store. */
const consumersAndCaches = (app: AppRecord, store: string): readonly AppComponent[] => {
  const consumers = consumersOf(app, store);
  const caches = app.components.filter(
    ({ role, dnsCallers }) => role === "cache" && consumers.some(({ name }) => dnsCallers.includes(name)),
  );
  return [...caches, ...consumers];
};

/** Runs a command in a ready pod of the store. */
const run = async (
  cluster: ClusterPort,
  { namespace, store }: { readonly namespace: string; readonly store: string },
  command: readonly string[],
) => {
  const workload = await readWorkload(cluster, namespace, store);
  const pod = workload === undefined ? undefined : (await podsOf(cluster, workload)).find(isPodReady);
  if (pod === undefined) return { exitCode: undefined, stdout: "", stderr: `${store} has no ready pod` };
  return await cluster.exec({ namespace, pod: pod.metadata.name, command });
};

const evaluate = async (
  cluster: ClusterPort,
  place: { readonly namespace: string; readonly store: string },
  script: string,
): Promise<void> => {
  const { exitCode, stdout, stderr } = await run(cluster, place, adminClient(script));
  if (exitCode !== 0) throw new Error(`${place.store}: ${script} ended with ${exitCode}: ${stdout}${stderr}`);
};

/** A document that is written and taken away again, as the consumer's own user. */
const judgeUser = async (cluster: ClusterPort, { app, namespace }: Baseline, params: Params) => {
  const password = app.components.find(({ name }) => name === nameOf(params.store))?.auth?.password ?? "";
  const script = "db.probe.insert({ok: 1}); print(db.probe.find({ok: 1}).count()); db.probe.remove({ok: 1})";
  const { exitCode, stdout, stderr } = await run(cluster, { namespace, store: params.store }, userClient(params, password, script));
  return {
    held: exitCode === 0 && /^[1-9]\d*$/m.test(stdout),
    evidence: `${params.user}@${params.database}: ${exitCode} ${stdout}${stderr}`.slice(0, 300),
  };
};

const judgeAuthentication = async (cluster: ClusterPort, namespace: string, params: Params) => {
  const { exitCode, stdout, stderr } = await run(cluster, { namespace, store: params.store }, [
    "mongo",
    params.database,
    "--quiet",
    "--eval",
    "printjson(db.runCommand({find: 'probe', limit: 1}).ok)",
  ]);
  return {
    held: exitCode !== undefined && !/^1\s*$/m.test(stdout),
    evidence: `without credentials: ${exitCode} ${stdout}${stderr}`.slice(0, 300),
  };
};

/** A start-loaded consumer crashes; one that reads at each request answers users with errors. */
const isFailing = async (view: ClusterView, { app, namespace }: Place, { store }: Params): Promise<boolean> => {
  for (const component of consumersOf(app, store)) {
    const workload = await readWorkload(view, namespace, workloadTarget(component));
    const pods = workload === undefined ? [] : await podsOf(view, workload);
    if (
      pods.some(({ status }) =>
        status?.containerStatuses?.some(({ restartCount, state }) => restartCount > 0 || state?.terminated !== undefined),
      )
    )
      return true;
    for (const operation of app.operations.filter(({ through }) => through.includes(component.name))) {
      if (!(await judgeOperation(view, { app, namespace }, operation)).held) return true;
    }
  }
  return false;
};
