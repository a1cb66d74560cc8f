import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { givenUpJob } from "../given-up-job.ts";
import type { CreatedTwin, DrawTwins } from "../twin.ts";
import { accountIn, JOB_PURPOSES, lockScript, scriptJob, tablesAt } from "./lock-job.ts";

/** Scripts that lock tables, and that nobody runs: of Jobs that somebody gave up, and in files. */
export const twins: DrawTwins = (rng, baseline) => {
  const { app, namespace } = baseline;
  const own: readonly Table[] = app.components.flatMap(({ name }) => tablesAt(app, name).map((relation) => ({ store: name, relation })));
  const others: readonly Table[] = TABLES.map((relation) => ({ store: undefined, relation }));
  return Array.from({ length: rng.int(2, 3) }, (_, i): CreatedTwin => {
    const stream = rng.stream(`script ${i}`);
    const { store, relation } = stream.pick(own.length > 0 && stream.stream("own").chance(MOSTLY) ? own : others);
    const name = `${relation.split(".")[1]?.replaceAll("_", "-")}-${stream.pick(JOB_PURPOSES)}-${stream.int(10, 99)}`;
    const script = lockScript(relation, stream.pick([600, 3_600, 7_200]));
    const job = store === undefined ? undefined : jobOf(stream, baseline, { name, store, script });
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data: { "run.sql": script } } as ConfigMap;
    return job ?? { verb: "create", resource: "configmaps", object };
  });
};

/** A table, and the app's store that has it; undefined: nobody's. */
interface Table {
  readonly store: string | undefined;
  readonly relation: string;
}

const MOSTLY = { numerator: 3, denominator: 4 } as const;

/** A Job that was to run a script in a store of the app; undefined: its account is not known. */
const jobOf = (
  rng: Rng,
  baseline: Baseline,
  { name, store, script }: { readonly name: string; readonly store: string; readonly script: string },
): CreatedTwin | undefined => {
  const workload = (ownObjects(baseline, "deployments.apps") as readonly Workload[]).find(({ metadata }) => metadata.name === store);
  const account = workload === undefined ? undefined : accountIn(workload);
  const image = workload?.spec.template.spec.containers[0]?.image;
  if (account === undefined || image === undefined) return undefined;
  return givenUpJob(rng, scriptJob({ name, namespace: baseline.namespace }, { image, host: store, ...account, script }));
};

const TABLES: readonly string[] = ["public.events", "public.sessions", "public.audit_log", "public.prices", "public.outbox"];
