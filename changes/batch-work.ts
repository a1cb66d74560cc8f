import type { Rng } from "#core/rng.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Belonging, Estate } from "./belongings.ts";
import { DAY_MS, HOUR_MS } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";

/**
 * Draws batch work besides the app: a CronJob whose last runs are still listed, and Jobs of long ago that are done,
 * failed, or were evicted.
 */
export const drawBatchWork = (estate: Estate, rng: Rng, fromMs: number, untilMs: number): readonly DatedWrite[] => [
  ...drawCronJob(estate, rng.stream("cron"), untilMs),
  ...drawJobs(rng.stream("jobs")).map((belonging): DatedWrite => {
    const atMs = rng.int(Math.ceil(fromMs / 1000), Math.floor((untilMs - HOUR_MS) / 1000)) * 1000;
    return { atMs, write: { verb: "create", ...belonging, manager: rng.pick(["kubectl-create", "kubectl-client-side-apply"]) } };
  }),
];

/** A young one, so that few runs have to be simulated. */
const drawCronJob = ({ namespace, components }: Estate, rng: Rng, untilMs: number): readonly DatedWrite[] => {
  const stores = components.filter(({ role }) => role === "store").map(({ name }) => name);
  const name = `${stores.length === 0 ? "nightly" : rng.pick(stores)}-${rng.pick(["report", "cleanup", "export"])}`;
  const schedule = `${rng.int(0, 59)} ${rng.int(0, 23)} * * *`;
  const object = {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name, namespace },
    spec: { schedule, jobTemplate: { spec: jobSpec("sleep 4; echo done", "OnFailure") } },
  } as KubeObject;
  const atMs = untilMs - rng.int(2, 4) * DAY_MS - rng.int(0, 20) * HOUR_MS;
  return [{ atMs, write: { verb: "create", resource: "cronjobs.batch", object, manager: "kubectl-client-side-apply" } }];
};

/** In `default`, where no alert watches: beside the app a failed pod would be an incident. */
const drawJobs = (rng: Rng): readonly Belonging[] =>
  rng
    .shuffle(JOBS)
    .slice(0, rng.int(1, JOBS.length))
    .map(({ names, command, sizeLimit }) => {
      const name = `${rng.pick(names)}-${rng.int(1, 40)}`;
      const object = {
        apiVersion: "batch/v1",
        kind: "Job",
        metadata: { name, namespace: "default" },
        spec: jobSpec(command, "Never", sizeLimit),
      };
      return { resource: "jobs.batch", object: object as KubeObject };
    });

/** Jobs that end well, badly, and by eviction. */
const JOBS: readonly { readonly names: readonly string[]; readonly command: string; readonly sizeLimit?: string }[] = [
  { names: ["migrate", "import", "seed"], command: "sleep 6; echo migrated" },
  { names: ["smoke-test", "check-links", "load-check"], command: "sleep 2; echo 'no answer'; exit 1" },
  {
    names: ["reindex", "thumbnails", "export-all"],
    command: "dd if=/dev/zero of=/scratch/out bs=1M count=96; sleep 60",
    sizeLimit: "32Mi",
  },
];

const jobSpec = (command: string, restartPolicy: "Never" | "OnFailure", sizeLimit?: string) => ({
  backoffLimit: 0,
  template: {
    spec: {
      restartPolicy,
      containers: [
        {
          name: "main",
          image: "busybox:1.36",
          command: ["sh", "-c", command],
          resources: { requests: { cpu: "50m" }, limits: { cpu: "200m" } },
          ...(sizeLimit !== undefined && { volumeMounts: [{ name: "work", mountPath: "/scratch" }] }),
        },
      ],
      ...(sizeLimit !== undefined && { volumes: [{ name: "work", emptyDir: { sizeLimit } }] }),
    },
  },
});
