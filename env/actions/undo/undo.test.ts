import { beforeAll, expect, test } from "vitest";
import type { ActionResult } from "../../host/episode-protocol.ts";
import { actionOf } from "../../host/play-episode.ts";
import { type OpenHost, openHost } from "../../open/open-host.ts";

let open: OpenHost;
let stepIndex = 0;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
  await open.host.reset({
    episodeId: "undo",
    taskUri: "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate&twins=none",
    seed: "5",
    limits: { maxSteps: 50, stepLatencyMs: 0 },
    views: [],
    toolProfile: "conductor",
  });
});

const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<ActionResult> => {
  const { results } = await open.host.step({ episodeId: "undo", stepIndex: stepIndex++, actions: [actionOf({ name, arguments: args })] });
  return results[0] as ActionResult;
};
const type = async (command: string): Promise<string> => (await call("kubectl", { command })).content;
const undo = async (): Promise<string> => (await call("undo", {})).content;
const list = async (): Promise<string> => (await call("undo", { list: true })).content;

test("who has written nothing, only tried to, or only looked, has nothing to take back", async () => {
  await type("kubectl get deployments");
  await type("kubectl scale deployment/geo --replicas=3 --dry-run=server");
  await type("kubectl scale deployment/nobody --replicas=3");
  await type("kubectl auth can-i create pods");
  expect(await list()).toBe("There is no command to take back.\n");
  expect(await call("undo", {})).toMatchObject({ status: "TOOL_ERROR", hadEffect: false });
});

test("commands are taken back, the newest first", async () => {
  const before = await type("kubectl get deployment geo -o jsonpath='{.spec}'");
  await type("kubectl scale deployment/geo --replicas=3");
  await type("kubectl set image deployment/geo '*=nobody/nothing:1'");
  await type("kubectl create configmap notes --from-literal=a=b");
  expect(await list()).toMatch(/^1\. kubectl create configmap.*\n2\. kubectl set image.*\n3\. kubectl scale.*\n$/);
  expect(await undo()).toMatch(
    /^Took back: kubectl create configmap .*\n {2}configmaps\/notes: deleted, as it was made by the command\nLeft/,
  );
  expect(await undo()).toContain("  deployments.apps/geo: as it was before\nLeft to take back:\n1. kubectl scale");
  expect(await type("kubectl get deployment geo -o jsonpath='{.spec.replicas}'")).toBe("3");
  expect(await undo()).toMatch(/No command is left to take back\.\n$/);
  expect(await type("kubectl get deployment geo -o jsonpath='{.spec}'")).toBe(before);
  expect(await type("kubectl get configmap notes")).toContain("not found");
});

test("what was deleted is made again, and pods are left to their controllers", async () => {
  const before = await type("kubectl get service geo -o jsonpath='{.spec.ports} {.spec.selector}'");
  await type("kubectl delete service geo");
  expect(await undo()).toContain("services/geo: made again as it was before");
  expect(await type("kubectl get service geo -o jsonpath='{.spec.ports} {.spec.selector}'")).toBe(before);
  await type("kubectl delete pods -l io.kompose.service=geo --wait=false");
  expect(await undo()).toMatch(/pods\/geo-\S+: left to its controller, which makes such objects/);
});

test("a command that wrote several objects is taken back as one", async () => {
  await type("kubectl label deployments geo rate team=red");
  expect(await undo()).toMatch(/deployments\.apps\/rate: as it was before\n {2}deployments\.apps\/geo: as it was before\nNo command/);
  expect(await type("kubectl get deployments -l team=red")).toContain("No resources found");
});

test("an object that somebody else has deleted since is gone already", async () => {
  await type("kubectl create configmap notes --from-literal=a=b");
  await type("kubectl delete configmap notes");
  expect(await undo()).toContain("configmaps/notes: made again as it was before");
  expect(await undo()).toContain("configmaps/notes: deleted, as it was made by the command");
});
