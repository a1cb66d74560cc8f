import { spendFrom } from "#core/work-budget.ts";
import { WorkLimitError } from "#core/work-limit-error.ts";
import { QUERY_UNITS, type WorkMeter } from "#sim/work-meter.ts";

/** Meter of a slot, whose owner grants it work. */
export interface GrantedMeter extends Required<WorkMeter> {
  /** Allows so many units from now on; what was left before is gone. */
  grant(units: number): void;
  /** Meter of a copy of the slot, with as much left. */
  fork(): GrantedMeter;
}

/** Lets others have a turn: a promise to wait for, or undefined while the present turn is short. */
export type TakeTurns = () => Promise<void> | undefined;

/**
 * Creates a meter that has no limit until one is granted.
 * @param takeTurns missing: there is nobody else
 */
export const createWorkMeter = (takeTurns?: TakeTurns, granted = Number.POSITIVE_INFINITY): GrantedMeter => {
  let left = granted;
  return {
    grant: (units) => {
      left = units;
    },
    spend: (units) => {
      left -= units;
      if (left < 0) throw new WorkLimitError("it would need more work of the cluster than is allowed");
      return takeTurns?.();
    },
    interpret: (run) => {
      const granted = Math.min(QUERY_UNITS, Math.max(0, left) * TEXT_UNITS);
      const budget = { left: granted };
      try {
        return spendFrom(budget, run);
      } finally {
        left -= (granted - Math.max(0, budget.left)) / TEXT_UNITS;
      }
    },
    fork: () => createWorkMeter(takeTurns, left),
  };
};

/** Units of the work of interpreters that are one of a meter's. */
const TEXT_UNITS = 4_096;
