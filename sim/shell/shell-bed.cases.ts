import { WORLD_EPOCH_MS } from "#core/clock.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import { putObject } from "../apiserver/store/store.ts";
import { answerAsProgram } from "../flow/answer-as-program.ts";
import { flowTimers } from "../flow/flow-timers.ts";
import { World } from "../kernel/world.ts";
import { networkObservers } from "../network/network-revision.ts";
import type { ProcessExit } from "../processes/process.ts";
import { startProcess } from "../programs/runtime/process-host.ts";
import { appTimers } from "../programs/runtime/process-timers.ts";
import { type ContainerResult, runInContainer } from "./run-in-container.ts";

/** A world with one running container and nothing else. */
export interface ShellBed {
  readonly world: World;
  readonly key: string;
  readonly exits: readonly (ProcessExit & { readonly atMs: number })[];
  run(script: string, stdin?: string): ContainerResult;
}

/** Starts a container of an image, by default busybox that does nothing. */
export const createShellBed = (container: Partial<Container> = {}): ShellBed => {
  const exits: (ProcessExit & { readonly atMs: number })[] = [];
  const timers = {
    ...appTimers,
    ...flowTimers,
    "kubelet/container-exited": (world: World, _key: string, exit: unknown) =>
      void exits.push({ ...(exit as ProcessExit), atMs: world.nowMs() - WORLD_EPOCH_MS }),
  };
  const world = new World({ timers, observers: networkObservers, config: { answerHttp: answerAsProgram } }, "1", WORLD_EPOCH_MS);
  const full: Container = { name: "c", image: "registry.local/busybox:1.35", command: ["sleep", "1000000"], ...container };
  const pod = putObject(world, "pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "t", uid: "u-web" },
    spec: { containers: [full] },
    status: { phase: "Running", podIP: "10.244.1.5" },
  } as Pod);
  startProcess(world, { key: "t/web/c", pod, container: full, isInit: false, restartCount: 0, env: {}, files: {}, volumes: {} });
  world.runUntil(WORLD_EPOCH_MS + 1);
  return {
    world,
    key: "t/web/c",
    exits,
    run: (script, stdin) =>
      runInContainer(world, "t/web/c", { command: ["sh", "-c", script], timeoutMs: 60_000, ...(stdin === undefined ? {} : { stdin }) }),
  };
};
