import type { Timeline } from "./timeline.ts";

/** Size of a burst of requests, as a multiple of what there are otherwise, and its length. */
export interface LoadBurst {
  readonly burst: number;
  readonly burstMs: number;
}

/** Creates a burst of requests a minute after the injection, once roll-outs are over. */
export const loadBurst = ({ burst: factor, burstMs }: LoadBurst): Timeline => {
  const [fromMs, toMs] = [60_000, 60_000 + burstMs];
  return {
    acts: [
      { atMs: fromMs, act: { verb: "load", factor } },
      { atMs: toMs, act: { verb: "load", factor: 1 } },
    ],
    trigger: { fromMs, toMs },
  };
};
