import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { PageProps } from "../app.tsx";
import { type Answer, useAnswer } from "../parts/ask.ts";
import { ReturnTile } from "../parts/return-tile.tsx";
import { linkTo } from "../parts/route.ts";
import { TaskName } from "../parts/task-name.tsx";
import { useKeys } from "../parts/use-keys.ts";
import type { Index, Tracks } from "../protocol.ts";
import { Cluster, ReplayNote } from "./cluster.tsx";
import { Conversation } from "./conversation.tsx";
import { Facts } from "./facts.tsx";
import { Grading } from "./grading.tsx";
import { minutesOf, type RecordedEpisode } from "./recorded.ts";
import { TimeTracks } from "./time-tracks.tsx";

/** One episode: its conversation beside all that was measured, on one axis of time. */
export const EpisodePage = ({ index, route }: PageProps): JSX.Element => {
  const id = route.path[0] ?? "";
  const answer = useAnswer<RecordedEpisode>(`api/episodes/${encodeURIComponent(id)}`);
  const replay = useAnswer<Tracks>(`api/episodes/${encodeURIComponent(id)}/replay`);
  if (answer.kind === "failed") return <p class="trouble">{answer.reason}</p>;
  if (answer.kind === "waiting") return <p class="quiet">reading …</p>;
  return <Episode id={id} index={index} episode={answer.value} replay={replay} />;
};

interface EpisodeProps {
  readonly id: string;
  readonly index: Index;
  readonly episode: RecordedEpisode;
  readonly replay: Answer<Tracks>;
}

const Episode = ({ id, index, episode, replay }: EpisodeProps): JSX.Element => {
  const minutes = useMemo(() => minutesOf(episode), [episode]);
  const [selected, setSelected] = useState(0);
  const [pointed, setPointed] = useState<{ readonly moment: number; readonly minute: number }>();
  const [isWhole, setIsWhole] = useState(false);
  const [tab, setTab] = useState<keyof typeof TABS>("cluster");
  const { moment, minute } = pointed ?? { moment: selected, minute: minutes[selected] ?? 0 };
  const last = episode.steps.length;
  // Keys may come faster than the page is drawn, so that they count from the latest choice.
  const move = (next: (selected: number) => number): void => {
    setSelected((now) => Math.max(0, Math.min(last, next(now))));
    setPointed(undefined);
    setIsFollowing(true);
  };
  const select = (next: number): void => move(() => next);
  useEpisodeKeys(id, index, { back: () => move((now) => now - 1), on: () => move((now) => now + 1) });
  const [isFollowing, setIsFollowing] = useState(true);
  useEffect(() => showMoment(moment, isFollowing), [moment, isFollowing, episode]);
  const tracks = replay.kind === "done" ? replay.value : undefined;
  const domain = useMemo(() => domainOf(minutes, isWhole), [minutes, isWhole]);
  const momentAt = (at: number): number => Math.max(0, minutes.findLastIndex((end) => end < at - 1e-6) + 1);
  const point = (at: number | undefined): void => {
    setIsFollowing(true);
    setPointed(at === undefined ? undefined : { minute: at, moment: Math.min(last, at <= 0 ? 0 : momentAt(at)) });
  };
  const Tab = TABS[tab];
  return (
    <section class="episode-page">
      <EpisodeHead id={id} index={index} episode={episode} />
      <div class="left scroll">
        <Conversation
          id={id}
          episode={episode}
          changes={tracks?.changes}
          select={select}
          hover={(one) => {
            setIsFollowing(one === undefined);
            setPointed(one === undefined ? undefined : { moment: one, minute: minutes[one] ?? 0 });
          }}
        />
      </div>
      <div class="right">
        <TimeTracks
          episode={episode}
          tracks={tracks}
          domain={domain}
          moment={moment}
          minute={minute}
          hover={point}
          select={(at) => select(momentAt(at))}
        />
        <div class="slider">
          <button
            type="button"
            title="from the agent's start to its last step, or from before the start to the end of the grading"
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? "the agent's time" : "all of it"}
          </button>
          <input
            type="range"
            aria-label="step"
            min={0}
            max={last}
            value={moment}
            onInput={({ currentTarget }) => select(Number(currentTarget.value))}
          />
        </div>
        <ReplayNews replay={replay} />
        <div class="tabs">
          {Object.keys(TABS).map((name) => (
            <button key={name} type="button" class={name === tab ? "here" : ""} onClick={() => setTab(name as keyof typeof TABS)}>
              {name === "cluster" ? `cluster, ${moment === 0 ? "start" : `step ${moment}`}` : name}
            </button>
          ))}
        </div>
        <div class="scroll panel">
          <Tab id={id} episode={episode} replay={replay} moment={moment} />
        </div>
      </div>
    </section>
  );
};

interface TabProps {
  readonly id: string;
  readonly episode: RecordedEpisode;
  readonly replay: Answer<Tracks>;
  readonly moment: number;
}

const TABS = {
  cluster: ({ id, replay, moment }: TabProps) => <Cluster id={id} replay={replay} moment={moment} />,
  grading: ({ episode }: TabProps) => <Grading episode={episode} />,
  facts: ({ id, episode, moment }: TabProps) => <Facts id={id} episode={episode} moment={moment} />,
} as const;

/** Minutes that are shown: those of the agent, or all that was measured. */
const domainOf = (minutes: readonly number[], isWhole: boolean): readonly [number, number] => {
  const end = minutes.at(-1) ?? 1;
  if (isWhole) return [-BEFORE_MINUTES, end];
  const lastOwn = minutes.at(-2) ?? end;
  return [-1, Math.min(end, lastOwn + Math.max(0.5, lastOwn * 0.05))];
};

/** Minutes before the start of which signals tell. */
const BEFORE_MINUTES = 10;

const EpisodeHead = ({ id, index, episode }: Omit<EpisodeProps, "replay">): JSX.Element => {
  const { task, seed, behaviour, ending, trajectory_id } = episode;
  const members = groupOf(id, index);
  return (
    <div class="head">
      <ReturnTile value={episode.return} />
      <b>{behaviour.model ?? behaviour.name}</b>
      <span class="task" title={task.uri}>
        <TaskName uri={task.uri} />
      </span>
      <span class="quiet">seed {seed}</span>
      <span class={ending?.success === true ? "good" : "bad"}>{ending?.success === true ? "success" : "no success"}</span>
      <span class="quiet">{ending?.end_reason ?? "left running"}</span>
      <span class="grow" />
      {members.length > 1 && <a href={linkTo("compare", [members.join(",")])}>compare {members.length} of this incident</a>}
      <a href={`api/episodes/${id}`} download={`${trajectory_id}.json`}>
        download
      </a>
    </div>
  );
};

/** Keys of the episodes with the same task and seed, this one first. */
const groupOf = (id: string, { episodes }: Index): readonly string[] => {
  const own = episodes.find(({ key }) => key === id);
  const others = episodes.filter(
    ({ key, task, seed, id: kept }) => kept !== undefined && key !== id && task === own?.task && seed === own.seed,
  );
  return [id, ...others.map(({ key }) => key)];
};

/** A replay in another state than the record is told of, since nothing of it is drawn. */
const ReplayNews = ({ replay }: { readonly replay: Answer<Tracks> }): JSX.Element | null => {
  if (replay.kind !== "done") return <ReplayNote replay={replay} />;
  const { differsFrom, sameBuild } = replay.value;
  if (differsFrom === undefined) return null;
  const why = sameBuild ? "though this very build recorded it" : "another build recorded it";
  return (
    <p class="trouble">
      Played again, it is in another state {differsFrom === 0 ? "from the start" : `after step ${differsFrom}`} ({why}): what was measured
      in the replay is not shown.
    </p>
  );
};

const useEpisodeKeys = (id: string, { episodes }: Index, { back, on }: { readonly back: () => void; readonly on: () => void }): void => {
  const kept = episodes.filter((one) => one.id !== undefined);
  const place = kept.findIndex(({ key }) => key === id);
  const open = (at: number): void => {
    const next = kept[at];
    if (next !== undefined) location.hash = linkTo("episode", [next.key]);
  };
  useKeys({
    j: on,
    ArrowDown: on,
    ArrowRight: on,
    k: back,
    ArrowUp: back,
    ArrowLeft: back,
    n: () => open(place + 1),
    p: () => open(place - 1),
    c: () => {
      location.hash = linkTo("compare", [groupOf(id, { episodes } as Index).join(",")]);
    },
    Enter: () => document.querySelector<HTMLButtonElement>(".conversation .now .fold")?.click(),
    Escape: () => history.back(),
  });
};

/** Marks a moment in the conversation, which is not drawn again for it. */
const showMoment = (moment: number, isFollowing: boolean): void => {
  for (const old of document.querySelectorAll(".conversation .now")) old.classList.remove("now");
  const step = document.querySelector(`.conversation [data-moment="${moment}"]`);
  step?.classList.add("now");
  if (isFollowing) step?.scrollIntoView({ block: "nearest" });
};
