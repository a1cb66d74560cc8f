import type { ToolCall } from "#core/tool-call.ts";
import type { Incident } from "./incident.ts";

/**
 * Lists for each fault of an incident the ways in which the expert can repair it, at least one.
 *
 * Of two faults in one object each has its last way alone, which changes the field itself: to undo the object's last roll-out would take
 * back the repair of the other one.
 */
export const repairsOf = ({ faults, baseline }: Pick<Incident, "faults" | "baseline">): readonly (readonly (readonly ToolCall[])[])[] =>
  faults.map(({ injector, params, target }) => {
    const ways = injector.solve(params, baseline);
    return faults.filter((fault) => fault.target === target).length > 1 ? ways.slice(-1) : ways;
  });
