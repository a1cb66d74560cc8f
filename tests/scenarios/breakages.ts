/** A text that the answer of a kubectl command must contain. */
export interface Sight {
  readonly command: string;
  readonly matches: RegExp;
  /** Timeout in virtual seconds; missing: 180. */
  readonly withinS?: number;
}

/** A defect made with kubectl alone, its symptoms, and how it is undone. */
export interface Breakage {
  readonly name: string;
  readonly breaks: readonly string[];
  readonly shows: readonly Sight[];
  /** Operations that fail then, in the order of the app's record; missing: not checked, since they vary. */
  readonly failing?: readonly string[];
  readonly heals: readonly string[];
}

const HOTELS = "GET /hotels";
const RECOMMENDATIONS = "GET /recommendations";
const USER = "POST /user";
const RESERVATION = "POST /reservation";
const ALL = [HOTELS, RECOMMENDATIONS, USER, RESERVATION];

const jsonPatch = (target: string, ...operations: readonly object[]): string =>
  `patch ${target} --type=json -p '${JSON.stringify(operations)}'`;

const writeCorefile = (stanza: string): string => {
  const data = { Corefile: `.:53 {\n${stanza}\nkubernetes cluster.local\nreload\n}\n` };
  return `patch configmap coredns -n kube-system --type=merge -p '${JSON.stringify({ data })}'`;
};

/** Breakages that no fault of the catalogue causes. */
export const BREAKAGES: readonly Breakage[] = [
  {
    name: "a frontend that starts with an init container that fails",
    breaks: [
      "scale deployment frontend --replicas=0",
      `patch deployment frontend -p '{"spec":{"template":{"spec":{"initContainers":[{"name":"prepare","image":"busybox:1.36","command":["sh","-c","exit 3"]}]}}}}'`,
      "scale deployment frontend --replicas=1",
    ],
    shows: [
      { command: "get pods -l io.kompose.service=frontend", matches: /Init:(Error|CrashLoopBackOff)/ },
      { command: "describe pod -l io.kompose.service=frontend", matches: /Exit Code:\s+3/ },
    ],
    failing: ALL,
    heals: [jsonPatch("deployment frontend", { op: "remove", path: "/spec/template/spec/initContainers" })],
  },
  {
    name: "an init container that waits for a name that does not resolve",
    breaks: [
      "scale deployment search --replicas=0",
      `patch deployment search -p '{"spec":{"template":{"spec":{"initContainers":[{"name":"wait","image":"busybox:1.36","command":["sh","-c","until nslookup settings-store; do sleep 2; done"]}]}}}}'`,
      "scale deployment search --replicas=1",
    ],
    shows: [{ command: "get pods -l io.kompose.service=search", matches: /Init:0\/1/ }],
    failing: [HOTELS],
    heals: [jsonPatch("deployment search", { op: "remove", path: "/spec/template/spec/initContainers" })],
  },
  {
    name: "two workloads scaled down at once",
    breaks: ["scale deployment recommendation --replicas=0", "scale deployment user --replicas=0"],
    shows: [{ command: "get deployments recommendation user", matches: /recommendation\s+0\/0[\s\S]*user\s+0\/0/ }],
    failing: [RECOMMENDATIONS, USER, RESERVATION],
    heals: ["scale deployment recommendation --replicas=1", "scale deployment user --replicas=1"],
  },
  {
    name: "all workers cordoned and a pod deleted",
    breaks: ["cordon worker-1", "cordon worker-2", "cordon worker-3", "delete pod -l io.kompose.service=profile"],
    shows: [
      { command: "get pods -l io.kompose.service=profile", matches: /Pending/ },
      { command: "describe pod -l io.kompose.service=profile", matches: /3 node\(s\) were unschedulable/ },
      { command: "get nodes", matches: /Ready,SchedulingDisabled/ },
    ],
    failing: [HOTELS, RECOMMENDATIONS],
    heals: ["uncordon worker-1", "uncordon worker-2", "uncordon worker-3"],
  },
  {
    name: "a CPU request larger than any node",
    breaks: [
      "scale deployment geo --replicas=0",
      "set resources deployment geo --requests=cpu=64 --limits=cpu=64",
      "scale deployment geo --replicas=1",
    ],
    shows: [{ command: "describe pod -l io.kompose.service=geo", matches: /3 Insufficient cpu/ }],
    failing: [HOTELS],
    heals: ["set resources deployment geo --requests=cpu=100m --limits=cpu=1000m"],
  },
  {
    name: "a taint that nobody tolerates on every worker",
    breaks: ["taint nodes worker-1 worker-2 worker-3 dedicated=batch:NoSchedule", "delete pod -l io.kompose.service=user"],
    shows: [{ command: "describe pod -l io.kompose.service=user", matches: /4 node\(s\) had untolerated taint\(s\)/ }],
    failing: [USER, RESERVATION],
    heals: ["taint nodes worker-1 worker-2 worker-3 dedicated-"],
  },
  {
    name: "a volume claim that does not exist",
    breaks: [
      "scale deployment mongodb-profile --replicas=0",
      jsonPatch("deployment mongodb-profile", {
        op: "replace",
        path: "/spec/template/spec/volumes/0/persistentVolumeClaim/claimName",
        value: "profile-data",
      }),
      "scale deployment mongodb-profile --replicas=1",
    ],
    shows: [{ command: "describe pod -l io.kompose.service=mongodb-profile", matches: /persistentvolumeclaim "profile-data" not found/ }],
    heals: [
      jsonPatch("deployment mongodb-profile", {
        op: "replace",
        path: "/spec/template/spec/volumes/0/persistentVolumeClaim/claimName",
        value: "profile-pvc",
      }),
    ],
  },
  {
    name: "a deleted claim that waits for its pod, and a store that comes back empty",
    breaks: ["delete pvc user-pvc --wait=false"],
    shows: [{ command: "get pvc user-pvc", matches: /Terminating/ }],
    failing: [],
    heals: [],
  },
  {
    name: "an environment variable from a Secret that is not there",
    breaks: [
      "scale deployment rate --replicas=0",
      `patch deployment rate -p '{"spec":{"template":{"spec":{"containers":[{"name":"hotel-reserv-rate","env":[{"name":"TOKEN","valueFrom":{"secretKeyRef":{"name":"rate-token","key":"token"}}}]}]}}}}'`,
      "scale deployment rate --replicas=1",
    ],
    shows: [
      { command: "get pods -l io.kompose.service=rate", matches: /CreateContainerConfigError/ },
      { command: "describe pod -l io.kompose.service=rate", matches: /Error: secret "rate-token" not found/ },
    ],
    failing: [HOTELS],
    heals: ["create secret generic rate-token --from-literal=token=abc"],
  },
  {
    name: "a quota that leaves no room for new pods",
    breaks: [`create quota team --hard=pods=3`, "delete pod -l io.kompose.service=search"],
    shows: [
      {
        command: "describe replicaset -l io.kompose.service=search",
        matches: /exceeded quota: team, requested: pods=1, used: pods=\d+, limited: pods=3/,
      },
    ],
    failing: [HOTELS],
    heals: ["delete quota team", "rollout restart deployment search"],
  },
  {
    name: "a policy that denies the namespace's egress",
    breaks: [
      "apply -f - <<EOF\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: no-egress\nspec:\n  podSelector:\n    matchLabels:\n      io.kompose.service: frontend\n  policyTypes: [Egress]\nEOF",
    ],
    shows: [{ command: "get networkpolicy", matches: /no-egress/ }],
    failing: ALL,
    heals: ["delete networkpolicy no-egress"],
  },
  {
    name: "a frontend Service on another port",
    breaks: [jsonPatch("service frontend", { op: "replace", path: "/spec/ports/0/port", value: 5001 })],
    shows: [{ command: "get service frontend", matches: /5001\/TCP/ }],
    failing: ALL,
    heals: [jsonPatch("service frontend", { op: "replace", path: "/spec/ports/0/port", value: 5000 })],
  },
  {
    name: "a cache that is stopped makes its consumer slower and no more",
    breaks: ["scale deployment memcached-profile --replicas=0"],
    shows: [{ command: "get endpoints memcached-profile", matches: /<none>/ }],
    failing: [],
    heals: ["scale deployment memcached-profile --replicas=1"],
  },
  {
    name: "a store that is stopped shows nothing until its consumer restarts",
    breaks: ["scale deployment mongodb-geo --replicas=0"],
    shows: [{ command: "get deployment mongodb-geo", matches: /0\/0/ }],
    failing: [],
    heals: ["scale deployment mongodb-geo --replicas=1"],
  },
  {
    name: "a store that is stopped and a consumer that restarts",
    breaks: ["scale deployment mongodb-geo --replicas=0", "rollout restart deployment geo", "delete pod -l io.kompose.service=geo"],
    shows: [
      { command: "get pods -l io.kompose.service=geo", matches: /Error|CrashLoopBackOff/ },
      { command: "logs deploy/geo -p", matches: /panic: .*server selection/, withinS: 300 },
    ],
    heals: ["scale deployment mongodb-geo --replicas=1"],
  },
  {
    name: "the registry is gone and a service restarts",
    breaks: ["scale deployment consul --replicas=0", "delete pod -l io.kompose.service=recommendation"],
    shows: [{ command: "get pods -l io.kompose.service=recommendation", matches: /Error|CrashLoopBackOff/ }],
    failing: [RECOMMENDATIONS],
    heals: [
      "scale deployment consul --replicas=1",
      "rollout restart deployment recommendation frontend search geo rate profile user reservation",
    ],
  },
  {
    name: "an image that starts another program",
    breaks: [
      "scale deployment profile --replicas=0",
      "set image deployment/profile hotel-reserv-profile=mongo:4.4.6",
      "scale deployment profile --replicas=1",
    ],
    shows: [{ command: "describe pod -l io.kompose.service=profile", matches: /executable file not found in \$PATH/ }],
    failing: [HOTELS, RECOMMENDATIONS],
    heals: ["rollout undo deployment profile"],
  },
  {
    name: "an invalid image name",
    breaks: [
      "scale deployment user --replicas=0",
      "set image deployment/user hotel-reserv-user=User:Latest:1",
      "scale deployment user --replicas=1",
    ],
    shows: [{ command: "get pods -l io.kompose.service=user", matches: /InvalidImageName/ }],
    failing: [USER, RESERVATION],
    heals: ["rollout undo deployment user"],
  },
  {
    name: "a rolling update that cannot finish keeps the old pod serving",
    breaks: ["set image deployment/search hotel-reserv-search=ghcr.io/sregym/hotel-reservation:next"],
    shows: [
      {
        command: "get pods -l io.kompose.service=search",
        matches: /Running[\s\S]*(ErrImagePull|ImagePullBackOff)|(ErrImagePull|ImagePullBackOff)[\s\S]*Running/,
      },
      { command: "rollout status deployment search --timeout=1s", matches: /Waiting for deployment "search" rollout to finish|timed out/ },
    ],
    failing: [],
    heals: ["rollout undo deployment search"],
  },
  {
    name: "a workload deleted and created again",
    breaks: ["delete deployment jaeger", "delete deployment recommendation --cascade=orphan"],
    shows: [{ command: "get pods -l io.kompose.service=recommendation", matches: /Running/ }],
    failing: [],
    heals: [],
  },
  {
    name: "a DNS policy that leaves the cluster's resolver out",
    breaks: [
      "scale deployment geo --replicas=0",
      `patch deployment geo -p '{"spec":{"template":{"spec":{"dnsPolicy":"None","dnsConfig":{"nameservers":["192.0.2.53"]}}}}}'`,
      "scale deployment geo --replicas=1",
    ],
    shows: [{ command: "get pods -l io.kompose.service=geo", matches: /Error|CrashLoopBackOff/ }],
    failing: [HOTELS],
    heals: [`patch deployment geo -p '{"spec":{"template":{"spec":{"dnsPolicy":"ClusterFirst","dnsConfig":null}}}}'`],
  },
  {
    name: "both replicas of the name server gone and a pod that restarts",
    breaks: ["scale deployment coredns -n kube-system --replicas=0", "delete pod -l io.kompose.service=user"],
    shows: [{ command: "get pods -l io.kompose.service=user", matches: /Error|CrashLoopBackOff/ }],
    heals: ["scale deployment coredns -n kube-system --replicas=2"],
  },
  {
    name: "a Corefile that denies a name, and is mended without a restart",
    breaks: [writeCorefile("template IN A frontend.hotel-reservation.svc.cluster.local {\nrcode NXDOMAIN\n}")],
    shows: [{ command: "get configmap coredns -n kube-system -o yaml", matches: /NXDOMAIN/ }],
    failing: ALL,
    heals: [writeCorefile("")],
  },
];
