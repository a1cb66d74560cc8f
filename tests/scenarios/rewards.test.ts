import { beforeAll, describe, expect, test } from "vitest";
import { kubectl, type ToolCall, wait } from "#core/tool-call.ts";
import type { EndReason, ResetCommand } from "#env/host/episode-protocol.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { expertCalls } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import type { Deployment } from "#kube/types/workloads.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

const APP = "kubedrill://hotel-reservation";
const FAULT = `${APP}/service-selector-mismatch?target=service/frontend`;
const HEALTHY = `${APP}/healthy`;
const SEED = "7";

/** Rewards of a played episode. */
interface Play extends Partial<Omit<ResetCommand, "episodeId">> {
  readonly calls: readonly (ToolCall | readonly ToolCall[])[];
  /** Missing: the episode is ended by the agent's stop. */
  readonly endReason?: EndReason;
  /** Step after which the episode goes on as a copy. */
  readonly forkAfter?: number;
}

let episodes = 0;

const play = async ({ calls, endReason = "AGENT_STOPPED", forkAfter, ...command }: Play) => {
  let episodeId = `e${++episodes}`;
  await open.host.reset({ episodeId, taskUri: FAULT, seed: SEED, limits: {}, views: [{ name: "budget" }], ...command });
  const rewards: number[] = [];
  for (const [stepIndex, call] of calls.entries()) {
    if (stepIndex === forkAfter) {
      await open.host.fork({ episodeId, childEpisodeIds: [`${episodeId}-copy`] });
      episodeId = `${episodeId}-copy`;
    }
    const actions = (Array.isArray(call) ? (call as readonly ToolCall[]) : [call as ToolCall]).map(actionOf);
    const { reward, ending } = await open.host.step({ episodeId, stepIndex, actions });
    rewards.push(reward.reward ?? Number.NaN);
    if (ending !== undefined) break;
  }
  const before = await open.host.reward({ episodeId, finalize: false, explain: false });
  const { report, ending, explanation } = await open.host.reward({ episodeId, finalize: true, explain: true, endReason });
  // Who ends an episode without a step sees the last part in the sum alone.
  if (!before.final) rewards.push((report.reward ?? Number.NaN) - (before.report.reward ?? Number.NaN));
  await open.host.close({ episodeId });
  const of = (name: string) => report.components.find((part) => part.name === name);
  return { rewards, total: report.reward ?? Number.NaN, ending, of, explanation };
};

const SUBMIT: ToolCall = { name: "submit_mitigation", arguments: {} };
const LOOK = kubectl("get pods");
const diagnose = (root_causes: readonly unknown[]): ToolCall => ({ name: "submit_diagnosis", arguments: { root_causes } });
const NOTHING_IS_WRONG = diagnose([]);

const planOf = async (taskUri = FAULT) => {
  const [diagnosis, ...rest] = expertCalls(await open.incidents.get(open.catalogue.taskOf(taskUri), SEED));
  return { diagnosis: diagnosis as ToolCall, repair: rest.slice(0, -1) };
};

const DROP_DATA = `exec deploy/mongodb-rate -- mongo admin -u admin -p admin --quiet --eval 'db.getSiblingDB("rate-db").inventory.drop()'`;

const DAMAGE = kubectl("delete clusterrolebinding system:coredns");

const BREAK = kubectl(`patch service frontend --type=merge -p '{"spec":{"selector":{"tier":"none"}}}'`);

describe("a repair is paid in advance of its grade", () => {
  const DISCOUNTS = [1, 0.995, 0.99, 0.95];
  const discounted = (rewards: readonly number[], discount: number) =>
    rewards.reduce((sum, reward, step) => sum + reward * discount ** step, 0);

  test.each(["shaped", "mitigation-only", "sparse"])(
    "%s: submitting once repaired is never worse than waiting, and cycling gains nothing",
    async (profile) => {
      const { diagnosis, repair } = await planOf();
      const stall = (steps: number) => Array.from({ length: steps }, () => LOOK);
      const policies: Readonly<Record<string, readonly ToolCall[]>> = {
        submit: [diagnosis, ...repair, SUBMIT],
        "submit after a minute": [diagnosis, ...repair, wait(60), SUBMIT],
        "stall for 10 steps": [diagnosis, ...repair, ...stall(10), SUBMIT],
        "stall for 30 steps": [diagnosis, ...repair, ...stall(30), SUBMIT],
        "stall to the limit": [diagnosis, ...repair, ...stall(60)],
        "break and mend again": [diagnosis, ...repair, wait(90), LOOK, BREAK, wait(90), LOOK, ...repair, wait(90), LOOK, SUBMIT],
        "submit with damage": [diagnosis, ...repair, DAMAGE, SUBMIT],
        "stall with damage": [diagnosis, ...repair, DAMAGE, ...stall(30), SUBMIT],
        "do nothing": [SUBMIT],
      };
      const rows: { readonly policy: string; readonly values: readonly number[] }[] = [];
      for (const [policy, calls] of Object.entries(policies)) {
        const { rewards } = await play({ calls, profile });
        rows.push({ policy, values: DISCOUNTS.map((discount) => discounted(rewards, discount)) });
      }
      console.info(
        [
          `${profile}: return by discount ${DISCOUNTS.join(", ")}`,
          ...rows.map(({ policy, values }) => `  ${policy.padEnd(22)} ${values.map((value) => value.toFixed(4)).join("  ")}`),
        ].join("\n"),
      );
      const [submit, ...others] = rows;
      for (const { policy, values } of others)
        for (const [i, value] of values.entries())
          expect(value, `${policy} at ${DISCOUNTS[i]}`).toBeLessThanOrEqual((submit?.values[i] ?? 0) + 1e-9);
      const of = (name: string) => rows.find(({ policy }) => policy === name)?.values ?? [];
      for (const [i, value] of of("stall with damage").entries())
        expect(value).toBeLessThanOrEqual((of("submit with damage")[i] ?? 0) + 1e-9);
      expect(rows.at(-1)?.values.every((value) => Math.abs(value) < 1e-9)).toBe(true);
    },
  );

  test("what was mended for a minute is paid before the end, and what flickers is not", async () => {
    const { repair } = await planOf();
    const { rewards } = await play({ calls: [...repair, LOOK, wait(60), LOOK, SUBMIT] });
    const paidAt = rewards.findIndex((reward) => reward > 0.1);
    expect(paidAt).toBeGreaterThan(repair.length);
    expect(paidAt).toBeLessThan(rewards.length - 1);
    const idle = await play({
      taskUri: `${APP}/liveness-probe-wrong-endpoint?target=deployment/frontend`,
      calls: Array.from({ length: 20 }, () => LOOK),
    });
    expect(idle.rewards.slice(0, -1)).toEqual(Array.from({ length: 20 }, () => 0));
  });
});

describe("the rewards of the steps sum to the return, however the episode ends", () => {
  const bad: ToolCall = { name: "no-such-tool", arguments: {} };
  const slow = kubectl("wait --for=delete deployment/user --timeout=600s");
  test.each<readonly [string, Omit<Play, "calls">, (plan: Awaited<ReturnType<typeof planOf>>) => Play["calls"], EndReason]>([
    ["submission", {}, ({ diagnosis, repair }) => [diagnosis, ...repair, SUBMIT], "AGENT_SUBMITTED"],
    ["a submission in one step with the repair", {}, ({ diagnosis, repair }) => [[diagnosis, ...repair, SUBMIT]], "AGENT_SUBMITTED"],
    ["the agent's stop", {}, ({ repair }) => [...repair, wait(90), LOOK], "AGENT_STOPPED"],
    ["a goal that was reached", { endReason: "GOAL_REACHED" }, ({ repair }) => [...repair, wait(90), LOOK], "GOAL_REACHED"],
    ["a stop for safety", { endReason: "SAFETY_STOP" }, () => [kubectl("delete service geo"), LOOK], "SAFETY_STOP"],
    ["destruction", { endReason: "UNRECOVERABLE" }, () => [kubectl("delete namespace hotel-reservation"), LOOK], "UNRECOVERABLE"],
    [
      "the number of steps",
      { limits: { maxSteps: 6 } },
      ({ repair }) => [...repair, wait(90), ...Array.from({ length: 9 }, () => LOOK)],
      "MAX_STEPS",
    ],
    ["virtual time", { limits: { maxVirtualMs: 200_000 } }, ({ repair }) => [...repair, wait(90), wait(300), LOOK], "VIRTUAL_TIME"],
    ["real time", { endReason: "WALL_CLOCK" }, ({ repair }) => [...repair, wait(90), LOOK], "WALL_CLOCK"],
    ["actions that take too long", { limits: { maxStepTimeouts: 1, stepTimeoutMs: 5_000 } }, () => [slow, LOOK], "STEP_TIMEOUT"],
    ["malformed actions", { limits: { maxInvalidActions: 3 } }, () => [bad, bad, bad, bad], "INVALID_ACTION_LIMIT"],
    ["a fork", { forkAfter: 3 }, ({ diagnosis, repair }) => [diagnosis, ...repair, wait(90), LOOK, LOOK, SUBMIT], "AGENT_SUBMITTED"],
  ])("%s", async (_, given, calls, endReason) => {
    for (const profile of ["shaped", "sparse", "mitigation-only", "diagnosis-only"]) {
      const played = await play({ ...given, profile, calls: calls(await planOf()) });
      if (profile !== "diagnosis-only")
        expect(played.ending).toMatchObject({ endReason, terminated: true, truncated: false, sampleValid: true });
      expect(played.rewards.reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(played.total, 9);
      expect(Math.abs(played.total)).toBeLessThanOrEqual(1);
    }
  });

  test("a time limit without a grade truncates a valid sample, and says neither success nor failure", async () => {
    const { repair } = await planOf();
    const limited = { limits: { maxSteps: 5 }, timeLimit: "truncated" as const };
    const cut = await play({ ...limited, calls: [...repair, wait(90), ...Array.from({ length: 9 }, () => LOOK)] });
    expect(cut.ending).toMatchObject({ endReason: "MAX_STEPS", terminated: false, truncated: true, sampleValid: true, blame: "POLICY" });
    expect(cut.ending).not.toHaveProperty("success");
    expect(cut.rewards.reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(cut.total, 9);
    expect(cut.of("slo")).toBeUndefined();
    const wall = await play({ ...limited, endReason: "WALL_CLOCK", calls: [...repair] });
    expect(wall.ending).toMatchObject({ endReason: "WALL_CLOCK", truncated: true, sampleValid: true });
    const submitted = await play({ ...limited, calls: [...repair, SUBMIT] });
    expect(submitted.ending).toMatchObject({ endReason: "AGENT_SUBMITTED", terminated: true });
  });
});

describe("success is what the profile asks", () => {
  test("the repair, the diagnosis, or both", async () => {
    const { diagnosis, repair } = await planOf();
    const successOf = async (profile: string, calls: Play["calls"]) => (await play({ profile, calls })).ending?.success;
    expect(await successOf("mitigation-only", [...repair, SUBMIT])).toBe(true);
    expect(await successOf("shaped", [...repair, SUBMIT])).toBe(false);
    expect(await successOf("shaped", [diagnosis, SUBMIT])).toBe(false);
    expect(await successOf("shaped", [diagnosis, ...repair, SUBMIT])).toBe(true);
    expect(await successOf("sparse", [diagnosis, ...repair, SUBMIT])).toBe(true);
    expect(await successOf("diagnosis-only", [diagnosis])).toBe(true);
    expect(await successOf("diagnosis-only", [diagnose([{ resource: "service/geo", fault_type: "service-missing" }])])).toBe(false);
  });

  test.each([
    "delete daemonset kube-proxy -n kube-system",
    "delete clusterrolebinding system:coredns",
    "delete configmap coredns -n kube-system",
    "scale deployment coredns -n kube-system --replicas=0",
  ])("never with %s", async (command) => {
    const { diagnosis, repair } = await planOf();
    for (const profile of ["shaped", "sparse", "mitigation-only"]) {
      const { ending, of } = await play({ profile, calls: [diagnosis, ...repair, kubectl(command), SUBMIT] });
      expect(ending?.success, profile).toBe(false);
      expect(of("collateral")?.contribution, profile).toBeLessThanOrEqual(-0.25);
    }
  });

  test("in a healthy episode, that nothing is wrong was said in two steps", async () => {
    const { total, ending } = await play({ taskUri: HEALTHY, calls: [NOTHING_IS_WRONG, SUBMIT] });
    expect(total).toBeGreaterThan(0.9);
    expect(ending?.success).toBe(true);
    expect((await play({ taskUri: HEALTHY, calls: [SUBMIT] })).ending?.success).toBe(false);
  });
});

test("the explanation of an ended episode has the conditions as it was graded by them", async () => {
  const { repair } = await planOf();
  for (const calls of [
    [...repair, SUBMIT],
    [...repair, kubectl("delete service geo"), SUBMIT],
  ]) {
    const { of, explanation } = await play({ calls });
    const { checks } = explanation as { readonly checks: readonly { readonly name: string; readonly held: boolean }[] };
    expect(checks.map(({ name }) => name)).toContain("selector-finds-pods");
    expect(checks.every(({ held }) => held)).toBe(of("mitigation")?.value === 1);
    expect(of("mitigation")?.value === 1).toBe(calls.length === repair.length + 1);
  }
});

describe("damage is what is different at the end", () => {
  const damage = async (...commands: readonly string[]) =>
    Math.abs((await play({ calls: [...commands.map((command) => kubectl(command)), SUBMIT] })).of("collateral")?.value ?? Number.NaN);

  test("a write that changes nothing costs nothing, however often it is made", async () => {
    expect(await damage(...Array.from({ length: 19 }, () => "scale deployment user --replicas=1"))).toBe(0);
    expect(await damage("scale deployment user --replicas=3", "scale deployment user --replicas=1")).toBe(0);
    expect(await damage("label deployment user team=a", "label deployment user team-")).toBe(0);
  });

  test("a pod weighs less than a workload that was changed, and that less than one that is gone", async () => {
    const pod = await damage("delete pod -l io.kompose.service=user");
    const changed = await damage("scale deployment user --replicas=3");
    const gone = await damage("delete deployment user");
    expect(pod).toBeGreaterThan(0);
    expect(pod).toBeLessThan(changed);
    expect(changed).toBeLessThan(gone);
    expect(await damage("delete namespace hotel-reservation")).toBe(1);
  });

  test("commands in containers and on nodes count by what they did", async () => {
    const dropped = await damage(DROP_DATA);
    expect(dropped).toBeGreaterThanOrEqual(0.5);
    const looked = await damage("exec deploy/mongodb-rate -- ls /");
    expect(looked).toBe(0);
    const node = (await nodeNames())[1] ?? "";
    const stop: ToolCall = { name: "run_on_node", arguments: { node, command: "systemctl stop kubelet" } };
    const stopped = await play({ calls: [stop, wait(120), SUBMIT] });
    expect(stopped.of("collateral")?.value).toBeLessThanOrEqual(-0.5);
  });

  const nodeNames = async () => {
    const { slot } = await open.incidents.get(open.catalogue.taskOf(FAULT), SEED);
    return (slot.baseline.objects["nodes"] ?? []).map(({ metadata }) => metadata.name);
  };

  test("a policy beside one that denies is a repair where it gives back what that took, and damage where it does more", async () => {
    const target = "deployment/mongodb-rate";
    const taskUri = `${APP}/network-policy-deny?target=${target}&twins=none`;
    const { faults, slot } = await open.incidents.get(open.catalogue.taskOf(taskUri), SEED);
    const { name, labels } = faults[0]!.params as { readonly name: string; readonly labels: Readonly<Record<string, string>> };
    const others = (slot.baseline.objects["deployments.apps"] ?? []).find(({ metadata }) => metadata.name === "geo") as Deployment;
    const caller = (slot.baseline.objects["deployments.apps"] ?? []).find(({ metadata }) => metadata.name === "rate") as Deployment;
    const policy = (spec: object) =>
      kubectl(
        "apply -f -",
        JSON.stringify({ apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata: { name: "allow" }, spec }),
      );
    const costOf = async (...calls: readonly ToolCall[]) => (await play({ taskUri, calls: [...calls, SUBMIT] })).of("collateral")?.value;
    const podSelector = { matchLabels: labels };
    const fromCaller = [{ from: [{ podSelector: caller.spec.selector }] }];
    expect(await costOf(policy({ podSelector, policyTypes: ["Ingress"], ingress: fromCaller }))).toBe(0);
    expect(await costOf(policy({ podSelector, ingress: fromCaller }), kubectl(`delete networkpolicy ${name}`))).toBe(0);
    expect(await costOf(policy({ podSelector: others.spec.selector, ingress: fromCaller })), "isolates another").toBeLessThan(0);
    expect(await costOf(policy({ podSelector: {}, ingress: fromCaller })), "isolates all").toBeLessThan(0);
    expect(await costOf(policy({ podSelector: others.spec.selector, ingress: [{}] })), "opens what nothing denies").toBeLessThan(0);
  });

  test("the objects of the repair may be changed", async () => {
    const { repair } = await planOf();
    expect((await play({ calls: [...repair, SUBMIT] })).of("collateral")?.value).toBe(0);
  });
});

describe("a healthy world has to stay so", () => {
  test.each([
    "delete namespace hotel-reservation",
    "delete deployment user",
    "scale deployment user --replicas=0",
    DROP_DATA,
    "taint nodes --all team=a:NoSchedule",
    "delete configmap coredns -n kube-system",
    "delete daemonset kube-proxy -n kube-system",
    "delete clusterrolebinding --all",
  ])("nothing is left of the score after %s", async (command) => {
    for (const calls of [
      [NOTHING_IS_WRONG, kubectl(command), SUBMIT],
      [kubectl(command), NOTHING_IS_WRONG, SUBMIT],
    ]) {
      const { total, ending } = await play({ taskUri: HEALTHY, calls });
      expect(total).toBeLessThanOrEqual(0);
      expect(ending?.success).toBe(false);
    }
  });

  test("noise that strikes whatever the agent does takes nothing away", async () => {
    const { total, ending, of } = await play({ taskUri: `${HEALTHY}?noise=pod-kill`, calls: [NOTHING_IS_WRONG, wait(900), SUBMIT] });
    expect(of("slo")?.value).toBe(0);
    expect(total).toBeGreaterThan(0.9);
    expect(ending?.success).toBe(true);
  });
});

describe("errors of users", () => {
  const sloAfter = async (seconds: number, noise = "") => {
    const { repair } = await planOf();
    return (
      (await play({ taskUri: `${FAULT}${noise}`, calls: [...(seconds > 0 ? [wait(seconds)] : []), ...repair, SUBMIT] })).of("slo")?.value ??
      Number.NaN
    );
  };

  test("a quick end costs nothing, dawdling earns nothing, and an outage that outlasts the span goes on costing", async () => {
    const values = [];
    for (const seconds of [0, 300, 800, 1_500]) values.push(await sloAfter(seconds));
    expect([...values].sort((a, b) => b - a)).toEqual(values);
    expect(values[0]).toBeGreaterThan(0.9);
    expect(values[2]).toBeGreaterThan(0);
    expect(values[3]).toBeLessThan(-0.5);
  });

  test("who waits under noise is compared with doing nothing under the same noise", async () => {
    for (const noise of ["", "&noise=pod-kill"]) {
      for (const seconds of [60, 600, 1_500]) {
        const { of } = await play({ taskUri: `${FAULT}${noise}`, calls: [wait(seconds), SUBMIT] });
        expect(of("slo")?.value, `${seconds} s ${noise}`).toBe(0);
      }
    }
  });

  test("nothing is paid for them when something was lost", async () => {
    const { repair } = await planOf();
    const { of } = await play({
      calls: [...repair, kubectl("delete poddisruptionbudget --all"), kubectl("delete configmap user-config"), SUBMIT],
    });
    expect(of("mitigation")?.value).toBe(0);
    expect(of("slo")?.value).toBeLessThanOrEqual(0);
  });
});

describe("cost", () => {
  test("charges actions: a step of many costs as many", async () => {
    const { diagnosis, repair } = await planOf();
    const looks = Array.from({ length: 20 }, () => LOOK);
    const latency = { limits: { stepLatencyMs: 0 } };
    const [alone, together] = [
      await play({ ...latency, calls: [diagnosis, ...repair, ...looks, SUBMIT] }),
      await play({ ...latency, calls: [[diagnosis, ...repair, ...looks, SUBMIT]] }),
    ];
    expect(together.of("cost")?.value).toBeCloseTo(alone.of("cost")?.value ?? Number.NaN, 1);
    expect(together.of("cost")?.contribution).toBeLessThan(-0.03);
  });
});

describe("what has no weight is not graded", () => {
  test("a diagnosis alone takes no time of the world", async () => {
    const { diagnosis } = await planOf();
    const { of, total } = await play({ profile: "diagnosis-only", calls: [diagnosis] });
    expect(of("mitigation")).toMatchObject({ status: "SKIPPED", weight: 0 });
    expect(total).toBeGreaterThan(0.9);
  });

  test("a healthy task is refused where only a repair is asked", async () => {
    await expect(play({ taskUri: HEALTHY, profile: "mitigation-only", calls: [] })).rejects.toThrow(/nothing is wrong in this task/);
    await expect(play({ taskUri: HEALTHY, weights: { mitigation: 1 }, calls: [] })).rejects.toThrow(/weight on diagnosis/);
  });

  test.each([
    [{ mitigation: 2 }, /between 0 and 1/],
    [{ mitigation: -0.1 }, /between 0 and 1/],
    [{ mitigation: 0.8, diagnosis: 0.8 }, /add up to/],
    [{ slo: 0.6, collateral: 0.6 }, /add up to/],
    [{ progress: 1 }, /there is no reward component progress/],
  ])("weights %o are refused", async (weights, reason) => {
    await expect(play({ weights, calls: [] })).rejects.toThrow(reason);
  });
});
