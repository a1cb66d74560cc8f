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

/** What a container wrote in [fromMs, toMs], in all of its lives, oldest first. */
export const containerLines = (
  world: World,
  { namespace, pod, container }: ContainerPlace,
  fromMs: number,
  toMs: number,
): readonly ContainerLine[] => logLines(world, `${namespace}/${pod}/${container}`, fromMs, toMs);
