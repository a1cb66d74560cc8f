import type { World } from "../kernel/world.ts";
import type { Process } from "../processes/process.ts";
import { canLeak, operationEffects } from "./evaluation/operation-effects.ts";
import type { Traffic } from "./traffic.ts";

/** Memory that a program's requests leave behind because of flags or of its build, MiB a second. */
export const leakedMiBPerS = (world: World, process: Process, { servers }: Pick<Traffic, "servers">): number => {
  const { app } = process;
  if (app === undefined || !canLeak(app)) return 0;
  let sum = 0;
  for (const served of servers)
    if (served.process === process.key) sum += served.rate * operationEffects(world, process, app, served.operation).leakKiB;
  return sum / 1024;
};
