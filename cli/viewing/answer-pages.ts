import { open } from "node:fs/promises";
import { stringify } from "yaml";
import { parseJson } from "#core/parse-json.ts";
import type { AnswerPage, PageAnswer } from "#env/server/pages/page-server.ts";
import type { ChangedObject, FaultRow } from "#viewer/protocol.ts";
import type { Trajectory } from "../trajectories/trajectory.ts";
import { describeDamage } from "../trajectories/trajectory-schema.ts";
import { commandsOf } from "./commands-of.ts";
import type { EpisodeIndex, EpisodePlace } from "./index-runs.ts";
import { recordedTracks } from "./replays/recorded-tracks.ts";
import type { ReplayShelf } from "./replays/replay-shelf.ts";

/** Sources of what the pages show. */
export interface PageSources {
  readonly index: EpisodeIndex;
  /** Missing: episodes are not played again. */
  readonly replays?: ReplayShelf;
  /** Lists the faults that can be played. */
  readonly faults: () => Promise<readonly FaultRow[]>;
}

/** Answers the pages' questions about folders; a key is looked up in the index, so that no path comes from a page. */
export const answerPages =
  (sources: PageSources): AnswerPage =>
  async ([what = "", key = "", part = "", ...rest]) => {
    if (what === "index") return { body: { ...(await sources.index.refresh()), replays: sources.replays !== undefined } };
    if (what === "tasks") return { body: await sources.faults() };
    const place = what === "episodes" ? sources.index.find(key) : undefined;
    return place && (await EPISODE_PARTS.get(part)?.(place, sources, key, rest));
  };

type AnswerPart = (
  place: EpisodePlace,
  sources: PageSources,
  key: string,
  rest: readonly string[],
) => PageAnswer | undefined | Promise<PageAnswer | undefined>;

const EPISODE_PARTS: ReadonlyMap<string, AnswerPart> = new Map<string, AnswerPart>(
  Object.entries({
    "": async (place) => ({ body: await readBytes(place) }),
    commands: (place, _sources, _key, [moment]) => ({ body: commandsOf(place, Math.max(0, Math.trunc(Number(moment)) || 0)) }),
    replay: async (place, { replays }, key) => {
      if (replays === undefined) return { body: recordedTracks(await readTrajectory(place)) };
      const state = replays.ask(key, () => readTrajectory(place));
      if (state.kind === "running") return { status: 202, body: state.progress };
      return state.kind === "done" ? { body: state.replay.tracks } : { status: 500, body: { error: state.reason } };
    },
    changes: (place, { replays }, key, [moment, number]) => {
      const state = replays?.ask(key, () => readTrajectory(place));
      if (state?.kind !== "done") return undefined;
      const found = state.replay.changes[Number(moment)]?.[Number(number)];
      return found && { body: toYaml(found) };
    },
  } satisfies Record<string, AnswerPart>),
);

const readBytes = async ({ file, offset, bytes }: EpisodePlace): Promise<Buffer> => {
  const opened = await open(file);
  try {
    const { buffer } = await opened.read(Buffer.alloc(bytes), 0, bytes, offset);
    return buffer;
  } finally {
    await opened.close();
  }
};

/** Reads a trajectory whole. @throws Error that says what is wrong with it */
const readTrajectory = async (place: EpisodePlace): Promise<Trajectory> => {
  const value = parseJson((await readBytes(place)).toString("utf8"));
  const damage = describeDamage(value);
  if (damage !== undefined) throw new Error(`${place.file}, episode ${place.number} is damaged: ${damage}`);
  return value as Trajectory;
};

const toYaml = ({ before, after }: { readonly before?: object; readonly after?: object }): ChangedObject => ({
  ...(before && { before: stringify(before, YAML) }),
  ...(after && { after: stringify(after, YAML) }),
});

/** No folding and no anchors, so that each line of a diff is one member. */
const YAML = { lineWidth: 0, aliasDuplicateObjects: false } as const;
