import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import { openHost } from "#env/open/open-host.ts";
import { compileCel, isProgram } from "#sim/apiserver/policy/cel/compile.ts";
import type { GrowingQuery } from "./growing-query.ts";
import type { PlayedProgram } from "./play-program.ts";

/** Opens an episode of each app that the queries are of, and returns a function that plays a query as one action. */
export const openQueryPlayer = async (): Promise<(query: GrowingQuery) => Promise<PlayedProgram>> => {
  const { host } = await openHost({ hasPast: false });
  const players = new Map(await Promise.all(Object.entries(TASKS).map(async ([app, uri]) => [app, await openPlayer(host, uri)] as const)));
  return async (query) => {
    const before = process.cpuUsage();
    const says = query.kind === "cel" ? playCel(query.source) : await players.get(isOfShop(query) ? "shop" : "hotel")?.(query);
    const { user, system } = process.cpuUsage(before);
    return { workedMs: (user + system) / 1_000, says: `${says}`.slice(-LAST_WORDS) };
  };
};

type ToolQuery = Extract<GrowingQuery, { kind: "tool" }>;

/** Apps with a database that speaks SQL, and with one of documents. */
const TASKS = {
  shop: "kubedrill://astronomy-shop/service-selector-mismatch?target=service/cart&variant=standard",
  hotel: "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend&variant=standard",
} as const;

const isOfShop = ({ arguments: given }: ToolQuery): boolean => given["command"]?.includes("psql") ?? given["query"] !== undefined;

/** Plays actions in one episode after the other, so that none reaches its last step. */
const openPlayer = async (host: EpisodeHost, taskUri: string): Promise<(query: ToolQuery) => Promise<string>> => {
  let steps = 0;
  let episodes = 0;
  const begin = async (): Promise<void> => {
    if (episodes > 0) await host.close({ episodeId: `${taskUri} ${episodes}` });
    episodes += 1;
    steps = 0;
    await host.reset({ episodeId: `${taskUri} ${episodes}`, taskUri, seed: "7", views: [], limits: {} });
  };
  await begin();
  return async ({ name, arguments: given }) => {
    if (steps === STEPS) await begin();
    const body = { kind: "tool", name, argumentsJson: JSON.stringify(given) } as const;
    const { results, ending } = await host.step({ episodeId: `${taskUri} ${episodes}`, stepIndex: steps, actions: [{ body }] });
    steps = ending === undefined ? steps + 1 : STEPS;
    return `${results[0]?.status} ${results[0]?.content}`;
  };
};

const playCel = (source: string): string => {
  const program = compileCel(source);
  if (!isProgram(program)) return program.problem;
  try {
    return `${program.run({})}`;
  } catch (cause) {
    return `${cause}`;
  }
};

const STEPS = 10;
/** Number of characters of the end of what was printed. */
const LAST_WORDS = 120;
