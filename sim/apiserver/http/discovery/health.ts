/** Answers `/healthz`, `/livez` and `/readyz`, whole and check by check; undefined for other paths. */
export const answerHealth = (
  path: string,
  query: Readonly<Record<string, string>>,
): { readonly status: number; readonly text: string } | undefined => {
  const [, endpoint, check] = /^\/(healthz|livez|readyz)(?:\/(.+?))?\/?$/.exec(path) ?? [];
  if (endpoint === undefined) return undefined;
  const checks = CHECKS.filter(({ only }) => only === undefined || only === endpoint).map(({ name }) => name);
  if (check !== undefined) return checks.includes(check) ? { status: 200, text: "ok" } : { status: 404, text: "404 page not found\n" };
  if (query["verbose"] === undefined) return { status: 200, text: "ok" };
  const excluded = query["exclude"];
  const lines = checks.map((name) => (name === excluded ? `[+]${name} excluded: ok` : `[+]${name} ok`));
  return { status: 200, text: `${[...lines, `${endpoint} check passed`].join("\n")}\n` };
};

/** The paths of single checks, as the index of the server names them. */
export const healthPaths = (endpoint: string): readonly string[] =>
  CHECKS.filter(({ only }) => only === undefined || `/${only}` === endpoint).map(({ name }) => `${endpoint}/${name}`);

interface Check {
  readonly name: string;
  /** Missing: all three ask it. */
  readonly only?: "readyz";
}

const hook = (name: string): Check => ({ name: `poststarthook/${name}` });

/** In the order in which the server asks them. */
const CHECKS: readonly Check[] = [
  { name: "ping" },
  { name: "log" },
  { name: "etcd" },
  { name: "etcd-readiness", only: "readyz" },
  { name: "informer-sync", only: "readyz" },
  hook("start-apiserver-admission-initializer"),
  hook("generic-apiserver-start-informers"),
  hook("priority-and-fairness-config-consumer"),
  hook("priority-and-fairness-filter"),
  hook("storage-object-count-tracker-hook"),
  hook("start-apiextensions-informers"),
  hook("start-apiextensions-controllers"),
  hook("crd-informer-synced"),
  hook("start-system-namespaces-controller"),
  hook("start-cluster-authentication-info-controller"),
  hook("start-kube-apiserver-identity-lease-controller"),
  hook("start-kube-apiserver-identity-lease-garbage-collector"),
  hook("start-legacy-token-tracking-controller"),
  hook("start-service-ip-repair-controllers"),
  hook("rbac/bootstrap-roles"),
  hook("scheduling/bootstrap-system-priority-classes"),
  hook("priority-and-fairness-config-producer"),
  hook("bootstrap-controller"),
  hook("start-kubernetes-service-cidr-controller"),
  hook("aggregator-reload-proxy-client-cert"),
  hook("start-kube-aggregator-informers"),
  hook("apiservice-status-local-available-controller"),
  hook("apiservice-status-remote-available-controller"),
  hook("apiservice-registration-controller"),
  hook("apiservice-discovery-controller"),
  hook("kube-apiserver-autoregistration"),
  { name: "autoregister-completion" },
  hook("apiservice-openapi-controller"),
  hook("apiservice-openapiv3-controller"),
  { name: "shutdown", only: "readyz" },
];
