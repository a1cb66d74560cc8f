import { expect, test } from "vitest";
import { handle } from "../../http/handle.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";

const fixture = () => {
  const { world } = createTestWorld();
  const user = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
  return (method: "POST" | "PATCH", path: string, body: unknown) =>
    handle(world, { method, path, query: {}, body, user, ...(method === "PATCH" && { patchType: "merge" as const }) }).body as {
      readonly message?: string;
      readonly spec: Readonly<Record<string, unknown>>;
    };
};

test("a Service that no longer sticks to its clients forgets for how long it did", () => {
  const send = fixture();
  const created = send("POST", "/api/v1/namespaces/shop/services", {
    metadata: { name: "web" },
    spec: { sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: {} }, ports: [{ port: 80 }] },
  });
  expect(created.spec["sessionAffinityConfig"]).toEqual({ clientIP: { timeoutSeconds: 10_800 } });
  const loose = send("PATCH", "/api/v1/namespaces/shop/services/web", { spec: { sessionAffinity: "None" } });
  expect(loose.message).toBeUndefined();
  expect(loose.spec).not.toHaveProperty("sessionAffinityConfig");
});

test("a Job that brings the labels of another is refused, for its pods would be taken for those of the other", () => {
  const send = fixture();
  const { message } = send("POST", "/apis/batch/v1/namespaces/shop/jobs", {
    metadata: { name: "j" },
    spec: {
      template: {
        metadata: { labels: { "job-name": "other" } },
        spec: { restartPolicy: "Never", containers: [{ name: "c", image: "busybox:1" }] },
      },
    },
  });
  expect(message).toContain("spec.template.metadata.labels[job-name]: Invalid value:");
  expect(message).toContain("must be 'j'");
});
