import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/local-path-storage/local-path-provisioner",
  params: { target: "deployment/frontend", rollout: "recreate", volume: "uploads", claim: "frontend-uploads", path: "/var/lib/uploads" },
  resources: [
    "deployment/local-path-provisioner",
    "deploy/local-path-provisioner",
    "deploy/local-path-storage/local-path-provisioner",
    "Deployment/local-path-storage/local-path-provisioner",
  ],
  otherResources: ["persistentvolumeclaim/frontend-uploads", "deployment/frontend", "storageclass/standard"],
  texts: [
    "Deployment local-path-provisioner in local-path-storage is scaled to zero, so no volume is made for the claim frontend-uploads.",
    "local-path-provisioner has 0 replicas.",
    "The storage provisioner is down: deployment/local-path-provisioner was scaled to 0.",
    "deployment/local-path-storage/local-path-provisioner has no replicas, so frontend-uploads stays Pending.",
    "pvc frontend-uploads waits for a volume from the external provisioner, but local-path-provisioner is not running.",
    "frontend is Pending because the local-path-provisioner deployment is scaled to zero.",
    "The dynamic provisioner was scaled down to 0 replicas, so nothing gets a volume any more.",
    "No new volumes are provisioned since the storage provisioner is not running.",
    "local-path-provisioner is scaled to 0 in namespace local-path-storage.",
    "kubectl get deploy -A shows local-path-provisioner 0/0, so the volume of frontend is never created.",
    "spec.replicas of deployment/local-path-provisioner is 0.",
    "Somebody set the replicas of local-path-provisioner to zero; frontend waits for its volume.",
    "The volume provisioner has no pods, so the PVC frontend-uploads is not provisioned.",
  ],
  types: [
    "storage-provisioner-outage",
    "provisioner outage",
    "provisioner scaled to zero",
    "storage provisioner down",
    "scale-to-zero",
    "zero replicas",
    "provisioner not running",
    "storage provisioner has no replicas",
  ],
} satisfies FaultTexts;
