import type { ConfigMap } from "#kube/types/storage.ts";
import type { CreatedTwin, DrawTwins } from "../twin.ts";
import { JOB_PURPOSES, lockScript, tablesAt } from "./lock-job.ts";

/** Scripts that lock tables, and that nobody runs. */
export const twins: DrawTwins = (rng, baseline) => {
  const { app, namespace } = baseline;
  const own = app.components.flatMap(({ name }) => tablesAt(app, name));
  return Array.from({ length: rng.int(1, 2) }, (_, i): CreatedTwin => {
    const stream = rng.stream(`script ${i}`);
    const relation = stream.pick([...own, ...TABLES]);
    const name = `${relation.split(".")[1]?.replaceAll("_", "-")}-${stream.pick(JOB_PURPOSES)}-${stream.int(10, 99)}`;
    const data = { "run.sql": lockScript(relation, stream.pick([600, 3_600, 7_200])) };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data } as ConfigMap;
    return { verb: "create", resource: "configmaps", object };
  });
};

const TABLES: readonly string[] = ["public.events", "public.sessions", "public.audit_log", "public.prices", "public.outbox"];
