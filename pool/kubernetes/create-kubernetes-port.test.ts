import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
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

test("streams to pods are opened as the user who is impersonated", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((_request, response) => response.writeHead(403).end(JSON.stringify({ message: "not you" })));
  server.on("upgrade", ({ headers }, socket) => {
    seen.push(headers);
    socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { "Impersonate-User": "bob", "Impersonate-Group": ["one", "two"] };
  const cluster = { server: address, "insecure-skip-tls-verify": true };
  const context = { context: "here", clusterName: "here", cluster, userName: "me", user: {}, namespace: undefined };
  const port = createKubernetesPort({ context, headers });
  const refused = { exitCode: undefined, error: "Error from server (Forbidden): not you" };
  expect(await port.exec({ namespace: "a", pod: "b", command: ["true"] })).toMatchObject(refused);
  expect(await port.attach({ namespace: "a", pod: "b", stdin: "x" })).toMatchObject(refused);
  const bob = { "impersonate-user": "bob", "impersonate-group": "one, two" };
  expect(seen).toMatchObject([bob, bob]);
  await port.close();
  server.close();
});

/** A kubeconfig of a server that does not listen. */
const NOBODY = {
  apiVersion: "v1",
  kind: "Config",
  clusters: [{ name: "nobody", cluster: { server: "https://127.0.0.1:1" } }],
  users: [{ name: "me", user: { token: "secret" } }],
  contexts: [{ name: "nobody", context: { cluster: "nobody", user: "me" } }],
  "current-context": "nobody",
};
