import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "node/*",
  texts: [
    "All workers have a taint that the app does not tolerate.",
    "Somebody tainted every worker node with dedicated=batch:NoSchedule.",
    "node/*: taint",
    "Pods of geo stay Pending because of an untolerated taint on the nodes.",
    "FailedScheduling: 3 node(s) had untolerated taint {dedicated: batch}.",
    "All worker nodes carry the taint pool=spot:NoSchedule, so geo stays Pending.",
    "The nodes were tainted with maintenance=scheduled and nothing tolerates it.",
    "geo has no toleration for the taint on the workers.",
    "Workers are tainted NoExecute, pods get evicted.",
    "A NoSchedule taint was put on each of the workers.",
    "worker-1, worker-2 and worker-3 have been tainted.",
    "Untolerated taint workload-class=system on all nodes.",
    "Taint dedicated=gpu:NoSchedule on every node prevents geo from being scheduled.",
    "Pods cannot be scheduled because of a taint on all the nodes.",
  ],
  types: [
    "taint",
    "node-taint",
    "untolerated-taint",
    "nodes-tainted",
    "taint-no-toleration",
    "missing-toleration",
    "noschedule-taint",
    "tainted-nodes",
  ],
} satisfies FaultTexts;
