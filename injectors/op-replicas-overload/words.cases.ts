import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "fleetcast",
  resource: "tidbcluster/basic",
  params: { target: "tidbcluster/basic", member: "tidb", replicas: 100 },
  resources: ["tc/basic", "TidbCluster/basic", "tidbclusters.pingcap.com/basic", "tidbclusters/basic"],
  otherResources: ["statefulset/basic-tidb", "deployment/tidb-controller-manager", "node/worker-1"],
  texts: [
    "TidbCluster basic asks for 100 tidb replicas, far more than the nodes have room for.",
    "spec.tidb.replicas of tidbcluster/basic was set to 100, so most pods of basic-tidb are Pending.",
    "The TidbCluster asks for far too many replicas.",
    "Too many replicas in the TidbCluster custom resource: the operator scales basic-tidb out until the nodes are full.",
    "The replica count of tidb in TidbCluster/basic is too high.",
    "Somebody set replicas to 100 in the basic TidbCluster.",
    "tc/basic has spec.tidb.replicas: 100, an excessive number of replicas, and pods cannot be scheduled for lack of CPU.",
    "An overload of replicas: the TidbCluster named basic wants 100 tidb pods.",
    "The TidbCluster CR requests an absurd number of replicas for TiDB.",
    "The operator creates dozens of Pending tidb pods because TidbCluster basic sets replicas to 100.",
    "The TiDB cluster resource basic is configured with 100 replicas.",
    "Root cause: tidbcluster/basic, tidb replicas far too high.",
    "tidb replicas in the TidbCluster were raised to 100 and exhaust the cluster's CPU.",
  ],
  types: [
    "replicas-overload",
    "replica overload",
    "too many replicas",
    "replicas too high",
    "excessive replicas",
    "replica-count-too-high",
    "overload replicas",
    "far too many replicas",
  ],
} satisfies FaultTexts;
