import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { ColouredText } from "../parts/coloured-text.tsx";
import { minutesText, signedText } from "../parts/numbers.ts";
import type { ObjectChange, Tracks } from "../protocol.ts";
import { AgentRequests } from "./agent-requests.tsx";
import { ObjectChanges } from "./object-changes.tsx";
import { measuredText, minutesOf, type RecordedEpisode, type RecordedStep, remarkOf, wordsOf } from "./recorded.ts";

interface ConversationProps {
  readonly id: string;
  readonly episode: Pick<RecordedEpisode, "initial" | "steps" | "turns" | "requests" | "tools" | "advantages">;
  readonly changes: Tracks["changes"];
  /** Told of the moment that was pointed at, undefined when none is any more. */
  readonly hover: (moment: number | undefined) => void;
  readonly select: (moment: number) => void;
}

/** The agent's course: thought, call and result of each step, and between them its requests that were none. Drawn once, since pointing at it happens often. */
export const Conversation = ({ id, episode, changes, hover, select }: ConversationProps): JSX.Element =>
  useMemo(() => {
    const minutes = minutesOf(episode);
    const thoughts = Map.groupBy(episode.turns ?? [], (turn) => turn.step_index);
    const requests = Map.groupBy(episode.requests ?? [], (request) => request.step_index);
    const mutating = new Set(episode.tools?.filter((tool) => tool.mutating).map(({ name }) => name));
    return (
      <ol class="conversation" onMouseLeave={() => hover(undefined)}>
        <li data-moment={0} onMouseEnter={() => hover(0)} onClick={() => select(0)}>
          <h3>
            <span class="step-number">start</span>
          </h3>
          <p class="prose">{remarkOf(episode.initial)}</p>
        </li>
        {episode.steps.map((step, i) => [
          <AgentRequests key={`before ${step.index}`} requests={requests.get(step.index)} />,
          <li key={step.index} data-moment={i + 1} onMouseEnter={() => hover(i + 1)} onClick={() => select(i + 1)}>
            <StepHead step={step} minutes={minutes[i + 1] ?? 0} advantage={episode.advantages?.[i]} />
            {thoughts.get(step.index)?.map(({ content }) => (
              <p key={content} class="thought">
                {content}
              </p>
            ))}
            <StepBody step={step} />
            {isWrite(step, mutating) && <Applied id={id} moment={i + 1} changes={changes?.[i + 1]} />}
          </li>,
        ])}
        <AgentRequests requests={requests.get(episode.steps.length)} />
      </ol>
    );
  }, [id, episode, changes]);

interface StepHeadProps {
  readonly step: RecordedStep;
  readonly minutes: number;
  readonly advantage: number | undefined;
}

const StepHead = ({ step: { index, reward = 0, components, measured }, minutes, advantage }: StepHeadProps): JSX.Element => {
  const parts = components.filter(({ contribution = 0 }) => Math.abs(contribution) >= 0.005);
  return (
    <h3>
      <span class="step-number">{index + 1}</span>
      <span class="quiet">{minutesText(minutes)}</span>
      <span class="grow" />
      {measured !== undefined && (
        <span class="quiet" title="by the clock: the agent and its answer; tokens of the prompt and of what the model said">
          {measuredText(measured)}
        </span>
      )}
      {advantage !== undefined && <span class="quiet">advantage {signedText(advantage)}</span>}
      {Math.abs(reward) >= 0.005 && (
        <span
          class={reward < 0 ? "bad" : "good"}
          title={parts.map(({ name, contribution = 0 }) => `${name} ${signedText(contribution)}`).join(", ")}
        >
          {signedText(reward)}
        </span>
      )}
    </h3>
  );
};

const StepBody = ({ step }: { readonly step: RecordedStep }): JSX.Element => {
  const remark = remarkOf(step);
  return (
    <>
      {step.actions.map((action, i) => {
        const result = step.results[i];
        return (
          <div key={i}>
            <pre class={`call ${result?.had_effect === true ? "wrote" : ""}`}>{wordsOf(action)}</pre>
            {result !== undefined && result.status !== "OK" && (
              <span class="bad status">
                {result.status} {result.error_code ?? ""}
              </span>
            )}
            {result !== undefined && result.content.trim() !== "" && <ColouredText text={result.content} lines={6} />}
          </div>
        );
      })}
      {remark !== "" && <p class="remark">{remark.replaceAll(/\n\s*\n/g, "\n")}</p>}
    </>
  );
};

/** True if an action of a kind that writes had an effect. */
const isWrite = ({ actions, results }: RecordedStep, mutating: ReadonlySet<string>): boolean =>
  actions.some(({ name = "" }, i) => mutating.has(name) && results[i]?.had_effect === true);

interface AppliedProps {
  readonly id: string;
  readonly moment: number;
  readonly changes: readonly ObjectChange[] | undefined;
}

/** Objects that are nobody's and changed in a step that wrote: what was applied. */
const Applied = ({ id, moment, changes = [] }: AppliedProps): JSX.Element | null => {
  const isApplied = ({ inSpec, isOwned, kind }: ObjectChange): boolean => inSpec && !isOwned && kind !== "EndpointSlice";
  if (!changes.some(isApplied)) return null;
  return (
    <div class="applied">
      <ObjectChanges episode={id} moment={moment} changes={changes} isShown={isApplied} isApplied />
    </div>
  );
};
