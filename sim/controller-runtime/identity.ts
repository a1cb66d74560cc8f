import type { Client } from "../apiserver/http/client.ts";
import { createClient } from "../apiserver/http/create-client.ts";
import type { World } from "../kernel/world.ts";

/** The API server as a control-plane component sees it, under its own user. */
export const clientFor = (world: World, component: keyof typeof USERS): Client => createClient(world, USERS[component]);

/** The API server as the kubelet of a node sees it. */
export const clientForNode = (world: World, node: string): Client =>
  createClient(world, { username: `system:node:${node}`, groups: ["system:nodes", "system:authenticated"] });

const controllerUser = (name: string) =>
  Object.freeze({
    username: `system:serviceaccount:kube-system:${name}`,
    groups: Object.freeze(["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"]),
  });

const USERS = Object.freeze({
  "clusterrole-aggregation-controller": controllerUser("clusterrole-aggregation-controller"),
  "cronjob-controller": controllerUser("cronjob-controller"),
  "daemon-set-controller": controllerUser("daemon-set-controller"),
  "deployment-controller": controllerUser("deployment-controller"),
  "disruption-controller": controllerUser("disruption-controller"),
  "ephemeral-volume-controller": controllerUser("ephemeral-volume-controller"),
  "endpoint-controller": controllerUser("endpoint-controller"),
  "endpointslice-controller": controllerUser("endpointslice-controller"),
  "endpointslicemirroring-controller": controllerUser("endpointslicemirroring-controller"),
  "generic-garbage-collector": controllerUser("generic-garbage-collector"),
  "horizontal-pod-autoscaler": controllerUser("horizontal-pod-autoscaler"),
  "job-controller": controllerUser("job-controller"),
  "namespace-controller": controllerUser("namespace-controller"),
  "node-controller": controllerUser("node-controller"),
  "persistent-volume-binder": controllerUser("persistent-volume-binder"),
  "pod-garbage-collector": controllerUser("pod-garbage-collector"),
  "pvc-protection-controller": controllerUser("pvc-protection-controller"),
  "replicaset-controller": controllerUser("replicaset-controller"),
  "replication-controller": controllerUser("replication-controller"),
  "resource-claim-controller": controllerUser("resource-claim-controller"),
  "resourcequota-controller": controllerUser("resourcequota-controller"),
  "root-ca-cert-publisher": controllerUser("root-ca-cert-publisher"),
  "service-account-controller": controllerUser("service-account-controller"),
  "statefulset-controller": controllerUser("statefulset-controller"),
  "local-path-provisioner": Object.freeze({
    username: "system:serviceaccount:kube-system:local-path-provisioner-service-account",
    groups: Object.freeze(["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"]),
  }),
  "custom-resource-cleaner": Object.freeze({
    username: "system:apiserver",
    groups: Object.freeze(["system:masters", "system:authenticated"]),
  }),
  "service-address-keeper": Object.freeze({
    username: "system:apiserver",
    groups: Object.freeze(["system:masters", "system:authenticated"]),
  }),
  scheduler: Object.freeze({ username: "system:kube-scheduler", groups: Object.freeze(["system:authenticated"]) }),
});
