import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createKubernetesPort } from "./create-kubernetes-port.ts";

test("a cluster that is not there is an error of the infrastructure", async () => {
  expect(() => createKubernetesPort({ kubeconfigPath: "/nonexistent/kubeconfig" })).toThrow(/cannot be read/);
  const path = join(mkdtempSync(join(tmpdir(), "kubedrill-port-")), "kubeconfig");
  writeFileSync(path, JSON.stringify(NOBODY));
  const port = createKubernetesPort({ kubeconfigPath: path });
  await expect(port.read({ path: "/version" })).rejects.toMatchObject({
    code: "BACKEND_DOWN",
    message: expect.stringContaining("https://127.0.0.1:1"),
  });
  await expect(port.exec({ namespace: "a", pod: "b", command: ["true"] })).rejects.toMatchObject({ code: "BACKEND_DOWN" });
});

/** A kubeconfig of a server that listens nowhere. */
const NOBODY = {
  apiVersion: "v1",
  kind: "Config",
  clusters: [{ name: "nobody", cluster: { server: "https://127.0.0.1:1" } }],
  users: [{ name: "me", user: { token: "secret" } }],
  contexts: [{ name: "nobody", context: { cluster: "nobody", user: "me" } }],
  "current-context": "nobody",
};
