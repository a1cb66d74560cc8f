import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/user",
  texts: [
    "The liveness probe of deployment user asks the wrong port.",
    "deployment/user keeps restarting because its liveness probe hits /healthz on 8080, where nothing listens.",
    "The user service's livenessProbe is misconfigured.",
    "A bad liveness check kills the user pods.",
    "The user deployment has a liveness probe on a path that does not exist.",
    "user-6c8d9f7b5c-q7wzx is killed by a liveness probe that queries port 9000.",
  ],
} satisfies FaultTexts;
