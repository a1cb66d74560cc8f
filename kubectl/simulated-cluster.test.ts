import { expect, test } from "vitest";
import { runScript, scriptRefusal } from "#env/actions/kubectl/line/run-script.ts";
import { splitCommand } from "#env/actions/kubectl/line/split-command.ts";
import { openSimulatedWorld } from "../tests/live/simulated-world.ts";
import { runKubectl } from "./run-kubectl.ts";
import { withWaitLimit } from "./session/capped-clock.ts";

/** A simulated cluster of its own and a shell on it. */
const open = async () => {
  const { namespace, admin } = await openSimulatedWorld();
  const cluster = withWaitLimit(admin, 30_000);
  const kubectl = (words: readonly string[], stdin: string | undefined) =>
    runKubectl({ cluster, namespace, stdin, timeoutMs: 30_000 }, words);
  return async (text: string) => {
    const split = splitCommand(text);
    if (!split.ok) throw new Error(split.problem);
    const refusal = scriptRefusal(split.steps);
    if (refusal !== undefined) throw new Error(refusal);
    return runScript(split.steps, { kubectl, sleep: (ms) => cluster.clock.sleep(ms), stdin: undefined });
  };
};

test("a watch shows every step of a change and ends with the command's time", async () => {
  const run = await open();
  await run("kubectl create deployment watched --image=registry.local/pause:3.10 --replicas=0");
  const result = await run("kubectl scale deploy watched --replicas=1 && kubectl get deploy watched -w");
  expect(result.waitedTooLong).toBe(true);
  const rows = result.stdout.split("\n").filter((line) => line.startsWith("watched "));
  expect(rows.length).toBeGreaterThan(1);
  expect(result.stdout).toContain("NAME      READY   UP-TO-DATE   AVAILABLE   AGE\n");
});

test("a difference has status 1, and none has status 0", async () => {
  const run = await open();
  const manifest = (value: string) => `<<EOF\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: "${value}"}\nEOF\n`;
  await run(`kubectl apply -f - ${manifest("1")}`);
  expect(await run(`kubectl diff -f - ${manifest("1")}`)).toMatchObject({ exitCode: 0, stdout: "" });
  const changed = await run(`kubectl diff -f - ${manifest("2")}`);
  expect(changed).toMatchObject({ exitCode: 1, hadEffect: false });
  expect(changed.stdout).toContain('-  a: "1"\n+  a: "2"\n');
});

test("commands of a script stop or go on as && and || say", async () => {
  const run = await open();
  const result = await run(
    "kubectl get cm nope -o name && kubectl create cm never || kubectl create cm made; kubectl get cm -o name | grep -c made",
  );
  expect(result.stdout).toBe('Error from server (NotFound): configmaps "nope" not found\nconfigmap/made created\n1\n');
});

test("objects are printed with Go templates", async () => {
  const run = await open();
  await run("kubectl create cm c --from-literal=a=1 --from-literal=b=2");
  const result = await run(`kubectl get cm c -o go-template='{{range $k, $v := .data}}{{$k}}={{$v}} {{end}}{{.data.nope}} {{len .data}}'`);
  expect(result.stdout).toBe("a=1 b=2 <no value> 2");
});

test("a node is debugged by a pod on it", async () => {
  const run = await open();
  const [node] = (await run("kubectl get nodes -o name")).stdout.split("\n");
  const result = await run(`kubectl debug ${node} --image=busybox --profile=sysadmin -- true`);
  expect(result.stdout).toMatch(
    /^Creating debugging pod node-debugger-\S+-[bcdfghjklmnpqrstvwxz2-9]{5} with container debugger on node \S+\.\n$/,
  );
  expect(result.exitCode).toBe(0);
});

test("help is kubectl's own", async () => {
  const run = await open();
  expect((await run("kubectl get --help")).stdout).toContain("Display one or many resources.");
  expect(await run("kubectl rollout")).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("Available Commands:") });
});

test("a dry run on the server deletes nothing", async () => {
  const run = await open();
  await run("kubectl create cm c");
  expect((await run("kubectl delete cm c --dry-run=server")).stdout).toContain('configmap "c" deleted from');
  expect((await run("kubectl get cm c -o name")).stdout).toBe("configmap/c\n");
});

test("a recorded change leaves its command line on the object", async () => {
  const run = await open();
  await run("kubectl create deployment shop --image=registry.local/pause:3.10 --replicas=0");
  const set = await run("kubectl set image deploy/shop pause=registry.local/pause:3.9 --record");
  expect(set.stderr).toBe("Flag --record has been deprecated, --record will be removed in the future\n");
  const cause = await run(`kubectl get deploy shop -o go-template='{{index .metadata.annotations "kubernetes.io/change-cause"}}'`);
  expect(cause.stdout).toBe("kubectl set image deploy/shop pause=registry.local/pause:3.9 --record=true");
});

test("events are watched as they come", async () => {
  const run = await open();
  await run("kubectl run web --image=registry.local/pause:3.10");
  const result = await run("kubectl events -w --for pod/web");
  expect(result.waitedTooLong).toBe(true);
  expect(result.stdout).toMatch(/^LAST SEEN +TYPE +REASON +OBJECT +MESSAGE\n\S+ +Normal +Scheduled +Pod\/web /);
});

test("manifests by address find no host, as there is no network", async () => {
  const run = await open();
  expect((await run("kubectl apply -f https://example.com/a.yaml")).stderr).toBe(
    "Unable to connect to the server: dial tcp: lookup example.com: no such host\n",
  );
});
