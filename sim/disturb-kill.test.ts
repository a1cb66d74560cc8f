import { expect, test } from "vitest";
import { createFixture, deployment } from "./bootstrap/cluster-fixture.cases.ts";
import { createSimPort } from "./sim-port.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

test("a container that is killed from outside ends with 137, and its kubelet starts it again in the same pod", async () => {
  const fixture = createFixture();
  const port = createSimPort(fixture.world, ADMIN);
  fixture.create(deployment("web", {}));
  fixture.run(20);
  const [before] = fixture.pods("web");
  const [pod, container] = [before?.metadata.name ?? "", before?.spec.containers[0]?.name ?? ""];
  await port.disturb.kill({ namespace: "shop", pod, container });
  fixture.run(20);
  const [after] = fixture.pods("web");
  expect(after?.metadata.uid).toBe(before?.metadata.uid);
  expect(after?.status?.containerStatuses?.[0]).toMatchObject({
    restartCount: 1,
    ready: true,
    lastState: { terminated: { exitCode: 137, reason: "Error" } },
  });
});

test("a container that does not run stays as it is", async () => {
  const fixture = createFixture();
  const port = createSimPort(fixture.world, ADMIN);
  const revision = port.revision();
  await port.disturb.kill({ namespace: "shop", pod: "nobody", container: "main" });
  expect(port.revision()).toBe(revision);
});
