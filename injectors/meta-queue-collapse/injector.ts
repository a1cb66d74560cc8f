import { kubectl } from "#core/tool-call.ts";
import { defectGone, needingWrite, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { loadBurst } from "../load-burst.ts";
import { lookAtRevisions } from "../look-at-revisions.ts";
import { servesAfterTrigger, usersFail } from "../outlived-trigger.ts";
import { accepts, rejects, setBefore } from "./attempts.ts";
import { listBoundedServers } from "./bounded-servers.ts";
import { judgeDemand } from "./judge-demand.ts";
import { type Params, params } from "./params.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "meta-queue-collapse",
  version: 1,
  title: "A queue full of requests that nobody waits for any more",
  catalogueType: "queue-config",
  layer: "traffic",
  scope: "namespace",
  family: "queue",
  needs: ["disturb.load", "telemetry"],
  masks: true,
  words,
  twins,
  params,
  targets: (view, place) => listBoundedServers(view, place),
  sample: (rng, { resource, facts }) => {
    const at = (what: string) => ({ container: `${facts[`${what}Container`]}`, variable: `${facts[`${what}Variable`]}` });
    const needPerS = Number(facts["needPerS"]);
    return {
      server: resource,
      limit: at("limit"),
      queue: at("queue"),
      caller: `${facts["caller"]}`,
      attempts: at("attempts"),
      timeout: at("timeout"),
      // Enough for each request once, and too little for two attempts of each.
      perS: Math.round(needPerS * (1.3 + 0.05 * rng.stream("limit").int(0, 9))),
      waiting: rng.stream("queue").pick([128, 160, 192, 224, 256]),
      tries: rng.stream("tries").int(3, 5),
      timeoutMs: rng.stream("timeout").pick([500, 600, 750]),
      needPerS,
      burst: rng.stream("burst").int(4, 6),
      burstMs: 1000 * rng.stream("burst time").int(12, 20),
    };
  },
  inject: async (cluster, { server, limit, queue, caller, attempts, timeout, perS, waiting, tries, timeoutMs }, { namespace }) => {
    const env = (at: Params["limit"], value: number) => ({ name: at.variable, value: `${value}` });
    const bounds = [{ name: limit.container, env: [env(limit, perS), env(queue, waiting)] }];
    const calls = [{ name: attempts.container, env: [env(attempts, tries), env(timeout, timeoutMs)] }];
    await recreateWorkload(cluster, { namespace, target: server }, { spec: { template: { spec: { containers: bounds } } } });
    await recreateWorkload(cluster, { namespace, target: caller }, { spec: { template: { spec: { containers: calls } } } });
  },
  timeline: loadBurst,
  truth: ({ server, caller }) => [
    { resource: server, faultType: "meta-queue-collapse", catalogueType: "queue-config", alsoNamed: [`service/${nameOf(server)}`] },
    { resource: caller, faultType: "meta-retry-storm-capacity", catalogueType: "retry-config" },
  ],
  oracle: (drawn, baseline) => ({
    checks: [
      defectGone("demand-fits", async (view) => needingWrite(await judgeDemand(view, baseline, drawn))),
      { ...workloadRuns(baseline, drawn.server), name: "server-runs" },
      { ...workloadRuns(baseline, drawn.caller), name: "caller-runs" },
    ],
    trials: [servesAfterTrigger(baseline, loadBurst(drawn), nameOf(drawn.server))],
    holdMs: 120_000,
  }),
  solve: (drawn, baseline) => [
    [kubectl(`rollout undo ${drawn.server}`), kubectl(`rollout undo ${drawn.caller}`)],
    [
      lookAtRevisions(drawn.server, ".containers[*].env"),
      lookAtRevisions(drawn.caller, ".containers[*].env"),
      ...setBefore(drawn, baseline),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ server, limit, perS, caller, attempts, tries }) => [
    {
      look: kubectl(`describe ${server}`),
      shows: [describedAs(server), `^ +${literal(limit.variable)}: +${perS}$`],
      says: `${server} does ${perS} requests a second at most`,
    },
    {
      look: kubectl(`describe ${caller}`),
      shows: [describedAs(caller), `^ +${literal(attempts.variable)}: +${tries}$`],
      says: `${caller} makes each call up to ${tries} times`,
    },
  ],
  symptoms: (drawn, place) => [usersFail(place, nameOf(drawn.server))],
});
