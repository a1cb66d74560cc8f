/** Account of an episode that can be compared between two worlds: lines without names, numbers and times that differ between runs. */
export interface EpisodeAccount {
  readonly fault: string;
  readonly target: string;
  /** Sorted lines by aspect. */
  readonly lines: Readonly<Record<Aspect, readonly string[]>>;
  /** Values of the reward's components, 0..1; a component that was not applied has its status. */
  readonly rewards: Readonly<Record<string, number | string>>;
  /** Parts of the first observation of an agent that comes two minutes after the symptoms: ages in seconds, and reports; missing: not recorded. */
  readonly firstLook?: Readonly<Record<string, number | string>>;
}

/** Aspects of an account, with the meaning of their lines. */
export const ASPECTS = {
  pods: "component and STATUS, of pods that are not ready and running",
  events: "component, kind, type and reason, of events since the injection",
  endpoints: "Services whose number of ready addresses is not that of the baseline",
  answers: "Services that answer a connection in another way than before",
  operations: "users' operations that do not give the right answer",
  alerts: "alerts that fire, with what they are about",
  conditions: "conditions of the oracle that do not hold, moment by moment",
  actions: "how the calls of the expert ended",
  rollback: "what was put back, and whether the digest was the baseline's again",
} as const;

export type Aspect = keyof typeof ASPECTS;
