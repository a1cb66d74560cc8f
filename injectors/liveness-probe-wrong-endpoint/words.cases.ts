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
    "user is restarted over and over: Liveness probe failed: connection refused on port 8080.",
    "CrashLoopBackOff of user caused by a misconfigured liveness probe.",
    "livenessProbe.httpGet.port of deployment/user is wrong.",
    "The kubelet kills user-6c8d9f7b5c-q7wzx since the livenessProbe goes to a port that isn't open.",
    "A liveness probe with a wrong path was added to user.",
    "Wrong liveness endpoint on user.",
    "The container user has an HTTP liveness probe although it speaks gRPC.",
    "user restarts because the liveness check can never succeed.",
    "The liveness check of user is aimed at a port on which nothing listens.",
    "Incorrect livenessProbe for user, hence exit code 137.",
  ],
  types: [
    "liveness-probe",
    "wrong-liveness-probe",
    "liveness-probe-misconfigured",
    "bad-liveness-probe",
    "liveness-wrong-port",
    "livenessprobe",
    "liveness-probe-failure",
    "incorrect-liveness-endpoint",
  ],
} satisfies FaultTexts;
