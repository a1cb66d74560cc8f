import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

const owned = (name: string, apiVersion: string, kind: string): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name,
      namespace: "shop",
      ownerReferences: [{ apiVersion, kind, name: "gone", uid: "0e6c3f2e-1b7a-4f44-9a3c-2f1f1c1d1e1f" }],
    },
  }) as never;

test("an object goes with its owner, and stays while nobody can tell whether the owner is there", () => {
  const bed = createFixture();
  bed.create(
    owned("of-map", "v1", "ConfigMap"),
    owned("of-autoscaler", "autoscaling/v1", "HorizontalPodAutoscaler"),
    owned("of-unknown", "tools.example.com/v1", "Tool"),
    owned("of-old", "extensions/v1beta1", "Deployment"),
  );
  bed.run(60);
  expect(bed.client.list("configmaps", "shop").map(({ metadata }) => metadata.name)).toEqual(["kube-root-ca.crt", "of-old", "of-unknown"]);
});
