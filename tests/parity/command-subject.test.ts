import { expect, test } from "vitest";
import { subjectOf } from "./command-subject.ts";

test.each([
  ["kubectl get po -A", "get", "pods"],
  ["kubectl rollout status deploy/web --timeout=1s", "rollout status", "deployments"],
  ["kubectl create secret generic a", "create secret", "secrets"],
  ["kubectl create -f a.yaml", "create", undefined],
  ["kubectl logs web-1 -c app", "logs", "pods"],
  ["kubectl exec deploy/web -- get svc", "exec", "deployments"],
  ["kubectl get deployments.apps,sts", "get", "deployments"],
  ["kubectl --help", "kubectl", undefined],
])("%s", (line, verb, kind) => {
  expect(subjectOf(line)).toEqual({ verb, kind });
});
