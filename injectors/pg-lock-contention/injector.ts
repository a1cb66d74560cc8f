import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, needingWrite } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { createObject } from "#kube/verbs/create.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { consumersFail } from "../store-user-checks.ts";
import { accepts, lookAtSessions, rejects } from "./attempts.ts";
import { judgeJobs, judgeTable } from "./judge-lock.ts";
import { accountIn, JOB_PURPOSES, lockScript, type Params, scriptJob, tablesAt } from "./lock-job.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "pg-lock-contention",
  version: 1,
  title: "A Job holds a lock on a table",
  catalogueType: "lock-holder",
  layer: "data",
  scope: "namespace",
  family: "store-locks",
  // Programs of a real cluster have no connections that wait for a lock.
  needs: ["fork"],
  needsTraffic: true,
  words,
  twins,
  params: z.object({
    store: objectRef("deployment", "statefulset"),
    user: z.string().min(1),
    database: z.string().min(1),
    relation: z.string().regex(/^\w+\.\w+$/, "write schema.table"),
    job: z.string().min(1),
    seconds: z.int().min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads } = await listOwnWorkloads(view, namespace, app);
    const stores = workloads.filter(({ component }) => component.role === "store");
    const judged = stores.map(({ target, workload, component }) => ({
      target,
      account: accountIn(workload),
      relations: tablesAt(app, component.name),
    }));
    return {
      targets: judged.flatMap(({ target, account, relations }) =>
        account === undefined || relations.length === 0
          ? []
          : [{ resource: target, visible: true, facts: { relations, user: account.user, database: account.database } }],
      ),
      excluded: judged
        .filter(({ account, relations }) => account === undefined || relations.length === 0)
        .map(({ target }) => ({ resource: target, reason: "it is no PostgreSQL with a table that requests of users need" })),
    };
  },
  sample: (rng, { resource, facts }) => {
    const relation = rng.stream("relation").pick(facts["relations"] as readonly string[]);
    const own = rng.stream("job");
    return {
      store: resource,
      user: `${facts["user"]}`,
      database: `${facts["database"]}`,
      relation,
      job: `${relation.split(".")[1]}-${own.pick(JOB_PURPOSES)}-${own.int(10, 99)}`,
      seconds: own.pick([7_200, 14_400, 28_800, 86_400]),
    };
  },
  inject: async (cluster, { store, relation, job, seconds }, { app, namespace }) => {
    const workload = await readWorkload(cluster, namespace, store);
    const account = workload === undefined ? undefined : accountIn(workload);
    const image = workload?.spec.template.spec.containers[0]?.image;
    if (account === undefined || image === undefined) throw new Error(`${store} is no PostgreSQL any more`);
    const host = componentOf(app, store)?.name ?? nameOf(store);
    const object = scriptJob({ name: job, namespace }, { image, host, ...account, script: lockScript(relation, seconds) });
    await createObject(cluster, { resource: "jobs.batch", object, fieldManager: "kubectl-create" });
  },
  truth: ({ job }) => [{ resource: `job/${job}`, faultType: "pg-lock-contention", catalogueType: "lock-holder" }],
  oracle: (params, baseline) => ({
    checks: [defectGone("no-lock-wanted", async (view) => needingWrite(await judgeJobs(view, baseline, params)))],
    trials: [
      { name: "table-readable", group: "defect-gone", weight: 1, run: (cluster) => judgeTable(cluster, baseline.namespace, params) },
    ],
  }),
  solve: (params) => [
    [lookAtSessions(params), kubectl(`delete job/${params.job}`)],
    [lookAtSessions(params), kubectl(`patch job/${params.job} --type=merge -p '{"spec":{"suspend":true}}'`)],
  ],
  accepts,
  rejects,
  evidence: (params) => [
    {
      look: lookAtSessions(params),
      shows: [literal(params.relation), "\\bLock\\b", `LOCK TABLE|pg_sleep`],
      says: `sessions of ${nameOf(params.store)} wait for a lock on ${params.relation}`,
    },
    {
      look: kubectl(`describe job/${params.job}`),
      shows: [`^Name: +${literal(params.job)}$`, `LOCK TABLE ${literal(params.relation)} IN ACCESS EXCLUSIVE MODE`],
      says: `job/${params.job} locks ${params.relation} and sleeps`,
    },
  ],
  symptoms: (params, place) => [consumersFail(params, place)],
});
