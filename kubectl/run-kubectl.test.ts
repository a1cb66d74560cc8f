import { expect, test } from "vitest";
import type { ApiResponse, ClusterPort, ReadRequest, WriteRequest } from "#kube/ports/cluster-port.ts";
import { runKubectl } from "./run-kubectl.ts";

const NOW = Date.parse("2026-01-05T09:00:00Z");

const pod = (name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop", uid: `uid-${name}`, creationTimestamp: "2026-01-05T08:58:00Z", labels: { app: name } },
  spec: { containers: [{ name: "main" }, { name: "side" }] },
  status: { phase: "Running" },
});

const notFound = (resource: string, name: string): ApiResponse => ({
  status: 404,
  body: {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    reason: "NotFound",
    message: `${resource} "${name}" not found`,
    details: { name, kind: resource },
  },
});

/** A server that holds a few objects by path and keeps what was written. */
const server = (given: Record<string, unknown> = {}) => {
  const objects: Record<string, unknown> = { "/api/v1/namespaces/shop": { kind: "Namespace", metadata: { name: "shop" } }, ...given };
  const writes: WriteRequest[] = [];
  const read = async ({ path }: ReadRequest): Promise<ApiResponse> => {
    if (objects[path] !== undefined) return { status: 200, body: objects[path] };
    const parts = path.split("/");
    return notFound(parts.at(-2) as string, parts.at(-1) as string);
  };
  const write = async (request: WriteRequest): Promise<ApiResponse> => {
    writes.push(request);
    if (request.method === "DELETE") {
      if (objects[request.path] === undefined) return read(request);
      delete objects[request.path];
    }
    return { status: request.method === "POST" ? 201 : 200, body: request.body };
  };
  const clock = { nowMs: () => NOW, sleep: async () => {}, until: async (predicate: () => Promise<boolean>) => predicate() };
  const cluster = { read, write, clock, revision: () => undefined } as unknown as ClusterPort;
  const run = (line: string, stdin?: string) => runKubectl({ cluster, namespace: "shop", timeoutMs: 30_000, stdin }, line.split(" "));
  return { run, writes, cluster };
};

const PODS = "/api/v1/namespaces/shop/pods";

test("get prints a table", async () => {
  const { run } = server({ [PODS]: { kind: "PodList", apiVersion: "v1", metadata: {}, items: [pod("web-0"), pod("b")] } });
  expect((await run("get po")).stdout).toBe(
    "NAME    READY   STATUS    RESTARTS   AGE\nweb-0   0/2     Running   0          2m\nb       0/2     Running   0          2m\n",
  );
  expect((await run("get pods -o name")).stdout).toBe("pod/web-0\npod/b\n");
  expect((await run("get pods -o jsonpath={.items[*].metadata.name}")).stdout).toBe("web-0 b");
});

test.each([
  ["-h get pods", "Error: flags cannot be placed before plugin name: -h\n"],
  ["-n get pods", "Error: flags cannot be placed before plugin name: -n\n"],
  ["taint node/a x=y:NoSchedule", 'the server doesn\'t have a resource type "node/a"\n'],
  ["options -o name", "error: unknown shorthand flag: 'o' in -o\nRun 'kubectl options' without flags.\n"],
])("%s: a flag takes the word after it, and what is left is no command", async (line, stderr) => {
  const { cluster } = server();
  expect(await runKubectl({ cluster, namespace: "shop", timeoutMs: 1_000 }, line.split(" "))).toMatchObject({ stderr, exitCode: 1 });
});

test("of an object in a namespace that is not there, the namespace is what is missing", async () => {
  const { run } = server();
  const refusal = { exitCode: 1, stderr: 'Error from server (NotFound): namespaces "nope" not found\n' };
  for (const line of ["get pod a -n nope", "label pod a x=y -n nope", "scale deploy/web --replicas=1 -n nope", "exec a -n nope -- ls"])
    expect(await run(line), line).toMatchObject(refusal);
});

test("what is missing is told after what is there", async () => {
  const { run } = server({ [`${PODS}/a`]: pod("a") });
  const result = await run("get pods a nope -o name");
  expect(result).toMatchObject({
    stdout: "pod/a\n",
    stderr: 'Error from server (NotFound): pods "nope" not found\n',
    exitCode: 1,
    hadEffect: false,
  });
});

test.each([
  [
    "get",
    'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\nerror: Required resource not specified.',
  ],
  ["get widgets", 'error: the server doesn\'t have a resource type "widgets"\n'],
  ["get pods --nope", "error: unknown flag: --nope\nSee 'kubectl get --help' for usage.\n"],
  ["get pods -z", "error: unknown shorthand flag: 'z' in -z\nSee 'kubectl get --help' for usage.\n"],
  ["get pods -o", "error: flag needs an argument: 'o' in -o\nSee 'kubectl get --help' for usage.\n"],
  ["frobnicate", 'error: unknown command "frobnicate" for "kubectl"\n'],
  [
    "logs a --tail=x",
    'error: invalid argument "x" for "--tail" flag: strconv.ParseInt: parsing "x": invalid syntax\nSee \'kubectl logs --help\' for usage.\n',
  ],
  ["delete pods", "error: resource(s) were provided, but no name was specified\n"],
  ["get pods --as=root", "error: --as is not available here: the cluster, the context and the user are fixed\n"],
  ["edit deploy x", "error: kubectl edit is not available here: "],
])("%s is refused in kubectl's words", async (line, text) => {
  const result = await server().run(line);
  expect(result).toMatchObject({ stdout: "", exitCode: 1, hadEffect: false });
  expect(result.stderr.startsWith(text)).toBe(true);
});

const MANIFEST = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: b}\n";
const CONFIG_MAPS = "/api/v1/namespaces/shop/configmaps";

test("apply creates, leaves alone and configures", async () => {
  const first = server();
  expect(await first.run("apply -f -", MANIFEST)).toMatchObject({ stdout: "configmap/c created\n", hadEffect: true });
  const created = first.writes[0]?.body as { metadata: { annotations: Record<string, string> } };
  expect(created.metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]).toBe(
    '{"apiVersion":"v1","data":{"a":"b"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"c","namespace":"shop"}}\n',
  );
  const second = server({ [`${CONFIG_MAPS}/c`]: created });
  expect(await second.run("apply -f -", MANIFEST)).toMatchObject({ stdout: "configmap/c unchanged\n", hadEffect: false });
  const third = server({ [`${CONFIG_MAPS}/c`]: created });
  await third.run("apply -f -", MANIFEST.replace("a: b", "d: e"));
  expect(third.writes[0]).toMatchObject({ method: "PATCH", patchType: "strategic", body: { data: { a: null, d: "e" } } });
});

test("a dry run has no effect", async () => {
  const { run, writes } = server();
  expect(await run("create deployment web --image=nginx --dry-run=client")).toMatchObject({
    stdout: "deployment.apps/web created (dry run)\n",
    hadEffect: false,
  });
  expect(writes).toEqual([]);
});

test("delete says from where", async () => {
  const { run } = server({ [`${PODS}/a`]: pod("a") });
  expect(await run("delete pod a")).toMatchObject({ stdout: 'pod "a" deleted from shop namespace\n', exitCode: 0, hadEffect: true });
});

test("scale patches the subresource", async () => {
  const { run, writes } = server({
    "/apis/apps/v1/namespaces/shop/deployments/web": {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web", namespace: "shop" },
    },
  });
  expect((await run("scale deploy/web --replicas=3")).stdout).toBe("deployment.apps/web scaled\n");
  expect(writes[0]).toMatchObject({
    method: "PATCH",
    path: "/apis/apps/v1/namespaces/shop/deployments/web/scale",
    patchType: "merge",
    body: { spec: { replicas: 3 } },
  });
});

test.each(["delete pod a b --ignore-not-found", "label pod a b x=y", "taint node n a=b:NoSchedule", "wait pod/a --for=delete"])(
  "%s: a cluster that is lost is no line of the command that meets it",
  async (line) => {
    const lost = async (): Promise<never> => {
      throw new Error("connection lost");
    };
    const { cluster } = server({ [`${PODS}/a`]: pod("a"), "/api/v1/nodes/n": { kind: "Node", metadata: { name: "n" }, spec: {} } });
    const options = { cluster: { ...cluster, write: lost, clock: { ...cluster.clock, until: lost } }, namespace: "shop", timeoutMs: 1_000 };
    await expect(runKubectl(options, line.split(" "))).rejects.toThrow("connection lost");
  },
);

test("standard input that can be read only once reaches the container", async () => {
  const { cluster } = server({ [`${PODS}/web-0`]: pod("web-0") });
  const given: (string | undefined)[] = [];
  const exec: ClusterPort["exec"] = async ({ stdin }) => {
    given.push(stdin);
    return { exitCode: 0, stdout: "", stderr: "" };
  };
  const unread = ["typed\n"];
  const options = { cluster: { ...cluster, exec }, namespace: "shop", timeoutMs: 30_000, stdin: () => unread.pop() ?? "" };
  expect(await runKubectl(options, ["exec", "-i", "web-0", "-c", "main", "--", "cat"])).toMatchObject({ exitCode: 0 });
  expect(given).toEqual(["typed\n"]);
});
