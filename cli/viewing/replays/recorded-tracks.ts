import type { Tracks } from "#viewer/protocol.ts";
import { alertBars } from "../../plots/alert-bars.ts";
import type { Trajectory } from "../../trajectories/trajectory.ts";
import { readSignals } from "./read-signals.ts";

/** Tracks that the views of a record hold; those of views that nobody asked for are empty. */
export const recordedTracks = (trajectory: Trajectory): Tracks => ({
  source: "recorded",
  sameBuild: true,
  signals: readSignals(trajectory),
  alerts: alertBars(trajectory).map(({ name, from, to, isFaint }) => {
    const [alert = name, ...about] = name.split(" ");
    return { name: alert, about: about.join(" "), state: isFaint === true ? "pending" : "firing", from, to };
  }),
});
