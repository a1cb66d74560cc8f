import type { KubeObject } from "#kube/types/meta.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import type { ApiAnswer, ApiRequest } from "../../apiserver/http/api-request.ts";
import { handle } from "../../apiserver/http/handle.ts";
import { asFixture, type ClusterFixture, createFixture, deployment } from "../../bootstrap/cluster-fixture.cases.ts";
import type { World } from "../../kernel/world.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { outputOf } from "../../processes/process-output.ts";
import type { TidbCluster } from "./tidb-cluster.ts";

/** A cluster with the TiDB operator in `shop`, and a TidbCluster `basic`. */
export interface TidbFixture extends ClusterFixture {
  cluster(): TidbCluster;
  /** Changes the cluster's resource, as `kubectl patch --type merge` does. */
  patch(patch: object): void;
  /** Deletes an object of `apps` and leaves what it made, as `kubectl delete --cascade=orphan` does. */
  orphan(plural: string, name: string): void;
  set(name: string): StatefulSet | undefined;
  /** Lines of the present container of a pod. */
  log(pod: string, container: string): readonly string[];
  fork(): TidbFixture;
}

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
const ORPHANING = { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Orphan" };
const CLUSTERS = "/apis/pingcap.com/v1alpha1/namespaces/shop/tidbclusters";

/** Starts the operator, then the cluster with `spec` merged over its own, and a pod with a client. */
export const createTidbFixture = (definition: KubeObject, spec: object = {}): TidbFixture => {
  const fixture = createFixture();
  const { world } = fixture;
  send(world, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  fixture.create(...operatorObjects(), CLIENT);
  fixture.run(30);
  const created = send(world, "POST", CLUSTERS, clusterObject(spec));
  if (created.status >= 300) throw new Error(JSON.stringify(created.body));
  return fixtureOf(world);
};

const send = (world: World, method: ApiRequest["method"], path: string, body?: object): ApiAnswer =>
  handle(world, {
    method,
    path,
    query: {},
    user: ADMIN,
    ...(body === undefined ? {} : { body }),
    ...(method === "PATCH" ? { patchType: "merge" } : {}),
  });

const fixtureOf = (world: World): TidbFixture => {
  const fixture = asFixture(world);
  return {
    ...fixture,
    cluster: () => send(world, "GET", `${CLUSTERS}/basic`).body as TidbCluster,
    patch: (patch) => void send(world, "PATCH", `${CLUSTERS}/basic`, patch),
    orphan: (plural, name) => void send(world, "DELETE", `/apis/apps/v1/namespaces/shop/${plural}/${name}`, ORPHANING),
    set: (name) => fixture.client.get<StatefulSet>("statefulsets.apps", "shop", name),
    log: (pod, container) => {
      const process = world.map<Process>(PROCESSES).get(`shop/${pod}/${container}`);
      return process === undefined ? [] : outputOf(world, process.key, process.startedAtMs).map(({ text }) => text);
    },
    fork: () => fixtureOf(world.fork()),
  };
};

const CLIENT: KubeObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "client", namespace: "shop" },
  spec: { containers: [{ name: "c", image: "mysql:8.4", command: ["sleep", "100000"] }] },
} as KubeObject;

const RULES = [
  { apiGroups: [""], resources: ["services", "events"], verbs: ["*"] },
  { apiGroups: [""], resources: ["endpoints", "configmaps"], verbs: ["create", "get", "list", "watch", "update", "delete"] },
  { apiGroups: [""], resources: ["serviceaccounts"], verbs: ["create", "get", "update", "delete"] },
  { apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch", "update", "delete"] },
  { apiGroups: ["apps"], resources: ["statefulsets", "deployments", "controllerrevisions"], verbs: ["*"] },
  { apiGroups: ["pingcap.com"], resources: ["*"], verbs: ["*"] },
  { apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"], verbs: ["escalate", "create", "get", "update", "delete"] },
  { apiGroups: ["rbac.authorization.k8s.io"], resources: ["rolebindings"], verbs: ["create", "get", "update", "delete"] },
];

const operatorObjects = (): readonly KubeObject[] => {
  const metadata = { name: "tidb-controller-manager", namespace: "shop" };
  const rbac = "rbac.authorization.k8s.io";
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    { apiVersion: `${rbac}/v1`, kind: "Role", metadata, rules: RULES } as KubeObject,
    {
      apiVersion: `${rbac}/v1`,
      kind: "RoleBinding",
      metadata,
      subjects: [{ kind: "ServiceAccount", name: metadata.name, namespace: "shop" }],
      roleRef: { apiGroup: rbac, kind: "Role", name: metadata.name },
    } as KubeObject,
    deployment(
      metadata.name,
      { image: "pingcap/tidb-operator:v1.6.3", command: ["/usr/local/bin/tidb-controller-manager", "-cluster-scoped=false"] },
      { serviceAccountName: metadata.name },
    ),
  ];
};

const clusterObject = (spec: object): KubeObject =>
  ({
    apiVersion: "pingcap.com/v1alpha1",
    kind: "TidbCluster",
    metadata: { name: "basic", namespace: "shop" },
    spec: {
      version: "v8.1.0",
      terminationGracePeriodSeconds: 2,
      pd: { baseImage: "pingcap/pd", replicas: 1, requests: { storage: "1Gi" } },
      tikv: { baseImage: "pingcap/tikv", replicas: 1, requests: { storage: "1Gi" } },
      tidb: { baseImage: "pingcap/tidb", replicas: 1, service: { type: "ClusterIP" } },
      ...spec,
    },
  }) as KubeObject;
