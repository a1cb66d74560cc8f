import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  params: { target: "deployment/geo", account: "serviceaccount/geo-runner", rollout: "recreate" },
  resources: ["deploy/geo", "deployment/hotel-reservation/geo", "replicaset/geo-7d9f8c6b5", "pod/geo-7d9f8c6b5-x2kqp", "component/geo"],
  otherResources: ["deployment/search", "service/consul", "deployment/mongodb-geo"],
  texts: [
    "geo runs as a service account that does not exist.",
    "deployment/geo names the service account geo-runner, which was never created.",
    'No pods of geo: error looking up service account hotel-reservation/geo-runner: serviceaccount "geo-runner" not found.',
    "The ReplicaSet of geo cannot create pods because its ServiceAccount is missing.",
    "serviceAccountName of the geo Deployment refers to an account that doesn't exist.",
    "geo has the wrong serviceAccountName.",
    "Deployment geo: spec.template.spec.serviceAccountName is geo-runner, and there is no such service account.",
    "FailedCreate on geo, the service account it asks for is not there.",
    "The pods of geo are forbidden since their service account is not found.",
    "geo's template points to a nonexistent service account.",
    "Someone set a serviceAccount on geo that nobody has made.",
    "geo gets no pods; its missing service account keeps the controller from creating them.",
    "The service account of deployment geo does not exist in this namespace.",
  ],
  types: [
    "service account",
    "missing-service-account",
    "serviceaccount-missing",
    "service-account-not-found",
    "wrong-service-account",
    "nonexistent service account",
    "invalid-serviceaccount",
    "service account does not exist",
  ],
} satisfies FaultTexts;
