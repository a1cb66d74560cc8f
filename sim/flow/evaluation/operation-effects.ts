import { keepFor } from "#core/keep-for.ts";
import type { ProgramDefect } from "#kube/ports/image-build.ts";
import type { World } from "../../kernel/world.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { type Effects, NO_EFFECTS } from "./effects.ts";
import { flagEffects } from "./flag-effects.ts";

/** Effects of a program's build, and of the flags that it reads as they are now, on an operation. */
export const operationEffects = (world: World, process: Process, app: AppProgram, operation: string): Effects =>
  flagEffects(world, process, { app, operation, before: app.defect === undefined ? NO_EFFECTS : buildEffects(app.defect) });

/** True for a program of which some requests leave memory behind at times. */
export const canLeak = ({ behaviour, defect }: AppProgram): boolean =>
  defect?.leakKiB !== undefined || behaviour.flags?.effects.some(({ leakKiB }) => leakKiB !== undefined) === true;

/** A defect is in all operations of a program. */
const buildEffects = keepFor(
  ({ fails, addedMs = 0, addedCpuMs = 0, leakKiB = 0 }: ProgramDefect): Effects => ({
    ...NO_EFFECTS,
    fails: fails === undefined ? [] : [fails],
    addedMs,
    addedCpuMs,
    leakKiB,
  }),
);
