import type { Rng } from "#core/rng.ts";

/** Names that exist now, in a fixed order, for operations to choose from. */
export interface Sights {
  readonly workloads: readonly string[];
  readonly pods: readonly string[];
  readonly services: readonly string[];
  readonly claims: readonly string[];
  readonly configMaps: readonly string[];
  readonly nodes: readonly string[];
}

/** Draws a kubectl command; undefined if there is nothing to act on. */
export type Operation = (rng: Rng, sights: Sights) => string | undefined;

const some = (rng: Rng, names: readonly string[]): string | undefined => (names.length === 0 ? undefined : rng.pick(names));

const on =
  (list: keyof Sights, render: (name: string, rng: Rng, sights: Sights) => string): Operation =>
  (rng, sights) => {
    const name = some(rng, sights[list]);
    return name === undefined ? undefined : render(name, rng, sights);
  };

const always =
  (render: (rng: Rng) => string): Operation =>
  (rng) =>
    render(rng);

const patched = (target: string, patch: unknown, type = "strategic"): string =>
  `patch ${target} --type=${type} -p '${JSON.stringify(patch)}'`;

const apply = (manifest: unknown): string => `apply -f - <<EOF\n${JSON.stringify(manifest)}\nEOF`;

const template = (spec: object): object => ({ spec: { template: { spec } } });

/** Changes the first container of a workload whatever its name is. */
const container = (target: string, path: string, value: unknown): string =>
  patched(target, [{ op: "add", path: `/spec/template/spec/containers/0/${path}`, value }], "json");

const small = (kind: string, name: string, spec: object, apiVersion = "apps/v1"): string =>
  apply({ apiVersion, kind, metadata: { name }, spec });

const pod = (script: string, rest: object = {}): object => ({
  containers: [{ name: "c", image: "busybox:1.36", command: ["sh", "-c", script], ...rest }],
});

const labelled = (app: string, spec: object): object => ({
  selector: { matchLabels: { app } },
  template: { metadata: { labels: { app } }, spec },
});

const SCRIPTS = [
  "sleep 100000",
  "exit 0",
  "exit 3",
  "sleep 20; exit 1",
  "nslookup nowhere",
  "while true; do wget -qO- http://frontend:5000/; sleep 5; done",
];
const PROBES = [
  { httpGet: { path: "/", port: 5000 } },
  { tcpSocket: { port: 1 }, periodSeconds: 1, failureThreshold: 1 },
  { exec: { command: ["false"] }, periodSeconds: 3 },
  { exec: { command: ["true"] }, initialDelaySeconds: 5 },
];
const IMAGES = ["busybox:1.36", "busybox:0.0", "nowhere.example/app:1", "mongo:4.4.6", "ghcr.io/sregym/hotel-reservation:latest"];

/** Kubectl commands of ordinary and of reckless users. */
export const OPERATIONS: readonly Operation[] = [
  on("workloads", (name, rng) => `scale ${name} --replicas=${rng.int(0, 3)}`),
  on("workloads", (name) => `rollout restart ${name}`),
  on("workloads", (name) => `rollout undo ${name}`),
  on("workloads", (name, rng) => `rollout ${rng.pick(["pause", "resume", "status --timeout=5s"])} ${name}`),
  on(
    "workloads",
    (name, rng) => `delete ${name} --cascade=${rng.pick(["background", "foreground", "orphan"])} --wait=${rng.pick(["true", "false"])}`,
  ),
  on("workloads", (name, rng) => container(name, "image", rng.pick(IMAGES))),
  on("workloads", (name, rng) => container(name, "command", rng.pick([["sh", "-c", rng.pick(SCRIPTS)], ["nosuch"], []]))),
  on("workloads", (name, rng) => container(name, rng.pick(["livenessProbe", "readinessProbe", "startupProbe"]), rng.pick(PROBES))),
  on("workloads", (name, rng) =>
    container(
      name,
      "resources",
      rng.pick([{}, { limits: { memory: "1Mi" } }, { limits: { cpu: "64" } }, { requests: { memory: "90Gi" } }]),
    ),
  ),
  on("workloads", (name, rng) => container(name, "lifecycle", { preStop: { exec: { command: ["sleep", `${rng.int(0, 40)}`] } } })),
  on("workloads", (name, rng) => `set env ${name} ${rng.pick(["A=b", "MONGO_URL=x", "PATH-", "TZ=UTC"])}`),
  on("workloads", (name, rng) => patched(name, template({ nodeSelector: rng.pick([{ disk: "ssd" }, null]) }))),
  on("workloads", (name, rng) => patched(name, template({ nodeName: rng.pick(["worker-1", "nowhere", null]) }))),
  on("workloads", (name, rng) => patched(name, template({ terminationGracePeriodSeconds: rng.int(0, 60) }))),
  on("workloads", (name, rng) =>
    patched(name, template({ initContainers: [{ name: "wait", image: "busybox:1.36", command: ["sh", "-c", rng.pick(SCRIPTS)] }] })),
  ),
  on("workloads", (name, rng) =>
    patched(
      name,
      template({
        initContainers: [{ name: "side", image: "busybox:1.36", restartPolicy: "Always", command: ["sh", "-c", rng.pick(SCRIPTS)] }],
      }),
    ),
  ),
  on("workloads", (name, rng) =>
    patched(name, {
      spec: { strategy: rng.pick([{ type: "Recreate", rollingUpdate: null }, { rollingUpdate: { maxSurge: 0, maxUnavailable: "50%" } }]) },
    }),
  ),
  on("workloads", (name, rng) => `set resources ${name} --limits=memory=${rng.pick(["4Mi", "20Mi", "1Gi"])}`),
  on("workloads", (name) => `autoscale ${name} --min=1 --max=3 --cpu-percent=50`),
  on("pods", (name, rng) => `delete pod ${name} ${rng.pick(["", "--force --grace-period=0", "--wait=false", "--grace-period=1"])}`),
  on("pods", (name, rng) => `exec ${name} -- ${rng.pick(["sh -c 'kill 1'", "ls /", "sh -c 'echo x > /tmp/x'", "nosuch", "sleep 40"])}`),
  on("pods", (name, rng) => `label pod ${name} ${rng.pick(["io.kompose.service-", "app-", "pod-template-hash-", "x=y"])} --overwrite`),
  on("pods", (name, rng) => patched(`pod ${name}`, [{ op: "replace", path: "/spec/containers/0/image", value: rng.pick(IMAGES) }], "json")),
  on("pods", (name) => patched(`pod ${name}`, { metadata: { ownerReferences: null } }, "merge")),
  on("pods", (name) => patched(`pod ${name}`, { metadata: { finalizers: ["example.com/stay"] } }, "merge")),
  on("pods", (name) => patched(`pod ${name}`, { metadata: { finalizers: null } }, "merge")),
  on("services", (name, rng) =>
    patched(`service ${name}`, { spec: { selector: rng.pick([{ app: "x" }, { "io.kompose.service": "geo" }, null]) } }, "merge"),
  ),
  on("services", (name, rng) =>
    patched(`service ${name}`, [{ op: "replace", path: "/spec/ports/0/targetPort", value: rng.pick([1, 8083, "http"]) }], "json"),
  ),
  on("services", (name) => `delete service ${name}`),
  on("services", (name, rng) =>
    patched(`service ${name}`, { spec: { publishNotReadyAddresses: rng.chance({ numerator: 1, denominator: 2 }) } }),
  ),
  on("claims", (name) => `delete pvc ${name} --wait=false`),
  on("configMaps", (name, rng) => `${rng.pick(["delete configmap", "label configmap"])} ${name} ${rng.pick(["", "a=b"])}`),
  on("nodes", (name, rng) => `${rng.pick(["cordon", "uncordon", "uncordon"])} ${name}`),
  on("nodes", (name, rng) => `taint node ${name} ${rng.pick(["a=b:NoSchedule", "a=b:NoExecute", "a-", "a-"])}`),
  on("nodes", (name) => `drain ${name} --ignore-daemonsets --delete-emptydir-data --force --timeout=30s`),
  on("nodes", (name, rng) =>
    rng.chance({ numerator: 1, denominator: 4 }) ? `delete node ${name}` : `label node ${name} disk=ssd --overwrite`,
  ),
  always((rng) => `create quota q${rng.int(0, 1)} --hard=pods=${rng.int(0, 30)},requests.cpu=${rng.int(0, 10)}`),
  always((rng) => `delete quota q${rng.int(0, 1)}`),
  always((rng) =>
    apply({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "deny" },
      spec: {
        podSelector: rng.pick([{}, { matchLabels: { "io.kompose.service": "geo" } }]),
        policyTypes: [rng.pick(["Ingress", "Egress"])],
      },
    }),
  ),
  always(() => "delete networkpolicy deny"),
  always((rng) =>
    small(
      "Job",
      `job-${rng.int(0, 2)}`,
      {
        completions: rng.int(1, 3),
        parallelism: rng.int(1, 3),
        backoffLimit: rng.int(0, 3),
        activeDeadlineSeconds: rng.int(10, 200),
        template: { spec: { restartPolicy: rng.pick(["Never", "OnFailure"]), ...pod(rng.pick(SCRIPTS)) } },
      },
      "batch/v1",
    ),
  ),
  always((rng) =>
    small(
      "CronJob",
      `cron-${rng.int(0, 1)}`,
      {
        schedule: rng.pick(["* * * * *", "*/2 * * * *"]),
        suspend: rng.chance({ numerator: 1, denominator: 3 }),
        concurrencyPolicy: rng.pick(["Allow", "Forbid", "Replace"]),
        jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", ...pod(rng.pick(SCRIPTS)) } } } },
      },
      "batch/v1",
    ),
  ),
  always((rng) => {
    const volume = {
      volumeClaimTemplates: [
        { metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } } },
      ],
    };
    const spec = pod(rng.pick(SCRIPTS), { volumeMounts: [{ name: "data", mountPath: "/data" }] });
    const retention = {
      persistentVolumeClaimRetentionPolicy: { whenDeleted: rng.pick(["Delete", "Retain"]), whenScaled: rng.pick(["Delete", "Retain"]) },
    };
    return small("StatefulSet", "set", { serviceName: "set", replicas: rng.int(0, 3), ...retention, ...labelled("set", spec), ...volume });
  }),
  always((rng) =>
    small("DaemonSet", "agents", labelled("agents", { ...pod(rng.pick(SCRIPTS)), tolerations: rng.pick([[], [{ operator: "Exists" }]]) })),
  ),
  always(
    (rng) =>
      `delete ${rng.pick(["statefulset set", "daemonset agents", "job job-0", "cronjob cron-0", "job --all", "hpa --all", "pods --all --wait=false"])} --wait=false`,
  ),
  always((rng) =>
    apply({
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "budget" },
      spec: { minAvailable: rng.int(0, 2), selector: { matchLabels: { "io.kompose.service": rng.pick(["geo", "rate"]) } } },
    }),
  ),
  always(
    (rng) =>
      `run tmp-${rng.int(0, 2)} --image=busybox:1.36 --restart=${rng.pick(["Never", "Always", "OnFailure"])} -- sh -c '${rng.pick(SCRIPTS)}'`,
  ),
  always((rng) =>
    apply({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: `bare-${rng.int(0, 1)}` },
      spec: {
        nodeName: rng.pick(["worker-1", "nowhere", "worker-2"]),
        ...pod("sleep 9999", { resources: { requests: { cpu: rng.pick(["1m", "99"]) } } }),
      },
    }),
  ),
  always(() =>
    apply({
      apiVersion: "v1",
      kind: "LimitRange",
      metadata: { name: "limits" },
      spec: { limits: [{ type: "Container", default: { memory: "64Mi" }, defaultRequest: { cpu: "10m" }, max: { memory: "1Gi" } }] },
    }),
  ),
  always((rng) => `${rng.pick(["create namespace", "delete namespace --wait=false"])} other`),
  always(() => "create deployment web -n other --image=busybox:1.36 --replicas=2 -- sleep 100000"),
  always((rng) => `scale deployment coredns -n kube-system --replicas=${rng.int(0, 2)}`),
];

/** Rare and destructive commands, drawn at the end of a sequence. */
export const FINAL_OPERATIONS: readonly string[] = [
  "delete namespace hotel-reservation --wait=false",
  "delete namespace hotel-reservation",
  "delete all --all --wait=false",
  "get all",
];
