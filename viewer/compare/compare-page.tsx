import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PageProps } from "../app.tsx";
import { claimOf, type RecordedEpisode, wordsOf } from "../episode/recorded.ts";
import { ColouredText } from "../parts/coloured-text.tsx";
import { minutesText, signedText } from "../parts/numbers.ts";
import { ReturnTile } from "../parts/return-tile.tsx";
import { linkTo } from "../parts/route.ts";
import { TaskName } from "../parts/task-name.tsx";
import { useKeys } from "../parts/use-keys.ts";
import { firstDifference, statesOf } from "./first-difference.ts";

/** More columns than these cannot be read on a laptop. */
const COLUMNS_MAX = 6;

/** Roll-outs of one incident side by side, step by step. */
export const ComparePage = ({ route }: PageProps): JSX.Element => {
  const keys = (route.path[0] ?? "").split(",").slice(0, COLUMNS_MAX);
  const answer = useEpisodes(keys);
  if (typeof answer === "string") return <p class="quiet">{answer}</p>;
  return <Comparison keys={keys} episodes={answer} />;
};

const useEpisodes = (keys: readonly string[]): readonly RecordedEpisode[] | string => {
  const [answer, setAnswer] = useState<readonly RecordedEpisode[] | string>("reading …");
  useEffect(() => {
    const read = async (key: string): Promise<RecordedEpisode> => {
      const response = await fetch(`api/episodes/${encodeURIComponent(key)}`);
      if (!response.ok) throw new Error(`there is no episode ${key}`);
      return (await response.json()) as RecordedEpisode;
    };
    void Promise.all(keys.map(read)).then(setAnswer, (error: unknown) => setAnswer(String(error)));
  }, [keys.join()]);
  return answer;
};

interface ComparisonProps {
  readonly keys: readonly string[];
  readonly episodes: readonly RecordedEpisode[];
}

const Comparison = ({ keys, episodes }: ComparisonProps): JSX.Element => {
  const parted = firstDifference(episodes);
  const [row, setRow] = useState(0);
  const length = Math.max(...episodes.map(({ steps }) => steps.length));
  const go = (by: number): void => setRow((now) => Math.max(0, Math.min(length - 1, now + by)));
  useEffect(() => document.querySelector(`.compare tr[data-row="${row}"]`)?.scrollIntoView({ block: "nearest" }), [row]);
  useKeys({
    j: () => go(1),
    ArrowDown: () => go(1),
    k: () => go(-1),
    ArrowUp: () => go(-1),
    Escape: () => history.back(),
  });
  const first = episodes[0];
  return (
    <section class="compare-page">
      <p>
        <b title={first?.task.uri}>
          <TaskName uri={first?.task.uri ?? ""} />
        </b>{" "}
        <span class="quiet">seed {first?.seed}</span> · {newsOf(parted, episodes)}
      </p>
      <div class="scroll">
        <table class="compare">
          <thead>
            <tr>
              <th />
              {episodes.map((episode, i) => (
                <th key={keys[i]}>
                  <ReturnTile value={episode.return} />{" "}
                  <a href={linkTo("episode", [keys[i] ?? ""])}>{episode.behaviour.model ?? episode.behaviour.name}</a>{" "}
                  <span class="quiet">
                    {episode.steps.length} steps, {episode.ending?.end_reason ?? "left running"}
                  </span>
                  <div class="claim">claims {claimText(episode)}</div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length }, (_, i) => (
              <tr key={i} data-row={i} class={`${i + 1 === parted ? "parted" : ""} ${i === row ? "place" : ""}`}>
                <th>{i + 1}</th>
                {episodes.map((episode, column) => (
                  <StepCell
                    key={keys[column]}
                    episode={episode}
                    number={i}
                    isSame={parted === undefined || i + 1 < parted || sameState(episodes, column, i + 1)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const newsOf = (parted: number | undefined, episodes: readonly RecordedEpisode[]): string => {
  if (episodes.length < 2) return "a single roll-out: choose others with the same task and seed";
  if (parted === undefined) return "the same states as long as all go on";
  return parted === 0 ? "different states from the start: these are not of one incident" : `the states differ after step ${parted}`;
};

const claimText = (episode: RecordedEpisode): string => {
  const claim = claimOf(episode);
  if (claim === undefined) return "nothing: no diagnosis was submitted";
  return claim.length === 0
    ? "that nothing is wrong"
    : claim.map(({ resource, fault_type = "" }) => `${String(resource)} ${String(fault_type)}`).join(", ");
};

/** True if a roll-out is in the state of the first one after so many steps. */
const sameState = (episodes: readonly RecordedEpisode[], column: number, steps: number): boolean => {
  const [first, own] = [episodes[0], episodes[column]].map((episode) => episode && statesOf(episode)[steps]);
  return first !== undefined && first === own;
};

interface StepCellProps {
  readonly episode: RecordedEpisode;
  readonly number: number;
  readonly isSame: boolean;
}

const StepCell = ({ episode, number, isSame }: StepCellProps): JSX.Element => {
  const step = episode.steps[number];
  if (step === undefined) return <td class="over" />;
  const { actions, results, reward = 0, virtual_time_ms, state_digest } = step;
  return (
    <td>
      <div class="cell-head">
        <span class="quiet">{minutesText((virtual_time_ms - episode.initial.virtual_time_ms) / 60_000)}</span>
        <span class={`digest ${isSame ? "" : "other"}`} title={`state after this step: ${state_digest}`}>
          {state_digest.replace("sha256:", "").slice(0, 6)}
        </span>
        {Math.abs(reward) >= 0.005 && <span class={reward < 0 ? "bad" : "good"}>{signedText(reward)}</span>}
      </div>
      {actions.map((action, i) => (
        <div key={i}>
          <pre class={`call ${results[i]?.had_effect === true ? "wrote" : ""}`}>{wordsOf(action)}</pre>
          {(results[i]?.content.trim() ?? "") !== "" && <ColouredText text={results[i]?.content ?? ""} lines={2} />}
        </div>
      ))}
    </td>
  );
};
