import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/frontend",
  texts: [
    "The readiness probe of the frontend points to a wrong path.",
    "frontend never becomes ready because its readiness probe asks /readyz on port 8090.",
    "deployment/frontend: readinessProbe targets a port that nobody listens on.",
    "The frontend's Service has no endpoints since the readiness check is wrong.",
    "frontend has a bad readiness probe.",
    "Root cause: readiness probe on deployment frontend, not the liveness probe.",
    "Readiness probe failed: dial tcp 10.0.1.7:8090: connection refused on frontend.",
    "frontend pods stay 0/1 because the readinessProbe is misconfigured.",
    "readinessProbe.httpGet.port in deployment/frontend is wrong.",
    "The readiness check of frontend asks a port where nothing listens, so the Service has no endpoints.",
    "A wrong readiness probe was added to frontend.",
    "frontend runs but is never Ready: its readinessProbe hits /readyz, which it does not serve.",
    "Wrong readiness endpoint on frontend.",
    "frontend-7c9f8d6b5-qwz7k is Running but unready, the readiness probe's path does not exist.",
    "Incorrect readinessProbe for the frontend container.",
    "The endpoints of frontend are empty since its readiness probe fails on port 8090.",
  ],
  types: [
    "readiness-probe",
    "wrong-readiness-probe",
    "readiness-probe-misconfigured",
    "bad-readiness-probe",
    "readiness-wrong-port",
    "readinessprobe",
    "readiness-probe-failure",
    "incorrect-readiness-endpoint",
  ],
} satisfies FaultTexts;
