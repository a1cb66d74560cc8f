import type { World } from "../../kernel/world.ts";
import { logLines } from "../logs/pod-log.ts";

/** A container's place. */
export interface ContainerPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** A line of a container's output. */
export interface ContainerLine {
  readonly atMs: number;
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

/** Lines of a container in [fromMs, toMs], over all of its restarts, oldest first. */
export const containerLines = (
  world: World,
  { namespace, pod, container }: ContainerPlace,
  fromMs: number,
  toMs: number,
): readonly ContainerLine[] => logLines(world, `${namespace}/${pod}/${container}`, fromMs, toMs);
