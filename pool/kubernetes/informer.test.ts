import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type OpenCluster, openCluster } from "#env/open/open-cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { createKubernetesPort, type KubernetesPort } from "./create-kubernetes-port.ts";
import type { Informer } from "./informer.ts";
import type { ResolvedContext } from "./kubeconfig.ts";
import { openWeakLink, type WeakLink } from "./testing/weak-link.ts";

let cluster: OpenCluster;
let link: WeakLink;
/** Ports around the weak link, and through it. */
let direct: KubernetesPort;
let port: KubernetesPort;
beforeAll(async () => {
  cluster = await openCluster({ host: "127.0.0.1", port: 0, nodes: 1, seed: "5", time: "auto", hasMetrics: false, hasStorage: false });
  const context = contextOf(cluster.kubeconfig);
  direct = createKubernetesPort({ context });
  const url = new URL(String(context.cluster["server"]));
  link = await openWeakLink(url.hostname, Number(url.port));
  url.port = `${link.port}`;
  port = createKubernetesPort({ context: { ...context, cluster: { ...context.cluster, server: url.href } } });
});
afterAll(async () => {
  await Promise.all([port.close(), direct.close()]);
  link.close();
  await cluster.close();
});

const PATH = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string): KubeObject => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default" } });
const names = (watch: Informer): readonly string[] =>
  watch
    .objects()
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== "kube-root-ca.crt")
    .sort();

/** Resolves when the watch holds these names. */
const holds = (watch: Informer, wanted: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (JSON.stringify(names(watch)) !== JSON.stringify(wanted)) return;
      cancel();
      resolve();
    };
    const cancel = watch.onChange(look);
    look();
  });

test("a watch holds what is there and hears what comes and goes", async () => {
  await createObject(direct, { resource: "configmaps", object: configMap("one") });
  const watch = port.watch({ path: PATH });
  await watch.ready;
  expect(names(watch)).toEqual(["one"]);
  await createObject(direct, { resource: "configmaps", object: configMap("two") });
  await holds(watch, ["one", "two"]);
  await deleteObject(direct, { resource: "configmaps", namespace: "default", name: "one" });
  await holds(watch, ["two"]);
  watch.close();
});

test("a connection that breaks is followed by one that goes on from there, without another list", async () => {
  const watch = port.watch({ path: PATH });
  await watch.ready;
  await createObject(direct, { resource: "configmaps", object: configMap("before") });
  await holds(watch, ["before", "two"]);
  link.cut();
  await createObject(direct, { resource: "configmaps", object: configMap("while-away") });
  await holds(watch, ["before", "two", "while-away"]);
  expect(watch.lists()).toBe(1);
  watch.close();
});

test("a connection that has gone silent is given up for a new one", async () => {
  const watch = port.watch({ path: PATH, idleMs: 300 });
  await watch.ready;
  link.clog();
  await createObject(direct, { resource: "configmaps", object: configMap("unheard") });
  await holds(watch, ["before", "two", "unheard", "while-away"]);
  watch.close();
});

test("where the server has forgotten where the watch was, it lists again", async () => {
  let lists = 0;
  const server = createServer((request, response) => {
    if (!request.url?.includes("watch=true")) {
      lists += 1;
      response.end(JSON.stringify({ items: [configMap(`list-${lists}`)], metadata: { resourceVersion: `${lists}` } }));
      return;
    }
    const gone = { kind: "Status", apiVersion: "v1", code: 410, reason: "Expired", message: "too old resource version" };
    if (lists < 3) response.end(`${JSON.stringify({ type: "ERROR", object: gone })}\n`);
    else response.write(`${JSON.stringify({ type: "ADDED", object: { ...configMap("heard"), metadata: { name: "heard" } } })}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const forgetful = createKubernetesPort({
    context: { cluster: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, user: {} } as unknown as ResolvedContext,
  });
  const watch = forgetful.watch({ path: PATH });
  await holds(watch, ["heard", "list-3"]);
  expect(watch.lists()).toBe(3);
  watch.close();
  server.closeAllConnections();
  server.close();
  await forgetful.close();
});

const contextOf = (text: string): ResolvedContext => {
  const file = parse(text) as {
    readonly clusters: readonly { readonly cluster: Record<string, unknown> }[];
    readonly users: readonly { readonly user: Record<string, unknown> }[];
  };
  return { cluster: file.clusters[0]?.cluster ?? {}, user: file.users[0]?.user ?? {} } as unknown as ResolvedContext;
};
