import type { AppComponent } from "#kube/app/app.ts";

/** True for a program that serves requests all the time, so that what happens to some of them is seen within a minute. */
export const isBusy = ({ callsPerS }: AppComponent): boolean => callsPerS >= CALLS_MIN_PER_S;

const CALLS_MIN_PER_S = 2;
