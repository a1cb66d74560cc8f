import { splitWords } from "./split-words.ts";

/** Verb and kind of a command line: `rollout status` of `deployments`. */
export interface Subject {
  readonly verb: string;
  /** Plural of the first kind that is named; undefined if none is. */
  readonly kind: string | undefined;
}

/** Parses the verb and the kind of a kubectl command line. */
export const subjectOf = (line: string): Subject => {
  const words = splitWords(line).slice(1);
  const named = words.slice(0, words.includes("--") ? words.indexOf("--") : words.length).filter((word) => !word.startsWith("-"));
  const [first = "kubectl", second] = named;
  const isGroup = GROUPS.has(first) && second !== undefined && /^[a-z-]+$/.test(second);
  const verb = isGroup ? `${first} ${second}` : first;
  const rest = named.slice(isGroup ? 2 : 1);
  if (OF_PODS.has(first)) return { verb, kind: rest[0]?.includes("/") === true ? kindOf(rest[0]) : "pods" };
  return { verb, kind: isGroup && first === "create" ? kindOf(second) : kindOf(rest[0]) };
};

/** Commands with commands below them. */
const GROUPS: ReadonlySet<string> = new Set(["rollout", "set", "config", "auth", "create", "top", "certificate", "apply", "cluster-info"]);

/** Commands whose argument is a pod by default. */
const OF_PODS: ReadonlySet<string> = new Set(["logs", "exec", "attach", "port-forward", "cp", "debug", "run"]);

const kindOf = (word: string | undefined): string | undefined => {
  const name = word?.split(/[/,]/)[0]?.split(".")[0];
  return name === undefined || name === "" ? undefined : PLURALS.get(name.toLowerCase());
};

const NAMES = (
  "pods po pod|services svc service|deployments deploy deployment|replicasets rs replicaset|statefulsets sts statefulset|daemonsets ds daemonset|" +
  "jobs job|cronjobs cj cronjob|replicationcontrollers rc|configmaps cm configmap|secrets secret|serviceaccounts sa serviceaccount|namespaces ns namespace|nodes no node|" +
  "events ev event|endpoints ep|endpointslices endpointslice|ingresses ing ingress|ingressclasses ingressclass|networkpolicies netpol networkpolicy|" +
  "persistentvolumeclaims pvc|persistentvolumes pv|storageclasses sc|resourcequotas quota resourcequota|limitranges limits limitrange|" +
  "horizontalpodautoscalers hpa|poddisruptionbudgets pdb poddisruptionbudget|priorityclasses pc priorityclass|roles role|rolebindings rolebinding|" +
  "clusterroles clusterrole|clusterrolebindings clusterrolebinding|leases lease|controllerrevisions|podtemplates podtemplate|" +
  "customresourcedefinitions crd crds|certificatesigningrequests csr|mutatingwebhookconfigurations mutatingwebhookconfiguration|" +
  "validatingwebhookconfigurations validatingwebhookconfiguration|apiservices apiservice|flowschemas flowschema|prioritylevelconfigurations|componentstatuses cs"
).split("|");

const PLURALS: ReadonlyMap<string, string> = new Map(
  NAMES.flatMap((row) => {
    const [plural = "", ...others] = row.split(" ");
    return [plural, ...others].map((name) => [name, plural] as const);
  }),
);
