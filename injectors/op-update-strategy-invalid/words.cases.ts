import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "fleetcast",
  resource: "tidbcluster/basic",
  params: { target: "tidbcluster/basic", member: "tidb", strategy: "RollingUpgrade" },
  resources: ["tc/basic", "TidbCluster/basic", "tidbclusters.pingcap.com/basic", "tidbclusters/basic"],
  otherResources: ["statefulset/basic-tidb", "deployment/tidb-controller-manager", "node/worker-1"],
  texts: [
    "TidbCluster basic has an invalid update strategy: RollingUpgrade does not exist.",
    "tidbcluster/basic sets statefulSetUpdateStrategy to RollingUpgrade, which is not a valid strategy.",
    "spec.tidb.statefulSetUpdateStrategy of the TidbCluster is neither OnDelete nor RollingUpdate.",
    "The update strategy in the basic TidbCluster is misspelled.",
    "Wrong update strategy in the TidbCluster custom resource.",
    "Somebody wrote an unknown update strategy into TidbCluster/basic.",
    "tc/basic: statefulSetUpdateStrategy: RollingUpgrade is unsupported, the StatefulSet keeps RollingUpdate.",
    "The TidbCluster CR named basic has a bad statefulSetUpdateStrategy.",
    "The operator ignores the invalid update strategy RollingUpgrade in tidbcluster/basic.",
    "The tidb component of TidbCluster basic is configured with an unsupported StatefulSet update strategy.",
    "Root cause: invalid statefulSetUpdateStrategy in the TidbCluster.",
    "The updateStrategy of the TidbCluster basic is not valid.",
    "No such update strategy as RollingUpgrade: the TidbCluster basic asks for it.",
  ],
  types: [
    "invalid-update-strategy",
    "invalid update strategy",
    "wrong update strategy",
    "unsupported update strategy",
    "invalid statefulSetUpdateStrategy",
    "unknown update strategy",
    "bad-update-strategy",
    "statefulset update strategy invalid",
  ],
} satisfies FaultTexts;
