import { openHost } from "#env/open/open-host.ts";
import { playAgent } from "#env/host/play-agent.ts";
import agent from "#problems/agents/read-specifications/agent.ts";
const [from, n, split] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4] ?? "train"];
const open = await openHost({});
const { draws } = open.catalogue.sample({ filter: { splits: [split] }, kind: "BALANCED", seed: `lint ${split}`, n: from + n, repeats: 1, weights: {} } as never);
let [s, r] = [0, 0];
for (const [i, draw] of draws.slice(from).entries()) {
  let graded: any;
  const host = { ...open.host, reward: async (q: any) => (graded = await open.host.reward(q)) };
  const uri = (draw as any).taskUri;
  try {
    const reasons = await playAgent(host as never, { episodeId: `l${i}`, taskUri: uri, seed: `${(draw as any).seed ?? i}`, limits: {}, views: [{ name: "text" }], profile: "shaped" } as never, agent, { tell: (async () => { throw new Error(); }) as never });
    const ok = graded?.ending?.success === true;
    s += ok ? 1 : 0; r += graded?.report.reward ?? 0;
    console.log(`${ok ? "WIN " : "    "} ${(graded?.report.reward ?? NaN).toFixed(2)} ${uri.replace("kubedrill://", "").slice(0, 90)} | ${reasons.at(-1)}`);
  } catch (e) { console.log("ERR", uri, String(e).slice(0, 200)); }
}
console.log(split, "success", s / n, "mean", r / n);
process.exit(0);
