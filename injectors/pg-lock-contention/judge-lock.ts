import type { Baseline } from "#kube/app/baseline.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import { runInStore } from "../run-in-store.ts";
import { wantedScripts } from "../wanted-scripts.ts";
import type { Params } from "./lock-job.ts";

/** True of no Job that will lock the table, or keep it locked: none is active, nor begins again. */
export const judgeJobs = async (view: ClusterView, baseline: Baseline, { relation }: Params): Promise<Finding> => {
  const locking = await wantedScripts(view, baseline, (script) => locks(script, relation));
  return { held: locking.length === 0, evidence: `${locking.join(", ") || "no Job"} locks ${relation}` };
};

/** Reads the table as a client that waits for 8 s at most. */
export const judgeTable = async (
  cluster: ClusterPort,
  namespace: string,
  { store, user, database, relation }: Params,
): Promise<Finding> => {
  const command = [
    "psql",
    "-U",
    user,
    "-d",
    database,
    "-At",
    "-c",
    "set statement_timeout = '8s'",
    "-c",
    `select count(*) from ${relation}`,
  ];
  const { exitCode, stdout, stderr } = await runInStore(cluster, { namespace, store }, command);
  return { held: exitCode === 0 && /^\d+$/m.test(stdout), evidence: `${relation}: ${stdout}${stderr}`.slice(0, 300) };
};

const locks = (script: string, relation: string): boolean =>
  new RegExp(`lock\\s+table\\s+(only\\s+)?${relation.replace(".", "\\.")}\\s+in\\s+access\\s+exclusive`, "i").test(script);
