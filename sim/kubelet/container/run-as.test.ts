import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { Container } from "#kube/types/pod.ts";
import { createFixture, deployment } from "../../bootstrap/cluster-fixture.cases.ts";

const waitingOf = (container: Partial<Container>) => {
  const fixture = createFixture();
  fixture.create(deployment("app", container));
  fixture.run(10);
  return fixture.pods("app")[0]?.status?.containerStatuses?.[0]?.state?.waiting;
};
const NON_ROOT = { runAsNonRoot: true };

test("an image that runs as root is held back where root is not allowed", () => {
  const waiting = waitingOf({ securityContext: NON_ROOT } as Partial<Container>);
  expect(waiting?.reason).toBe("CreateContainerConfigError");
  expect(waiting?.message).toMatch(
    /^container has runAsNonRoot and image will run as root \(pod: "app-\S+_shop\([0-9a-f-]+\)", container: c\)$/,
  );
});

test("asking for root breaks the policy, asking for another user keeps it, and so does an image with a user of its own", () => {
  expect(waitingOf({ securityContext: { ...NON_ROOT, runAsUser: 0 } } as Partial<Container>)?.message).toContain(
    "container's runAsUser breaks non-root policy",
  );
  expect(waitingOf({ securityContext: { ...NON_ROOT, runAsUser: 1000 } } as Partial<Container>)).toBeUndefined();
  expect(
    waitingOf({ image: "registry.local/pause:3.10", command: ["/pause"], securityContext: NON_ROOT } as Partial<Container>),
  ).toBeUndefined();
});

test("a resource that somebody gives a node can be had by pods once the kubelet has seen it", () => {
  const fixture = createFixture();
  const node = fixture.client.get<Node>("nodes", undefined, "worker-1") as Node;
  const capacity = { ...node.status?.capacity, "example.com/seat": "1" };
  fixture.client.updateStatus<Node>("nodes", { ...node, status: { ...node.status, capacity } });
  fixture.run(15);
  expect(fixture.client.get<Node>("nodes", undefined, "worker-1")?.status?.allocatable).toMatchObject({ "example.com/seat": "1" });
});
