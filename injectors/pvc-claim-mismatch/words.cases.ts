import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/mongodb-rate",
  params: { target: "deployment/mongodb-rate", volume: "rate", claim: "rate-pvc-old", rollout: "recreate" },
  resources: [
    "deploy/mongodb-rate",
    "deployment/hotel-reservation/mongodb-rate",
    "pod/mongodb-rate-7d9f8c6b5-x2kqp",
    "replicaset/mongodb-rate-7d9f8c6b5",
    "component/mongodb-rate",
  ],
  otherResources: ["deployment/rate", "deployment/mongodb-geo", "node/worker-1"],
  texts: [
    "mongodb-rate mounts a PersistentVolumeClaim that does not exist.",
    "The pod of mongodb-rate is Pending because its PVC was not found.",
    "deployment/mongodb-rate refers to the claim rate-pvc-old, which is not there.",
    "mongodb-rate has the wrong claimName in its volume.",
    'FailedScheduling on mongodb-rate: persistentvolumeclaim "rate-pvc-old" not found.',
    "The volume of mongodb-rate points to a nonexistent PVC.",
    "mongodb-rate can't be scheduled, its template names a volume claim which doesn't exist.",
    "Somebody changed the claim name in the Deployment mongodb-rate to one that nobody has created.",
    "mongodb-rate is stuck Pending with a missing PersistentVolumeClaim.",
    "The claimName of mongodb-rate is misspelt, so its data volume cannot be mounted.",
    "Root cause: the mongodb-rate deployment uses an invalid PVC reference.",
    "The PVC that mongodb-rate asks for does not exist in the namespace.",
    "Deployment mongodb-rate waits for a volume claim that is missing.",
  ],
  types: [
    "pvc-reference",
    "pvc-not-found",
    "missing-pvc",
    "wrong-claim-name",
    "pvc-claim-mismatch",
    "persistentvolumeclaim not found",
    "volume-claim-missing",
    "nonexistent-pvc",
  ],
} satisfies FaultTexts;
