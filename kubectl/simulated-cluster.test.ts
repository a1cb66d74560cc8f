import { expect, test } from "vitest";
import { readLine } from "#env/actions/kubectl/line/read-line.ts";
import { runLine } from "#env/actions/kubectl/line/run-line.ts";
import { openSimulatedWorld } from "../tests/live/simulated-world.ts";
import { runKubectl } from "./run-kubectl.ts";
import { withWaitLimit } from "./session/capped-clock.ts";

/** A simulated cluster of its own and a shell on it. */
const open = async () => {
  const { namespace, admin } = await openSimulatedWorld();
  const cluster = withWaitLimit(admin, 30_000);
  return async (text: string) => {
    const reading = readLine(text);
    if (!reading.ok) throw new Error(reading.problem);
    return runLine(reading.line, {
      kubectl: ({ words, ...input }) => runKubectl({ cluster, namespace, timeoutMs: 30_000, ...input }, words),
      nowMs: () => cluster.clock.nowMs(),
      sleep: (ms) => cluster.clock.sleep(ms),
      stdin: undefined,
    });
  };
};

test("a watch shows every step of a change and ends with the command's time", async () => {
  const run = await open();
  await run("kubectl create deployment watched --image=registry.local/pause:3.10 --replicas=0");
  const result = await run("kubectl scale deploy watched --replicas=1 && kubectl get deploy watched -w");
  expect(result.waitedTooLong).toBe(true);
  const rows = result.printed.split("\n").filter((line) => line.startsWith("watched "));
  expect(rows.length).toBeGreaterThan(1);
  expect(result.printed).toContain("NAME      READY   UP-TO-DATE   AVAILABLE   AGE\n");
});

test("a difference has status 1, and none has status 0", async () => {
  const run = await open();
  const manifest = (value: string) => `<<EOF\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: "${value}"}\nEOF\n`;
  await run(`kubectl apply -f - ${manifest("1")}`);
  expect(await run(`kubectl diff -f - ${manifest("1")}`)).toMatchObject({ exitCode: 0, printed: "" });
  const changed = await run(`kubectl diff -f - ${manifest("2")}`);
  expect(changed).toMatchObject({ exitCode: 1, hadEffect: false });
  expect(changed.printed).toContain('-  a: "1"\n+  a: "2"\n');
});

test("commands of a script stop or go on as && and || say", async () => {
  const run = await open();
  const result = await run(
    "kubectl get cm nope -o name && kubectl create cm never || kubectl create cm made; kubectl get cm -o name | grep -c made",
  );
  expect(result.printed).toBe('Error from server (NotFound): configmaps "nope" not found\nconfigmap/made created\n1\n');
});

test("objects are printed with Go templates", async () => {
  const run = await open();
  await run("kubectl create cm c --from-literal=a=1 --from-literal=b=2");
  const result = await run(`kubectl get cm c -o go-template='{{range $k, $v := .data}}{{$k}}={{$v}} {{end}}{{.data.nope}} {{len .data}}'`);
  expect(result.printed).toBe("a=1 b=2 <no value> 2");
});

test("a node is debugged by a pod on it", async () => {
  const run = await open();
  const [node] = (await run("kubectl get nodes -o name")).printed.split("\n");
  const result = await run(`kubectl debug ${node} --image=busybox --profile=sysadmin -- true`);
  expect(result.printed).toMatch(
    /^Creating debugging pod node-debugger-\S+-[bcdfghjklmnpqrstvwxz2-9]{5} with container debugger on node \S+\.\n$/,
  );
  expect(result.exitCode).toBe(0);
});

test("help is kubectl's own", async () => {
  const run = await open();
  expect((await run("kubectl get --help")).printed).toContain("Display one or many resources.");
  expect(await run("kubectl rollout")).toMatchObject({ exitCode: 1, printed: expect.stringContaining("Available Commands:") });
});

test("a dry run on the server deletes nothing", async () => {
  const run = await open();
  await run("kubectl create cm c");
  expect((await run("kubectl delete cm c --dry-run=server")).printed).toContain('configmap "c" deleted from');
  expect((await run("kubectl get cm c -o name")).printed).toBe("configmap/c\n");
});

test("a recorded change leaves its command line on the object", async () => {
  const run = await open();
  await run("kubectl create deployment shop --image=registry.local/pause:3.10 --replicas=0");
  const set = await run("kubectl set image deploy/shop pause=registry.local/pause:3.9 --record");
  expect(set.printed).toBe(
    "deployment.apps/shop image updated\nFlag --record has been deprecated, --record will be removed in the future\n",
  );
  const cause = await run(`kubectl get deploy shop -o go-template='{{index .metadata.annotations "kubernetes.io/change-cause"}}'`);
  expect(cause.printed).toBe("kubectl set image deploy/shop pause=registry.local/pause:3.9 --record=true");
});

test("events are watched as they come", async () => {
  const run = await open();
  await run("kubectl run web --image=registry.local/pause:3.10");
  const result = await run("kubectl events -w --for pod/web");
  expect(result.waitedTooLong).toBe(true);
  expect(result.printed).toMatch(/^LAST SEEN +TYPE +REASON +OBJECT +MESSAGE\n\S+ +Normal +Scheduled +Pod\/web /);
});

test("manifests by address find no host, as there is no network", async () => {
  const run = await open();
  expect((await run("kubectl apply -f https://example.com/a.yaml")).printed).toBe(
    "Unable to connect to the server: dial tcp: lookup example.com: no such host\n",
  );
});

/** Applies a policy that denies what its rule means. */
const deny = (name: string, operation: string, resource: string): string => {
  const rule = `{operations: [${operation}], apiGroups: ["*"], apiVersions: ["*"], resources: ["${resource}"]}`;
  const head = "apiVersion: admissionregistration.k8s.io/v1";
  return [
    "kubectl apply -f - <<EOF",
    `${head}\nkind: ValidatingAdmissionPolicy\nmetadata: {name: ${name}}`,
    `spec: {matchConstraints: {resourceRules: [${rule}]}, validations: [{expression: "false", message: not here}]}`,
    `---\n${head}\nkind: ValidatingAdmissionPolicyBinding\nmetadata: {name: ${name}}`,
    `spec: {policyName: ${name}, validationActions: [Deny]}\nEOF\n`,
  ].join("\n");
};

test("an exec and a scale that a policy denies end in kubectl's words", async () => {
  const run = await open();
  await run("kubectl run p --image=registry.local/busybox:1.35 --command -- sleep 9999");
  await run("kubectl create deployment d --image=registry.local/busybox:1.35 -- sleep 9999");
  await run("kubectl wait --for=condition=Ready pod/p --timeout=20s");
  await run(deny("e", "CONNECT", "pods/exec"));
  await run(deny("s", "UPDATE", "deployments/scale"));
  const denied = (what: string, name: string, by: string): string =>
    `The ${what} "${name}" is invalid: : ValidatingAdmissionPolicy '${by}' with binding '${by}' denied request: not here\n`;
  expect((await run("kubectl exec p -- true")).printed).toBe(denied("pods", "p", "e"));
  expect((await run("kubectl scale deploy d --replicas=2")).printed).toBe(denied("deployments", "d", "s"));
});

test("a drain waits for pods that end with their namespace", async () => {
  const run = await open();
  await run("kubectl create ns ending && kubectl -n ending wait --for=create serviceaccount/default --timeout=5s");
  await run("kubectl -n ending run q --image=registry.local/busybox:1.35 --command -- sleep 9999");
  await run("kubectl -n ending wait --for=condition=Ready pod/q --timeout=20s");
  const node = (await run("kubectl -n ending get pod q -o jsonpath='{.spec.nodeName}'")).printed;
  await run("kubectl delete ns ending --wait=false");
  const drained = await run(`kubectl drain ${node} --force --ignore-daemonsets --pod-selector=run=q`);
  expect(drained.printed).toContain('from terminating namespace "ending" (will retry after 5s): ');
  expect(drained.printed).not.toContain("There are pending nodes");
});

test("a group that nobody answers for is left out of what there is, and an error where it is asked for", async () => {
  const run = await open();
  await run(`kubectl apply -f - <<EOF
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1beta1.external.metrics.k8s.io}
spec:
  group: external.metrics.k8s.io
  version: v1beta1
  insecureSkipTLSVerify: true
  groupPriorityMinimum: 100
  versionPriority: 100
  service: {name: adapter, namespace: custom-metrics}
EOF
`);
  const found = await run("kubectl api-resources -o name");
  expect(found.exitCode).toBe(0);
  expect(found.printed).toContain("deployments.apps\n");
  expect(found.printed).not.toMatch(/external|unable/);
  const versions = await run("kubectl api-versions");
  expect(versions).toMatchObject({ exitCode: 0 });
  expect(versions.printed).not.toContain("external");
  expect((await run("kubectl get apiservice v1beta1.external.metrics.k8s.io")).printed).toContain("False (ServiceNotFound)");
  expect((await run("kubectl get pods")).exitCode).toBe(0);
  expect((await run("kubectl get --raw /apis/external.metrics.k8s.io/v1beta1")).printed).toBe(
    "Error from server (ServiceUnavailable): the server is currently unable to handle the request\n",
  );
});
