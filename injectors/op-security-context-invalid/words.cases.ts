import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "fleetcast",
  resource: "tidbcluster/basic",
  params: { target: "tidbcluster/basic", member: "tidb", id: "runAsUser", number: -1 },
  resources: ["tc/basic", "TidbCluster/basic", "tidbclusters.v1alpha1.pingcap.com/basic", "tidbclusters/basic"],
  otherResources: ["statefulset/basic-tidb", "deployment/tidb-controller-manager", "pod/basic-tidb-0"],
  texts: [
    "TidbCluster basic has an invalid podSecurityContext: runAsUser is -1.",
    "tidbcluster/basic asks for runAsUser: -1, which the API server refuses, so the operator cannot update basic-tidb.",
    "spec.tidb.podSecurityContext.runAsUser of the TidbCluster is out of range.",
    "The operator's sync fails with securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, because of the TidbCluster basic.",
    "The security context in the basic TidbCluster custom resource is invalid.",
    "Somebody set a negative runAsUser in the TidbCluster.",
    "The tidb part of TidbCluster/basic has a wrong securityContext; its StatefulSet is no longer updated.",
    "tc/basic: podSecurityContext with an illegal user id.",
    "An invalid security context was added to the TidbCluster CR basic.",
    "The StatefulSet basic-tidb cannot be updated, since the custom resource tidbcluster/basic has a bad pod security context.",
    "tidb-controller-manager cannot sync because TidbCluster basic sets podSecurityContext.runAsUser to -1.",
    "Root cause: runAsUser in the TidbCluster is not a valid user id, it must be between 0 and 2147483647.",
    "TidbCluster/basic has a misconfigured podSecurityContext (runAsUser=-1).",
  ],
  types: [
    "invalid-security-context",
    "invalid security context",
    "security-context",
    "invalid podSecurityContext",
    "runAsUser invalid",
    "negative runAsUser",
    "bad security context",
    "securityContext misconfigured",
  ],
} satisfies FaultTexts;
