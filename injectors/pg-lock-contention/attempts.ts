import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, restartPods } from "#kube/checks/attempts.ts";
import { restartConsumers } from "../store-user.ts";
import type { Params } from "./lock-job.ts";

/** Call that runs a statement as the superuser in a pod of the store. */
const inStore = ({ store, user, database }: Params, statement: string): ToolCall =>
  kubectl(`exec ${store} -- psql -U ${user} -d ${database} -c "${statement}"`);

/** Look at who waits, and for whom. */
export const lookAtSessions = (params: Params): ToolCall =>
  inStore(params, "select pid, client_addr, state, wait_event_type, pg_blocking_pids(pid) as blocked_by, query from pg_stat_activity");

const endSessions = (params: Params): ToolCall =>
  inStore(params, "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()");

export const accepts = (params: Params): readonly Attempt[] => [
  { name: "end its session and delete the Job", calls: [endSessions(params), kubectl(`delete job/${params.job}`)] },
  {
    name: "let no pod of the Job run",
    calls: [kubectl(`patch job/${params.job} --type=merge -p '{"spec":{"suspend":true}}'`)],
  },
];

export const rejects = (params: Params, { app }: Baseline): readonly Attempt[] => [
  { name: "end its session alone", calls: [endSessions(params)] },
  restartPods(params.store),
  { name: "restart the consumers", calls: restartConsumers(params, app) },
  { name: "delete the Job's pod", calls: [kubectl(`delete pod -l job-name=${params.job} --wait=false`)] },
  {
    name: "let statements wait for less time",
    calls: [inStore(params, `alter database ${params.database} set lock_timeout = '1s'`)],
  },
];
