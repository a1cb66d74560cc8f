import type { JSX } from "preact";
import type { Answer } from "../parts/ask.ts";
import type { Tracks } from "../protocol.ts";
import { ObjectChanges } from "./object-changes.tsx";

interface ClusterProps {
  readonly id: string;
  readonly moment: number;
  readonly replay: Answer<Tracks>;
}

/** Objects that the last step changed, by its agent or by whatever else went on. */
export const Cluster = ({ id, moment, replay }: ClusterProps): JSX.Element => {
  if (replay.kind !== "done") return <ReplayNote replay={replay} />;
  const { changes, source } = replay.value;
  if (changes === undefined)
    return (
      <p class="quiet">
        {source === "recorded" ? "Objects are read by playing the episode again, which --recorded forbids." : "They were not read."}
      </p>
    );
  const own = changes[moment];
  if (moment === 0) return <p class="quiet">The start: changes are counted from here on.</p>;
  if (own === undefined)
    return <p class="quiet">Nothing was read after this step: it ended the episode, or the replay was another one by then.</p>;
  if (own.length === 0) return <p class="quiet">No object changed in this step.</p>;
  return <ObjectChanges key={moment} episode={id} moment={moment} changes={own} />;
};

/** News of a replay that is not done. */
export const ReplayNote = ({ replay }: { readonly replay: Answer<Tracks> }): JSX.Element | null => {
  if (replay.kind === "done") return null;
  if (replay.kind === "failed") return <p class="trouble">It cannot be played again: {replay.reason}</p>;
  const { waiting = 0, step = 0, steps = 0 } = replay.progress ?? {};
  const where =
    waiting > 0
      ? `after ${waiting} other${waiting > 1 ? "s" : ""}`
      : step === 0
        ? "its incident is being made"
        : `step ${step} of ${steps}`;
  return <p class="quiet">Playing it again, for what its record does not hold: {where} …</p>;
};
