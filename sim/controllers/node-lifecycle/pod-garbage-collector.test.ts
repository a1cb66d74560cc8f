import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import { createFixture, deployment } from "../../bootstrap/cluster-fixture.cases.ts";
import { stopKubelet } from "../../kubelet/node/control-kubelet.ts";

test("pods that wait for their end on a lost node go when somebody says that it is out of service", () => {
  const bed = createFixture();
  bed.create(deployment("web", {}));
  bed.run(20);
  const first = bed.pods("web")[0];
  const name = first?.spec.nodeName as string;
  stopKubelet(bed.world, name);
  bed.run(400);
  const lost = () => bed.pods("web").find(({ metadata }) => metadata.name === first?.metadata.name);
  expect(lost()?.metadata.deletionTimestamp).toBeDefined();
  const node = bed.client.get<Node>("nodes", undefined, name) as Node;
  const taint = { key: "node.kubernetes.io/out-of-service", value: "nodeshutdown", effect: "NoExecute" } as const;
  bed.client.update("nodes", { ...node, spec: { ...node.spec, taints: [...(node.spec?.taints ?? []), taint] } });
  bed.run(21);
  expect(lost()).toBeUndefined();
});
