import { expect, test } from "vitest";
import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { freeStatefulPods } from "./free-stateful-pods.ts";

const baseline = {
  namespace: "shop",
  objects: {
    "statefulsets.apps": [
      { metadata: { name: "db", namespace: "shop" }, spec: { selector: { matchLabels: { app: "db", tier: "store" } } } },
    ],
  },
} as unknown as Baseline;

const manifest = (kind: string): string => JSON.stringify({ apiVersion: "apps/v1", kind, metadata: { name: "db" }, spec: {} });

test.each([
  kubectl("patch statefulset/db -p '{}'"),
  kubectl("set image statefulset/db db=mysql:5.7"),
  kubectl("set resources statefulset/db -c db --limits=memory=1Gi"),
  kubectl("rollout undo statefulset/db"),
  kubectl("rollout restart statefulset/db"),
  kubectl("replace -f -", manifest("StatefulSet")),
])("after $arguments.command the pods of the StatefulSet are deleted", (call) => {
  expect(freeStatefulPods([call, call], baseline)).toEqual([call, call, kubectl("delete pods -l app=db,tier=store")]);
});

test.each([
  kubectl("set image deployment/db db=mysql:5.7"),
  kubectl("scale statefulset/db --replicas=1"),
  kubectl("delete statefulset/db"),
  kubectl("create -f -", manifest("StatefulSet")),
  kubectl("replace -f -", manifest("Deployment")),
  { name: "wait", arguments: { seconds: 5 } },
])("after $arguments.command nothing more is done", (call) => {
  expect(freeStatefulPods([call], baseline)).toEqual([call]);
});
