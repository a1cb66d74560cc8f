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
  ],
} satisfies FaultTexts;
