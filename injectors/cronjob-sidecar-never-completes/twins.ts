import { CRONJOBS } from "#kube/listings/logged-tasks.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { DrawTwins } from "../twin.ts";

/** CronJobs that are suspended or not due for years, whose sidecars are ordinary containers. */
export const twins: DrawTwins = (rng, { namespace }) =>
  rng
    .stream("names")
    .shuffle(NAMES)
    .slice(0, rng.stream("count").int(2, 3))
    .map((name) => {
      const own = rng.stream(name);
      const file = `/var/log/${name}/out.log`;
      const volumeMounts = [{ name: "logs", mountPath: `/var/log/${name}` }];
      const containers = [
        { name: "main", image: IMAGE, volumeMounts, command: ["sh", "-c", `date >> ${file}; sleep ${own.stream("seconds").int(20, 90)}`] },
        {
          name: own.stream("sidecar").pick(["log-shipper", "log-tail", "logger"]),
          image: IMAGE,
          volumeMounts,
          command: ["tail", "-F", file],
        },
      ];
      const when = own
        .stream("rest")
        .pick([{ schedule: "*/5 * * * *", suspend: true }, { schedule: "30 2 * * *", suspend: true }, { schedule: "15 3 29 2 *" }]);
      const template = { spec: { restartPolicy: "Never", volumes: [{ name: "logs", emptyDir: {} }], containers } };
      const spec = { ...when, concurrencyPolicy: "Forbid", jobTemplate: { spec: { template } } };
      const object = { apiVersion: "batch/v1", kind: "CronJob", metadata: { name, namespace }, spec };
      return { verb: "create", resource: CRONJOBS, object: object as KubeObject };
    });

const NAMES: readonly string[] = ["yearly-archive", "full-reindex", "cold-export", "ledger-replay", "key-rotation", "restore-check"];

const IMAGE = "busybox:1.36";
