import { document, type HostileAction, kubectl } from "./hostile-action.ts";

const list = (items: readonly unknown[]): string => document(JSON.stringify({ apiVersion: "v1", kind: "List", items }));
const times = <T>(count: number, make: (i: number) => T): readonly T[] => Array.from({ length: count }, (_, i) => make(i));
const configMap = (name: string, metadata: object = {}, data: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...metadata },
  data,
});
const pod = (name: string, spec: object, container: object = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name },
  spec: { ...spec, containers: [{ name: "c", image: "busybox", command: ["sleep", "100000"], ...container }] },
});

/** Requests with or for many of something. */
export const MANY: readonly HostileAction[] = [
  kubectl(
    "a JSON patch of many steps",
    `kubectl patch deployment consul --type json -p '${JSON.stringify(times(10_000, (i) => ({ op: "add", path: "/metadata/labels/a", value: `${i}` })))}'`,
  ),
  kubectl(
    "a JSON patch that doubles",
    `kubectl patch deployment consul --type json -p '${JSON.stringify([
      { op: "add", path: "/metadata/annotations", value: { a: "x".repeat(100) } },
      ...times(30, (i) => ({ op: "copy", from: "/metadata", path: `/metadata/annotations/b${i}` })),
    ])}'`,
  ),
  kubectl("large annotations", list(times(20, (i) => configMap(`a${i}`, { annotations: { a: "x".repeat(11_000) } }))), 60),
  kubectl("many labels", list([configMap("l", { labels: Object.fromEntries(times(8_000, (i) => [`k${i}`, "v"])) })])),
  kubectl(
    "a chain of owners",
    `for i in $(seq 1 150); do u=$(kubectl get cm o$((i-1)) -o jsonpath='{.metadata.uid}' 2>/dev/null); kubectl apply -f - <<X
apiVersion: v1
kind: ConfigMap
metadata: {name: o$i, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: o$((i-1)), uid: "\${u:-none}"}]}
X
done; kubectl delete cm o1`,
    60,
  ),
  kubectl(
    "events without number",
    list(
      times(3_000, (i) => ({
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: `e${i}` },
        involvedObject: { kind: "Pod", name: "x", namespace: "default" },
        reason: "X",
        message: "x".repeat(200),
        type: "Warning",
      })),
    ),
    60,
  ),
  kubectl("watches without number", "for i in $(seq 1 300); do kubectl get pods -A -w --request-timeout=1s; done"),
  kubectl("waits without number", "for i in $(seq 1 300); do kubectl wait --for=condition=Nope pod --all --timeout=1s; done"),
  kubectl(
    "autoscalers that contradict each other",
    times(
      30,
      (i) => `kubectl autoscale deployment consul --name=h${i} --min=${1 + 20 * (i % 2)} --max=${2 + 40 * (i % 2)} --cpu-percent=1`,
    ).join("; "),
    300,
    300,
  ),
  kubectl(
    "budgets that block every eviction",
    `${document(JSON.stringify({ apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name: "all" }, spec: { maxUnavailable: 0, selector: {} } }))}
kubectl drain worker-1 worker-2 worker-3 --ignore-daemonsets --force --delete-emptydir-data --timeout=1000h`,
    300,
  ),
  kubectl(
    "finalizers that nobody removes",
    `${list(times(300, (i) => configMap(`f${i}`, { finalizers: ["example.com/never"] })))}
kubectl delete cm --all --wait=false; kubectl delete ns default --wait=false`,
    300,
  ),
  kubectl(
    "a pod with every ConfigMap mounted",
    list([
      ...times(500, (i) => configMap(`m${i}`, {}, { a: "x".repeat(1_000) })),
      pod(
        "mounts",
        { volumes: times(500, (i) => ({ name: `m${i}`, configMap: { name: `m${i}` } })) },
        { volumeMounts: times(500, (i) => ({ name: `m${i}`, mountPath: `/m/${i}` })) },
      ),
    ]),
    120,
  ),
  kubectl("pods that nothing can hold", list(times(800, (i) => pod(`p${i}`, { nodeSelector: { a: "b" } }))), 60, 300),
  kubectl("a selector of many values", `kubectl get pods -A -l 'app in (${times(10_000, (i) => `v${i}`).join(",")})'`),
  kubectl(
    "a field selector of many terms",
    `kubectl get pods -A --field-selector '${times(5_000, (i) => `metadata.name!=p${i}`).join(",")}'`,
  ),
  kubectl("a jsonpath that recurses", "kubectl get pods -A -o jsonpath='{..}{..metadata..}{..spec..name}{range ..}{..}{end}'"),
  kubectl("a sort by everything", "kubectl get all,events -A --sort-by='{..}'"),
  kubectl("a diff of everything", "kubectl get all -A -o yaml | kubectl diff -f -"),
  kubectl("everything applied anew", "kubectl get all -A -o yaml | kubectl apply -f -", 60),
  kubectl(
    "everything labelled over and over",
    "for i in $(seq 1 40); do kubectl label pods,deploy,svc,cm --all a=$i --overwrite; done",
    60,
  ),
  kubectl("everything evicted over and over", "for i in $(seq 1 20); do kubectl delete pods --all --wait=false; done", 300),
  {
    tries: "a loop on a node that logs",
    tool: "run_on_node",
    arguments: { node: "worker-1", command: "while true; do journalctl -u kubelet | grep -c .; crictl ps -a; ps aux; done" },
    waits: [],
  },
  {
    tries: "logs of every container on a node",
    tool: "run_on_node",
    arguments: { node: "worker-1", command: "while true; do cat /var/log/pods/*/*/*.log | sort | uniq -c | wc -l; done" },
    waits: [],
  },
];
