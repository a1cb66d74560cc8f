import { beforeAll, expect, test } from "vitest";
import { type ToolCall, wait } from "#core/tool-call.ts";
import type { StepOutcome } from "#env/host/episode-protocol.ts";
import type { KubeFrame } from "#env/host/kube-protocol.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { sample } from "../sample.ts";

let open: OpenHost;
beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

/** URIs of the tasks of the app whose objects the commands here name. */
const hotelTasks = (): readonly string[] =>
  open.catalogue
    .list({ splits: ["train", "eval", "holdout"] })
    .flatMap(({ uri }) => (uri.startsWith("kubedrill://hotel-reservation/") ? [uri] : []));

const kubectl = (command: string): ToolCall => ({ name: "kubectl", arguments: { command: `kubectl ${command}` } });
const inShell = (script: string) => kubectl(`exec deploy/mongodb-geo -- sh -c '${script}'`);
const metrics = (query: string): ToolCall => ({ name: "query_metrics", arguments: { query } });

/** Leaves state behind of each kind that a world has: objects, files, processes, connections. */
const BEFORE = [
  inShell("echo one > /tmp/mark; sleep 4000 & echo $! > /tmp/pid"),
  kubectl("label deployment frontend reviewed=yes"),
  kubectl("delete pod -l io.kompose.service=search --wait=false"),
  wait(20),
];

/** Shows the state of each kind, and changes it. */
const ROUNDS: readonly { readonly looks: ToolCall; readonly acts: ToolCall }[] = [
  { looks: inShell("cat /tmp/mark; ls /tmp; ps"), acts: inShell("echo two > /tmp/mark; echo > /tmp/other; kill $(cat /tmp/pid)") },
  { looks: inShell("cat /proc/net/tcp"), acts: kubectl("delete pod -l io.kompose.service=user --wait=false") },
  { looks: kubectl("get pods -o wide"), acts: kubectl("scale deployment rate --replicas=0") },
  { looks: kubectl("get events"), acts: inShell("cat /tmp/mark; ls /tmp; ps") },
  { looks: wait(40), acts: kubectl("label deployment frontend reviewed-") },
  { looks: metrics("sum by (pod) (rate(container_cpu_usage_seconds_total[1m]))"), acts: kubectl("delete pod --all --wait=false") },
  { looks: kubectl("logs deploy/frontend --tail=20"), acts: wait(60) },
  { looks: { name: "get_traces", arguments: { service: "frontend", limit: 3 } }, acts: kubectl("rollout restart deployment search") },
  { looks: inShell("cat /tmp/mark; ls /tmp; ps"), acts: inShell("ls /tmp; ps") },
  { looks: kubectl("get deployment frontend -o yaml"), acts: kubectl("get pods") },
];

const start = async (episodeId: string, taskUri: string): Promise<void> => {
  await open.host.reset({ episodeId, taskUri, seed: "11", limits: {}, views: [{ name: "text" }, { name: "alerts" }] });
  for (const [stepIndex, call] of BEFORE.entries()) await step(episodeId, stepIndex, call);
};

const step = (episodeId: string, stepIndex: number, call: ToolCall): Promise<StepOutcome> =>
  open.host.step({ episodeId, stepIndex, actions: [actionOf(call)] });

/** Looks around in one episode, while in another, if there is one, an act goes before each look. @returns outcomes in both */
const look = async (looker: string, actor?: string) => {
  const seen: StepOutcome[] = [];
  const done: StepOutcome[] = [];
  for (const [i, { looks, acts }] of ROUNDS.entries()) {
    if (actor !== undefined) done.push(await step(actor, BEFORE.length + i, acts));
    seen.push(await step(looker, BEFORE.length + i, looks));
  }
  return { seen, done };
};

test.each(sample([0, 61, 122, 183, 244], { what: "tasks whose forks are kept apart", most: 2 }))(
  "what is done in a fork is not seen in its parent, nor in another fork: task %i",
  async (index) => {
    // The shells run in a pod of mongodb-geo, which no fault may keep from starting or from being reached.
    const tasks = hotelTasks().filter((task) => !/mongo(db)?-geo|kubelet-/.test(task));
    const uri = tasks[index];
    if (uri === undefined) throw new Error(`there are fewer than ${index} tasks`);
    await start("alone", uri);
    const { seen: undisturbed } = await look("alone");
    expect(textOf(undisturbed[0])).toMatch(/^one\nmark\npid\n.*sleep 4000/s);

    await start("parent", uri);
    await open.host.fork({ episodeId: "parent", childEpisodeIds: ["busy", "calm"] });
    const { seen, done } = await look("parent", "busy");
    expect(seen).toEqual(undisturbed);
    expect((await look("calm")).seen).toEqual(undisturbed);
    expect(textOf(done[3])).toMatch(/^two\nmark\nother\npid\n(?!.*sleep 4000)/s);

    await start("again", uri);
    await open.host.fork({ episodeId: "again", childEpisodeIds: ["child"] });
    expect((await look("child", "again")).seen).toEqual(undisturbed);

    for (const episodeId of ["alone", "parent", "busy", "calm", "again", "child"]) await open.host.close({ episodeId });
  },
);

const textOf = (outcome: StepOutcome | undefined): string => outcome?.results[0]?.content ?? "";

test("a connection stays with its episode: it does not go on in a fork, and shows nothing of it", async () => {
  const [uri] = hotelTasks();
  await open.host.reset({ episodeId: "watching", taskUri: uri ?? "", seed: "11", limits: {}, views: [] });
  expect(await talk("watching", [WATCH])).toContain('"kind":"open"');
  await open.host.fork({ episodeId: "watching", childEpisodeIds: ["forked"] });

  await step("forked", 0, kubectl("create configmap of-the-fork"));
  expect(await talk("forked")).toBe("[]");
  expect(await talk("watching")).toBe("[]");
  await step("watching", 0, kubectl("create configmap of-its-own"));
  expect(await talk("watching")).toContain("of-its-own");
  expect(await talk("forked")).toBe("[]");

  for (const episodeId of ["watching", "forked"]) await open.host.close({ episodeId });
});

const WATCH: KubeFrame = {
  kind: "request",
  stream: 1,
  request: {
    method: "GET",
    path: "/api/v1/namespaces/hotel-reservation/configmaps",
    query: "watch=true",
    headers: {},
    body: { text: "" },
    isKnown: true,
  },
};

/** Sends frames of the HTTP endpoint to an episode. @returns messages in reply, as JSON */
const talk = async (episodeId: string, frames: readonly KubeFrame[] = []): Promise<string> => {
  const outcome = await open.host.kube?.({ episodeId, untilMs: 0, shiftMs: 0, frames });
  return JSON.stringify(outcome?.messages);
};
