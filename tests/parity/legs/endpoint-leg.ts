import { parse } from "yaml";
import { createKubeStreams } from "#env/host/kube-streams/kube-streams.ts";
import { openKubeEndpoint } from "#env/server/kube-http/open-kube-endpoint.ts";
import type { Pace } from "#env/server/kube-http/pace.ts";
import { createSimApi } from "#pool/backends/sim/sim-api.ts";
import { OPERATOR } from "#pool/backends/sim/sim-cluster.ts";
import { BARE_FACTS, bootBareWorld } from "./bare-world.ts";
import type { Leg } from "./leg.ts";
import { runProgram } from "./program-leg.ts";

/** Creates the leg of a real kubectl at the endpoint of simulated clusters, one for each scenario. */
export const createEndpointLeg = async (kubectl: string): Promise<Leg> => {
  const base = bootBareWorld();
  const endpoint = await openKubeEndpoint({ host: "127.0.0.1", port: 0 });
  let opened = 0;
  return {
    title: "kubectl on a simulated cluster",
    jobs: 4,
    open: async (scenario) => {
      const world = base.fork(scenario);
      const api = createSimApi(world, OPERATOR);
      const pass = async (ms: number): Promise<void> => world.runUntil(world.nowMs() + ms);
      opened += 1;
      const admission = endpoint.admit({
        episodeId: `${scenario} ${opened}`,
        link: createKubeStreams(api, pass),
        user: OPERATOR.username,
        virtualNowMs: world.nowMs(),
        pace: PACE,
      });
      const config = parse(admission.kubeconfig) as Kubeconfig;
      return {
        facts: {
          ...BARE_FACTS,
          server: admission.server,
          versions: { kubernetes: "v1.35.4", kubectl: "v1.35.4" },
          cluster: config.clusters[0].cluster,
          user: config.users[0].user,
        },
        isDisposable: true,
        run: (command) => runProgram([kubectl], command),
        nowMs: () => world.nowMs(),
        sleep: pass,
      };
    },
    close: endpoint.close,
  };
};

/** Speed of virtual time: as the wall clock, and faster while a command waits. */
const PACE: Pace = { idleSpeed: 1, waitingSpeed: 20, idleMaxMs: Number.POSITIVE_INFINITY, requestCostMs: 0 };

interface Kubeconfig {
  readonly clusters: readonly [{ readonly cluster: unknown }];
  readonly users: readonly [{ readonly user: unknown }];
}
