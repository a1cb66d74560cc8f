import { boundLongStates, countLongStates, STATE_BYTES } from "#sim/kernel/idle-trajectory.ts";

/** Bounds the memory of this thread for courses of worlds that were played for long, estimated, bytes. */
export const boundCourses = (bytesMax: number): void => boundLongStates(Math.floor(bytesMax / STATE_BYTES));

/** Estimated memory of those courses, bytes. */
export const courseBytes = (): number => countLongStates() * STATE_BYTES;
