import type { AppRecord } from "#kube/app/app.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { Job } from "#kube/types/workloads.ts";

/** Parameters: a PostgreSQL, its superuser and database, the table that is locked, and the Job that holds the lock. */
export interface Params {
  readonly store: string;
  readonly user: string;
  readonly database: string;
  /** `schema.table`. */
  readonly relation: string;
  readonly job: string;
  /** Time for which the Job's transaction stays open, s. */
  readonly seconds: number;
}

/** Account and database of a PostgreSQL's image as its container is told of them; undefined: it is none. */
export const accountIn = ({
  spec,
}: Workload): { readonly user: string; readonly password: string; readonly database: string } | undefined => {
  const env = spec.template.spec.containers[0]?.env ?? [];
  const [user = "postgres", password, database] = ["POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"].map(
    (name) => env.find((one) => one.name === name)?.value,
  );
  return password === undefined ? undefined : { user, password, database: database ?? user };
};

/** Tables of a store that requests of users need. */
export const tablesAt = ({ components }: AppRecord, store: string): readonly string[] => [
  ...new Set(
    components.flatMap(({ table, userShare }) =>
      table?.product === "postgresql" && table.store === store && userShare > 0 ? [table.name] : [],
    ),
  ),
];

/** Script that locks a table and keeps its transaction open. */
export const lockScript = (relation: string, seconds: number): string =>
  `BEGIN; LOCK TABLE ${relation} IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(${seconds}); COMMIT;`;

/** A Job that runs a script in a database, again and again if that fails. */
export const scriptJob = (
  metadata: { readonly name: string; readonly namespace: string },
  {
    image,
    host,
    script,
    ...account
  }: {
    readonly image: string;
    readonly host: string;
    readonly user: string;
    readonly password: string;
    readonly database: string;
    readonly script: string;
  },
): Job => {
  const container = {
    name: "psql",
    image,
    command: ["psql", "-h", host, "-U", account.user, "-d", account.database, "-v", "ON_ERROR_STOP=1", "-c", script],
    env: [{ name: "PGPASSWORD", value: account.password }],
    resources: { requests: { cpu: "10m", memory: "32Mi" }, limits: { cpu: "200m", memory: "512Mi" } },
  };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata,
    spec: { backoffLimit: 20, template: { spec: { restartPolicy: "OnFailure", containers: [container] } } },
  } as Job;
};

/** Names of Jobs that work on a table, without the table's schema. */
export const JOB_PURPOSES: readonly string[] = ["reindex", "backfill", "repack", "migrate", "archive", "dedupe", "partition"];
