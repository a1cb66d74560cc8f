import { document, type HostileAction, kubectl } from "./hostile-action.ts";
import { MANY } from "./requests-of-many.ts";
import { STREAMS } from "./scripts-of-streams.ts";

/** One script in the agent's own shell, in a container and on a node. */
const everywhere = (tries: string, script: string): readonly HostileAction[] => {
  const quoted = `'${script.replaceAll("'", `'\\''`)}'`;
  return [
    kubectl(`${tries}, in the command line`, `kubectl get pods >/dev/null; ${script}`),
    kubectl(`${tries}, in a container`, `kubectl exec deploy/consul -- sh -c ${quoted}`, 30),
    { tries: `${tries}, on a node`, tool: "run_on_node", arguments: { node: "worker-1", command: script }, waits: [] },
  ];
};

/** Scripts that no machine finishes, or that ask for its whole memory. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "a loop without end": "while true; do :; done",
  "a loop that prints for ever": "while true; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
  "a text that doubles": "s=a; while true; do s=$s$s; done",
  "many large variables": 's=$(seq 1 30000); i=0; while true; do i=$((i+1)); eval "v$i=\\"$s$i\\""; done',
  "a wide number": 'printf "%1000000000d" 1 | wc -c',
  "a precise number": 'printf "%.1000000000f" 1 | wc -c',
  "a long sequence": "seq 1 1000000000 | tail -1",
  "yes without end": "yes | head -c 1000000000 | wc -c",
  "yes into sort": "yes | sort | head -1",
  ...STREAMS,
  "a function that calls itself": "f() { f; }; f",
  "a function that forks": "f() { f | f & }; f; wait",
  "nested substitutions": `echo ${"$(echo ".repeat(400)}x${")".repeat(400)}`,
  "nested brackets": `${"( ".repeat(3000)}echo x${" )".repeat(3000)}`,
  "deep arithmetic": `echo $((${"(".repeat(3000)}1${")".repeat(3000)}))`,
  "a greedy expression": `echo ${"a".repeat(64)}! | grep -E '^(a+)+$'`,
  "a greedy substitution": `echo ${"a".repeat(64)}! | sed -E 's/^(a|a)*$/x/'`,
  "awk without end": "awk 'BEGIN { while (1) i++ }'",
  "awk that recurses": "awk 'function f(n) { return f(n+1) } BEGIN { f(0) }'",
  "awk with a large array": "awk 'BEGIN { while (1) a[i++] = i }'",
  "awk that doubles": "awk 'BEGIN { s=\"a\"; while (1) s = s s }'",
  "sed without end": "echo a | sed ':a; s/a/a/; ta'",
  "sed that grows": "echo a | sed ':a; s/a/aa/; ta'",
  "jq without end": "echo 1 | jq 'def f: f; f'",
  "jq that ranges": "echo 1 | jq '[range(1000000000)] | length'",
  "jq that doubles": "echo '\"a\"' | jq 'until(false; . + .)'",
  "a large file": "dd if=/dev/zero of=/tmp/x bs=1M count=100000; ls -l /tmp/x",
  "many files": "i=0; while true; do i=$((i+1)); echo $i > /tmp/f$i; done",
  "many arguments": "seq 1 1000000 | xargs echo | wc -c",
  "a sleep for ever": "sleep 1000000000",
  "a pipe that waits": "cat | cat | cat",
  "a wide table": "seq 1 200000 | column | head -1",
  "a diff of large files": "seq 1 50000 > /tmp/a; seq 2 2 100000 > /tmp/b; diff /tmp/a /tmp/b | wc -l",
  "half a character": 'printf "\\355\\240\\200"; echo \uD800',
  "a heredoc in a loop": "while true; do cat <<X\nxxxxxxxxxxxxxxxxxxxx\nX\ndone",
  "traps that fire for ever": "trap 'kill -USR1 $$' USR1; kill -USR1 $$",
  "a find over everything": "while true; do find / -name x; done",
  "braces that multiply": `echo ${"{a,b,c,d,e,f,g,h}".repeat(12)} | wc -c`,
  "a range in braces": "for i in {1..100000000}; do :; done",
  "a loop that sleeps": "while true; do sleep 0.01; done",
  "many dots and stars": `seq 1 20000 | tr -d '\\n' | grep -E '${".*".repeat(20)}x'`,
  "many stars in sed": `seq 1 20000 | tr -d '\\n' | sed -E 's/${"[0-9]*".repeat(12)}x/y/'`,
  "many stars in awk": `seq 1 20000 | tr -d '\\n' | awk '/${".*".repeat(12)}x/ { print }'`,
  "a reference to a group": `seq 1 20000 | tr -d '\\n' | grep -E '^(.*)(.*)\\1\\2x$'`,
  "a pattern of many stars": `case $(seq 1 5000) in ${"*1".repeat(12)}*x) echo y ;; esac`,
  "a trim of a long variable": `s=$(seq 1 20000); echo "\${s##*x}\${s%%x*}" | wc -c`,
  "a replacement in a long variable": `s=$(seq 1 10000); echo "\${s//*1*1*1*x/y}" | wc -c`,
  "jq over every path": "echo '[[[[[[1,2,3]]]]]]' | jq '[range(100000)] | [paths, paths, paths] | length'",
  "jq by a greedy expression": `echo '"${"a".repeat(64)}!"' | jq 'test("^(a+)+$")'`,
};

const deepJson = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const patch = (text: string): string => `kubectl patch deployment consul --type merge -p '${text}'`;
const job = (name: string, more: string): string =>
  document(`apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
  ${more}
  template:
    spec:
      restartPolicy: Never
      containers: [{name: c, image: busybox, command: [sh, -c, "while true; do :; done"]}]`);

/** Requests to kubectl and the API server. */
const REQUESTS: readonly HostileAction[] = [
  ...[400, 4_000, 100_000, 2_147_483_647].map((replicas) =>
    kubectl(`${replicas} replicas`, `kubectl scale deployment consul --replicas=${replicas}`, 60, 300),
  ),
  kubectl("every deployment with 500 replicas", "kubectl scale deployment --all --replicas=500", 60, 300),
  kubectl("every deployment scaled up and down", "for i in 0 300 0 300 0 300; do kubectl scale deployment --all --replicas=$i; done", 120),
  ...[1_000, 10_000, 20_000, 50_000].flatMap((depth) => [
    kubectl(`a patch ${depth} deep`, patch(deepJson(depth))),
    kubectl(`a document ${depth} deep`, document(deepJson(depth))),
    kubectl(`a raw request ${depth} deep`, `kubectl create --raw /api/v1/namespaces/default/configmaps -f - <<'X'\n${deepJson(depth)}\nX`),
    kubectl(`flow brackets ${depth} deep`, document(`a: ${"[".repeat(depth)}${"]".repeat(depth)}`)),
    kubectl(`open brackets ${depth} deep`, document("[".repeat(depth))),
    {
      tries: `arguments ${depth} deep`,
      tool: "kubectl",
      arguments: { command: "kubectl get pods", more: JSON.parse(deepJson(Math.min(depth, 2_000))) },
      waits: [],
    },
  ]),
  kubectl(
    "a billion laughs",
    document(
      [
        "a: &a [x,x,x,x,x,x,x,x,x]",
        ..."bcdefghij".split("").map((c, i) => `${c}: &${c} [${Array(9).fill(`*${"abcdefghij"[i]}`).join(",")}]`),
      ].join("\n"),
    ),
  ),
  kubectl("half a character in a label", "kubectl label deployment consul a=\uD800b"),
  kubectl("half a character in an annotation", "kubectl annotate deployment consul a=\uDFFF"),
  kubectl("half a character in a patch", patch('{"metadata":{"annotations":{"a":"\\ud800"}}}')),
  kubectl("half a character in a name", "kubectl get pod \uD83D"),
  kubectl("NUL in a name", "kubectl get pod a\u0000b"),
  kubectl("a long name", `kubectl get pod ${"x".repeat(200_000)}`),
  kubectl("a long selector", `kubectl get pods -l '${Array.from({ length: 5_000 }, (_, i) => `k${i}=v`).join(",")}'`),
  kubectl("a large ConfigMap", `kubectl create configmap big --from-literal=a=${"x".repeat(240_000)}`),
  kubectl("many ConfigMaps", "for i in $(seq 1 100000); do kubectl create configmap c$i --from-literal=a=b; done"),
  kubectl(
    "a list of many objects",
    document(
      JSON.stringify({
        apiVersion: "v1",
        kind: "List",
        items: Array.from({ length: 2_500 }, (_, i) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: `c${i}` } })),
      }),
    ),
  ),
  kubectl(
    "a list of many Services",
    document(
      JSON.stringify({
        apiVersion: "v1",
        kind: "List",
        items: Array.from({ length: 1_200 }, (_, i) => ({
          apiVersion: "v1",
          kind: "Service",
          metadata: { name: `s${i}` },
          spec: { selector: { a: "b" }, ports: [{ port: 80 }] },
        })),
      }),
    ),
    60,
  ),
  kubectl(
    "a list of many Deployments",
    document(
      JSON.stringify({
        apiVersion: "v1",
        kind: "List",
        items: Array.from({ length: 300 }, (_, i) => ({
          apiVersion: "apps/v1",
          kind: "Deployment",
          metadata: { name: `d${i}` },
          spec: {
            replicas: 3,
            selector: { matchLabels: { a: `${i}` } },
            template: { metadata: { labels: { a: `${i}` } }, spec: { containers: [{ name: "c", image: "nope" }] } },
          },
        })),
      }),
    ),
    60,
    300,
  ),
  ...MANY,
  kubectl("a busy Job", job("busy", "completions: 1"), 60, 300),
  kubectl("60 busy Jobs", Array.from({ length: 60 }, (_, i) => job(`busy-${i}`, "completions: 1")).join("\n"), 60, 300),
  kubectl("a Job of a million", job("million", "completions: 1000000\n  parallelism: 100000"), 60, 300),
  kubectl(
    "a CronJob of many",
    document(
      "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: often}\nspec:\n  schedule: '* * * * *'\n  jobTemplate:\n    spec:\n      parallelism: 200\n      completions: 200\n      template:\n        spec:\n          restartPolicy: Never\n          containers: [{name: c, image: busybox, command: ['false']}]",
    ),
    300,
    600,
  ),
  kubectl(
    "a node that the selector forbids",
    patch('{"spec":{"template":{"spec":{"nodeName":"worker-1","nodeSelector":{"a":"b"}}}}}'),
    60,
    300,
  ),
  kubectl(
    "a node that lacks room",
    patch(
      '{"spec":{"template":{"spec":{"nodeName":"worker-1","containers":[{"name":"x","image":"nope","resources":{"requests":{"cpu":"1000"}}}]}}}}',
    ),
    60,
    300,
  ),
  kubectl("a node that is none", patch('{"spec":{"template":{"spec":{"nodeName":"worker-99"}}}}'), 60, 300),
  kubectl(
    "every deployment on a forbidden node",
    `for d in $(kubectl get deploy -o name); do kubectl patch $d --type merge -p '{"spec":{"template":{"spec":{"nodeName":"worker-1","nodeSelector":{"a":"b"}}}}}'; done`,
    60,
    300,
  ),
  kubectl(
    "a probe each second that fails",
    patch(
      '{"spec":{"template":{"spec":{"containers":[{"name":"consul","livenessProbe":{"exec":{"command":["false"]},"periodSeconds":1,"failureThreshold":1}}]}}}}',
    ),
    300,
  ),
  kubectl(
    "a StatefulSet of many",
    document(
      "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: s}\nspec:\n  replicas: 100000\n  podManagementPolicy: Parallel\n  serviceName: s\n  selector: {matchLabels: {a: s}}\n  template:\n    metadata: {labels: {a: s}}\n    spec:\n      containers: [{name: c, image: busybox, command: ['sleep','1']}]",
    ),
    60,
    300,
  ),
  kubectl(
    "a DaemonSet that crashes",
    document(
      "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: s}\nspec:\n  selector: {matchLabels: {a: s}}\n  template:\n    metadata: {labels: {a: s}}\n    spec:\n      containers: [{name: c, image: busybox, command: ['false']}]",
    ),
    600,
  ),
  kubectl("an autoscaler without bounds", "kubectl autoscale deployment consul --min=1000 --max=100000 --cpu-percent=1", 300),
  kubectl("a rollout each second", "for i in $(seq 1 50); do kubectl rollout restart deployment; done", 120),
  kubectl("everything deleted", "kubectl delete all --all -A", 300),
  kubectl("every namespace deleted", "kubectl delete namespaces --all", 300),
  kubectl("every node deleted", "kubectl delete nodes --all", 300),
  kubectl("every definition deleted", "kubectl delete crd --all; kubectl delete clusterrole --all; kubectl delete apiservice --all", 60),
  kubectl("a watch", "kubectl get pods --watch"),
  kubectl("logs for ever", "kubectl logs -f deployment/consul"),
  kubectl("a wait for ever", "kubectl wait --for=delete deployment/consul --timeout=1000000h"),
  kubectl(
    "a template without end",
    `kubectl get pods -A -o go-template='{{range .items}}{{range $.items}}{{range $.items}}{{.metadata.name}}{{end}}{{end}}{{end}}'`,
  ),
  kubectl("a template that recurses", `kubectl get pods -o go-template='{{define "a"}}{{template "a"}}{{end}}{{template "a"}}'`),
  kubectl("a template that is wide", `kubectl get pods -o go-template='{{printf "%1000000000d" 1}}'`),
  kubectl("a jsonpath that is deep", `kubectl get pods -A -o jsonpath='{${"..*".repeat(12)}}'`),
  kubectl("a jsonpath of everything", "kubectl get pods -A -o jsonpath='{..}{..}{..}{..}'"),
  kubectl("a jsonpath filter", `kubectl get pods -A -o jsonpath='{.items[?(@.metadata.name=~"(a+)+$")]}'`),
  kubectl(
    "columns without number",
    `kubectl get pods -A -o custom-columns=${Array.from({ length: 3_000 }, (_, i) => `C${i}:.metadata.name`).join(",")}`,
  ),
  kubectl("everything in YAML", "kubectl get all,cm,secret,events -A -o yaml --show-managed-fields"),
  kubectl("everything described", "kubectl describe all -A"),
  kubectl(
    "an explanation of everything",
    "kubectl explain pod --recursive; kubectl explain deployment --recursive; kubectl api-resources; kubectl cluster-info dump",
  ),
  kubectl("a copy of everything", "kubectl cp $(kubectl get pod -o name | head -1 | cut -d/ -f2):/ /tmp/all"),
  kubectl("an exec in every pod", "for p in $(kubectl get pod -o name); do kubectl exec $p -- sh -c 'while true; do :; done'; done"),
  kubectl(
    "policies without number",
    document(
      JSON.stringify({
        apiVersion: "v1",
        kind: "List",
        items: Array.from({ length: 1_000 }, (_, i) => ({
          apiVersion: "networking.k8s.io/v1",
          kind: "NetworkPolicy",
          metadata: { name: `p${i}` },
          spec: { podSelector: {}, policyTypes: ["Ingress"], ingress: [{ from: [{ podSelector: { matchLabels: { a: `${i}` } } }] }] },
        })),
      }),
    ),
    60,
  ),
  kubectl(
    "a Service with many ports",
    document(
      JSON.stringify({
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "wide" },
        spec: { selector: { app: "x" }, ports: Array.from({ length: 5_000 }, (_, i) => ({ name: `p${i}`, port: i + 1 })) },
      }),
    ),
    60,
  ),
  kubectl(
    "a pod with many containers",
    document(
      JSON.stringify({
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "wide" },
        spec: { containers: Array.from({ length: 1_000 }, (_, i) => ({ name: `c${i}`, image: "busybox", command: ["false"] })) },
      }),
    ),
    60,
  ),
  kubectl(
    "a pod with a large environment",
    document(
      JSON.stringify({
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "env" },
        spec: {
          containers: [
            {
              name: "c",
              image: "busybox",
              command: ["env"],
              env: Array.from({ length: 5_000 }, (_, i) => ({ name: `V${i}`, value: i > 0 ? `$(V${i - 1})$(V${i - 1})` : "x" })),
            },
          ],
        },
      }),
    ),
    60,
  ),
  kubectl(
    "a schema that is greedy",
    document(
      JSON.stringify({
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: "as.example.com" },
        spec: {
          group: "example.com",
          names: { plural: "as", singular: "a", kind: "A", listKind: "AList" },
          scope: "Namespaced",
          versions: [
            {
              name: "v1",
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: "object", properties: { s: { type: "string", pattern: "^(a+)+$" } } } },
            },
          ],
        },
      }),
    ),
  ),
];

const promql = (tries: string, query: string): HostileAction => ({ tries, tool: "query_metrics", arguments: { query }, waits: [] });

/** Queries of metrics and logs, and other tools. */
const QUERIES: readonly HostileAction[] = [
  promql("every series of a day", 'count(count_over_time({__name__=~".+"}[1d]))'),
  promql("every series of an hour", 'count_over_time({__name__=~".+"}[1h])'),
  promql("a subquery each second of a day", "max_over_time(sum(rate(container_cpu_usage_seconds_total[1m]))[1d:1s])"),
  promql("a subquery each millisecond", 'max_over_time(count({__name__=~".+"})[1h:1ms])'),
  promql("subqueries in subqueries", 'sum_over_time(sum_over_time(count({__name__=~".+"})[1h:1s])[1h:1s])'),
  promql("three subqueries", "max_over_time(max_over_time(max_over_time(up[1h:1s])[1h:1s])[1h:1s])"),
  promql("every series beside every other", '{__name__=~".+"} * on() group_left() {__name__=~".+"}'),
  promql("every series or every other", Array(40).fill('{__name__=~".+"}').join(" or ")),
  promql("sums in sums", `${"sum(".repeat(2_000)}up${")".repeat(2_000)}`),
  promql("brackets", "(".repeat(20_000)),
  promql("minus signs", `${"-".repeat(20_000)}1`),
  promql("a greedy expression", 'up{job=~"(a+)+$"}'),
  promql("a greedy replacement", 'label_replace({__name__=~".+"}, "x", "$1$1$1$1$1$1", "__name__", "((.+)+)+")'),
  promql("labels that grow", `${"label_join(".repeat(200)}up${', "a", "-", "a", "a", "a")'.repeat(200)}`),
  promql("half a character", 'up{job="\uD800"}'),
  promql("a long query", `up{job="${"x".repeat(200_000)}"}`),
  { tries: "every log line", tool: "query_logs", arguments: { query: '{namespace=~".+"}', limit: 1_000_000 }, waits: [] },
  { tries: "log lines by a greedy expression", tool: "query_logs", arguments: { query: '{namespace=~".+"} |~ "(a+)+$"' }, waits: [] },
  {
    tries: "logs parsed and counted",
    tool: "query_logs",
    arguments: { query: 'sum(count_over_time({namespace=~".+"} | json | logfmt | line_format "{{.a}}{{.a}}" [7d]))' },
    waits: [],
  },
  { tries: "every trace", tool: "get_traces", arguments: { limit: 1_000_000, lookback_minutes: 100_000 }, waits: [] },
  { tries: "a wait for ever", tool: "wait", arguments: { seconds: 1e9 }, waits: [] },
  { tries: "a wait of no number", tool: "wait", arguments: { seconds: "1e999" }, waits: [] },
  {
    tries: "a long diagnosis",
    tool: "submit_diagnosis",
    arguments: { text: "the selector of geo is wrong and ".repeat(8_000) },
    waits: [],
  },
  {
    tries: "a wide diagnosis",
    tool: "submit_diagnosis",
    arguments: { root_causes: Array.from({ length: 5_000 }, (_, i) => ({ resource: `deployment/d${i}`, fault_type: "x" })) },
    waits: [],
  },
  { tries: "half a character in a diagnosis", tool: "submit_diagnosis", arguments: { text: "geo \uD800 is down" }, waits: [] },
];

/** All hostile actions. */
export const HOSTILE_ACTIONS: readonly HostileAction[] = [
  ...Object.entries(SCRIPTS).flatMap(([tries, script]) => everywhere(tries, script)),
  ...REQUESTS,
  ...QUERIES,
];
