import type { ActionResult, Observation, RewardComponent, StepOutcome } from "../../host/episode-protocol.ts";

/** Replies to the agents of open episodes, step by step, as long as there is room: the oldest goes first. */
export interface ReplyShelf {
  /** Keeps the outcome of a step; one that was made again takes the place of the first. */
  add(episodeId: string, outcome: StepOutcome): void;
  /** Outcomes of an episode by the index of their step. */
  of(episodeId: string): ReadonlyMap<number, KeptReply>;
}

export interface KeptReply {
  readonly results: readonly ActionResult[];
  readonly observation: Observation;
  readonly components: readonly RewardComponent[];
}

/** Creates an empty shelf. @param roomMax number of characters that it holds */
export const createReplyShelf = (roomMax: number): ReplyShelf => {
  const episodes = new Map<string, Map<number, KeptReply>>();
  const order: { readonly episodeId: string; readonly index: number; readonly reply: KeptReply; readonly size: number }[] = [];
  let room = roomMax;
  const drop = (): void => {
    const oldest = order.shift();
    if (oldest === undefined) return;
    room += oldest.size;
    const kept = episodes.get(oldest.episodeId);
    if (kept?.get(oldest.index) === oldest.reply) kept.delete(oldest.index);
    if (kept?.size === 0) episodes.delete(oldest.episodeId);
  };
  return {
    add: (episodeId, { stepIndex, results, observation, reward: { components } }) => {
      const reply = { results, observation, components };
      const size = sizeOf(reply);
      episodes.set(episodeId, (episodes.get(episodeId) ?? new Map<number, KeptReply>()).set(stepIndex, reply));
      order.push({ episodeId, index: stepIndex, reply, size });
      room -= size;
      while (room < 0 && order.length > 1) drop();
    },
    of: (episodeId) => episodes.get(episodeId) ?? NONE,
  };
};

const NONE: ReadonlyMap<number, KeptReply> = new Map();

/** Size of a reply in characters, objects around the texts being some hundred each. */
const sizeOf = ({ results, observation }: KeptReply): number =>
  [...results.map(({ content }) => content), ...observation.views.map(({ body }) => body)].reduce(
    (sum, text) => sum + text.length + 200,
    0,
  );
