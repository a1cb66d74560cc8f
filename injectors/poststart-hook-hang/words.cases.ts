import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  params: { target: "deployment/geo", container: "hotel-reserv-geo", command: ["sleep", "infinity"], rollout: "recreate" },
  resources: ["deploy/geo", "deployment/hotel-reservation/geo", "replicaset/geo-7d9f8c6b5", "pod/geo-7d9f8c6b5-x2kqp", "container/geo"],
  otherResources: ["deployment/search", "service/consul", "deployment/mongodb-geo"],
  texts: [
    "deployment/geo has a postStart hook that never ends.",
    "The postStart hook of geo sleeps forever, so its container is never reported as running.",
    "geo hangs in its postStart lifecycle hook.",
    "geo pods stay in ContainerCreating because of a postStart hook which runs tail -f /dev/null.",
    "lifecycle.postStart of the geo container runs sleep infinity.",
    "Someone added a post-start hook to geo that does not return.",
    "The geo Deployment got a lifecycle hook that blocks.",
    "FailedPostStartHook on geo.",
    "The pods of geo are stuck: the kubelet waits for a postStart exec that does not finish.",
    "search gets no answer, since geo's postStart handler hangs.",
    "poststart-hook-hang on deployment/geo",
    "spec.template.spec.containers[0].lifecycle.postStart of geo is an endless command.",
    "The new roll-out of geo never gets ready, its postStart command waits for ever.",
  ],
  types: [
    "lifecycle-hook",
    "lifecycle hook",
    "postStart hook",
    "poststart-hook-hang",
    "post-start hook hangs",
    "hanging postStart hook",
    "postStart never completes",
    "lifecycle-hook-hang",
  ],
} satisfies FaultTexts;
