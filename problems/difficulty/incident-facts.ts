/** Measures of an incident without anything around it, four minutes after its fault. */
export interface MeasuredFacts {
  /**
   * Least number of calls between a component that an alert names and the one that is at fault, ≥ 0; of all components in which something
   * stands out, where no alert names any. `FARTHEST` where none of them reaches it, or what is wrong belongs to no component.
   */
  readonly distance: number;
  /** Number of components in which something stands out. */
  readonly symptomatic: number;
  /** Share of what stands out at the component at fault that metrics, logs and traces alone show, 0..1; 1 where nothing does. */
  readonly telemetryShare: number;
  /** Number of the expert's calls, from the first look to the end. */
  readonly steps: number;
  /** Length of what the expert read, characters. */
  readonly read: number;
  /** True if an attempt that knows nothing of the cause repairs it: undoing or restarting a roll-out, deleting pods. */
  readonly isUndone: boolean;
}

/** Measures by which the difficulty of an incident is judged. */
export interface IncidentFacts extends MeasuredFacts {
  /** Share of the fault's episodes in which rules on specifications alone name it at once, 0..1. */
  readonly writtenShare: number;
}

/** Distance where no call leads from what stands out to what is wrong. */
export const FARTHEST = 3;
