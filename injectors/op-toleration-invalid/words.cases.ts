import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "fleetcast",
  resource: "tidbcluster/basic",
  params: { target: "tidbcluster/basic", member: "tidb", key: "dedicated", value: "database", effect: "NoScheduled" },
  resources: ["tc/basic", "TidbCluster/basic", "tidbclusters/basic", "tidbclusters.pingcap.com/basic", "tidbcluster/fleetcast/basic"],
  otherResources: ["statefulset/basic-tidb", "deployment/tidb-controller-manager", "node/worker-1"],
  texts: [
    "TidbCluster basic has an invalid toleration: effect NoScheduled does not exist.",
    "tidbcluster/basic sets a toleration with an unsupported effect, so the operator cannot update basic-tidb.",
    "The toleration in spec.tidb.tolerations of the TidbCluster has the effect NoScheduled, which is not valid.",
    'The operator\'s sync fails: spec.template.spec.tolerations[0].effect: Unsupported value: "NoScheduled"; the TidbCluster basic asks for it.',
    "Invalid toleration effect in the TidbCluster custom resource.",
    "Somebody added a toleration to the basic TidbCluster whose effect is misspelled.",
    "The tidb component of TidbCluster/basic has a wrong toleration (effect NoScheduled), the StatefulSet update is refused.",
    "tc/basic: spec.tidb.tolerations[0].effect is not one of NoSchedule, PreferNoSchedule, NoExecute - unsupported value.",
    "The TidbCluster CR named basic contains a bad toleration.",
    "The StatefulSet basic-tidb cannot be updated as the custom resource tidbcluster/basic has an invalid toleration effect.",
    "tidb-controller-manager logs 'sync failed ... tolerations[0].effect: Unsupported value' because of the toleration in TidbCluster basic.",
    "Root cause: the toleration's effect in the TidbCluster is not supported by Kubernetes.",
    "The TiDB cluster resource basic specifies tolerations with an unknown effect; the API server rejects the StatefulSet.",
  ],
  types: [
    "invalid-toleration",
    "invalid toleration",
    "invalid toleration effect",
    "toleration-effect-invalid",
    "unsupported toleration effect",
    "wrong toleration",
    "bad-toleration",
    "toleration with invalid effect",
  ],
} satisfies FaultTexts;
