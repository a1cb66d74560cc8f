import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "configmap/mongo-rate-script",
  texts: [
    "ConfigMap mongo-rate-script was deleted.",
    "The ConfigMap mongo-rate-script does not exist any more.",
    "mongodb-rate hangs in ContainerCreating because configmap mongo-rate-script is missing.",
    "mongo-rate-script is gone.",
    "Missing ConfigMap mongo-rate-script; the pod cannot mount it.",
    "The ConfigMap that mongodb-rate mounts has been deleted.",
    'MountVolume.SetUp failed since configmap "mongo-rate-script" not found.',
    "Someone removed the mongo-rate-script config map.",
  ],
} satisfies FaultTexts;
