import { beforeAll, expect, test } from "vitest";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { sample } from "../sample.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

/** Words of kubedrill that no tool may show to an agent. */
const OWN_WORDS = [
  /kubedrill/i,
  /\bdrill\b/i,
  /\bepisode/i,
  /\binject(?!ed data from multiple sources)/i,
  /\boracle\b/i,
  /\bdecoy/i,
  /\bbaseline\b/i,
  /(?<!\/api\/)\bsimulat/i, // fleetcast has an operation GET /api/simulate
  /\btrainer\b/i,
  /\bground.truth/i,
  /\bsregym\b(?!\/|$)/i, // the applications' images are published under that name, which a page may cut
  /\bchaos\b/i,
  /\bholdout\b/i,
  /\bdegenerate\b/i,
];

const LOOKS: readonly ToolCall[] = [
  kubectl("get all,configmaps,secrets,pvc,networkpolicies,serviceaccounts,roles,rolebindings,events -o yaml"),
  kubectl("get nodes,pv,namespaces,storageclasses,clusterroles,clusterrolebindings -o yaml"),
  kubectl("get pods -A -o wide"),
  kubectl("get events -A"),
  kubectl("describe pods"),
  kubectl("describe deployments"),
  kubectl("auth whoami"),
  kubectl("config view"),
  kubectl("version"),
  { name: "query_metrics", arguments: { query: '{__name__=~".+"}' } },
  { name: "query_logs", arguments: { query: '{namespace=~".+"}', limit: 500 } },
  { name: "get_traces", arguments: { service: "frontend", limit: 5 } },
  { name: "get_alerts", arguments: {} },
  { name: "get_services", arguments: {} },
];

/** Invalid calls, whose error messages are checked too. */
const MISTAKES: readonly ToolCall[] = [
  { name: "no_such_tool", arguments: {} },
  { name: "submit_diagnosis", arguments: {} },
  { name: "submit_diagnosis", arguments: { root_causes: [{ resource: "nonsense" }] } },
  { name: "query_metrics", arguments: { query: "sum(" } },
  { name: "query_logs", arguments: { query: "{" } },
  { name: "get_traces", arguments: { service: 1 } },
  { name: "wait", arguments: { seconds: "soon" } },
  kubectl("frobnicate"),
  kubectl("get pods &"),
];

test("no answer to a mistake and no tool's description names a fault, but for the list of all types", async () => {
  const forbidden = [
    ...OWN_WORDS,
    ...open.library.injectors.flatMap(({ id, catalogueType }) => [new RegExp(id), new RegExp(catalogueType)]),
  ];
  const [task] = open.catalogue.list({ splits: ["train"] });
  await open.host.reset({ episodeId: "mistakes", taskUri: task?.uri ?? "", seed: "1", limits: { maxInvalidActions: 99 }, views: [] });
  const { results } = await open.host.step({ episodeId: "mistakes", stepIndex: 0, actions: MISTAKES.map(actionOf) });
  await open.host.close({ episodeId: "mistakes" });
  const withoutList = (spec: unknown): string => JSON.stringify(spec, (key, value: unknown) => (key === "fault_type" ? undefined : value));
  const texts = [...open.library.tools.map(({ spec }) => withoutList(spec)), ...results.map(({ content }) => content)];
  expect(results.every(({ status }) => status !== "OK")).toBe(true);
  for (const text of texts) for (const word of forbidden) expect(text).not.toMatch(word);
  for (const { spec } of open.library.tools) for (const word of OWN_WORDS) expect(JSON.stringify(spec)).not.toMatch(word);
});

/** Size limit of views, bytes: the highest that there is. */
const VIEW_BYTES = 65_536;
/** Size of the parts in which longer answers are read, bytes. */
const PAGE_BYTES = 60_000;

/** Targets of a fault in an application; `KUBEDRILL_TEST_ALL_PAIRS=1` takes all of them, a quarter of an hour. */
const TARGETS_EACH = process.env["KUBEDRILL_TEST_ALL_PAIRS"] === "1" ? Number.POSITIVE_INFINITY : 3;

test("no tool and no view shows a ground truth word, over all faults in all applications", async () => {
  const ids = open.library.injectors.map(({ id }) => id);
  const alone = open.catalogue
    .list({ splits: ["train", "eval", "holdout"] })
    .filter(({ tags }) => tags.includes("single-fault") || tags.includes("healthy"));
  const all = [...Map.groupBy(alone, ({ uri }) => uri.split("?")[0]).values()].flatMap((same) => spread(same, TARGETS_EACH));
  expect(all.length).toBeGreaterThanOrEqual(150);
  const tasks = sample(all, { what: "incidents that are searched for words of the truth", most: 12 });
  const leaks: string[] = [];
  for (const [i, { uri, instruction }] of tasks.entries()) {
    const seed = `${9_000_000_000 + i}`;
    const forbidden = [...OWN_WORDS, ...ids.map((id) => new RegExp(id)), new RegExp(seed), /leak-probe/];
    for (const [from, text] of await readEverything(uri, seed)) {
      for (const word of forbidden) {
        const found = word.exec(text);
        if (found !== null) leaks.push(`${uri}: ${from}: …${text.slice(Math.max(0, found.index - 80), found.index + 80)}…`);
      }
    }
    for (const word of forbidden) expect(instruction).not.toMatch(word);
    expect(leaks.slice(0, 3)).toEqual([]);
  }
});

/** Takes some of a list, evenly. */
const spread = <T>(all: readonly T[], count: number): readonly T[] =>
  all.length <= count ? all : Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as T);

/** Reads all that there is to see at the start of an incident; each look has an episode of its own, since long answers take many steps. */
const readEverything = async (taskUri: string, seed: string): Promise<readonly (readonly [string, string])[]> => {
  const views = open.library.views.map(({ spec }) => ({ name: spec.name }));
  const limits = { maxObservationBytes: VIEW_BYTES, maxVirtualMs: 3_600_000, stepLatencyMs: 0 };
  const texts = new Map<string, string>();
  for (const call of LOOKS) {
    const { observation } = await open.host.reset({ episodeId: "leak-probe", taskUri, seed, limits, views });
    for (const { name, body } of observation.views) texts.set(name, body);
    for (const [page, text] of (await readPages(call)).entries()) texts.set(`${JSON.stringify(call)}, page ${page}`, text);
    await open.host.close({ episodeId: "leak-probe" });
  }
  return [...texts];
};

/** The answer to a look, and where it was cut its pages. */
const readPages = async (call: ToolCall): Promise<readonly string[]> => {
  let stepIndex = 0;
  const look = async (asked: ToolCall) =>
    (await open.host.step({ episodeId: "leak-probe", stepIndex: stepIndex++, actions: [actionOf(asked)], views: [] })).results[0];
  const whole = await look(call);
  const pages = [whole?.content ?? ""];
  while (whole?.truncated === true && call.name === "kubectl") {
    // What a command complains about is in the whole answer already, and would make each page look full.
    const from = (pages.length - 1) * PAGE_BYTES + 1;
    const part = await look(kubectl(`${call.arguments["command"]} 2>/dev/null | tail -c +${from} | head -c ${PAGE_BYTES}`));
    if (part === undefined || part.content.trim() === "") break;
    pages.push(part.content);
  }
  return pages;
};
