import type { FaultWords } from "#injectors/fault-words.ts";
import { FAMILY_SPLITS } from "#problems/dataset/family-splits.ts";
import type { UnshippedType } from "#problems/diagnosis/ontology/fault-type.ts";

/** Files of a new fault, by their names in its folder: what the ontology knows of it, and the places of what is to be written. */
export const faultFiles = (id: string, row: UnshippedType): Readonly<Record<string, string>> => ({
  "injector.ts": injectorText(id, row),
  "words.ts": wordsText(row),
  "words.cases.ts": casesText(id, row),
  "README.md": readmeText(id, row),
});

const injectorText = (id: string, { type, line, layer, family, on }: UnshippedType): string => `import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { words } from "./words.ts";

const unwritten = (part: string): never => {
  throw new Error(\`${id}: \${part} is not written yet\`);
};

/** The family ${family} is in the split ${FAMILY_SPLITS[family] ?? "that its name's hash gives"}. */
export default defineInjector<{ readonly target: string }>({
  id: "${id}",
  version: 1,
  title: ${JSON.stringify(line)},
  catalogueType: "${type}",
  layer: "${layer}",
  scope: "namespace",
  family: "${family}",
  needs: [],
  words,
  params: z.object({ target: objectRef(${kindsOf(on)}) }),
  targets: async () => unwritten("the list of targets, and of what is none with the reason"),
  sample: (_rng, { resource }) => ({ target: resource }),
  inject: async () => unwritten("the mistake"),
  truth: ({ target }) => [{ resource: target, faultType: "${id}", catalogueType: "${type}" }],
  oracle: () => ({
    checks: [writtenDefectGone("defect-gone", async () => unwritten("the predicate that says that the defect is gone"))],
    trials: [],
  }),
  solve: ({ target }) => [[kubectl(\`describe \${target}\`)]],
  accepts: () => [],
  rejects: () => [],
  evidence: ({ target }) => [{ look: kubectl(\`describe \${target}\`), shows: [describedAs(target)], says: unwritten("what the look shows") }],
  symptoms: () => [{ name: "is-seen", isSeen: async () => unwritten("what must be seen before an episode starts") }],
  twins: () => [],
});
`;

/** Kinds of the objects that a fault of these words is on, as arguments. */
const kindsOf = (on: FaultWords["on"]): string =>
  on === "workload" || on === "object" ? `"deployment", "statefulset"` : `"${KIND_OF[on] ?? on}"`;

const KIND_OF: Readonly<Record<string, string>> = { "all-nodes": "node", "name-server": "configmap", "own-namespace": "namespace" };

const wordsText = ({ on, patterns = [], type }: UnshippedType): string => `import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "${on}",
  patterns: [
${(patterns.length > 0 ? patterns : [type.replaceAll("-", "[- ]")]).map((pattern) => `    ${JSON.stringify(pattern)},`).join("\n")}
  ],
};
`;

const casesText = (id: string, { on, type, line }: UnshippedType): string => {
  const resource = EXAMPLES[on] ?? (on === "workload" || on === "object" ? "deployment/geo" : `${on}/geo`);
  const [kind = "", name = ""] = [resource.slice(0, resource.indexOf("/")), resource.slice(resource.lastIndexOf("/") + 1)];
  const plain = type.replaceAll("-", " ");
  const said = `${line[0]?.toLowerCase()}${line.slice(1)}`;
  const list = (texts: readonly string[]): string => [...new Set(texts)].map((text) => `    ${JSON.stringify(text)},`).join("\n");
  return `import type { FaultTexts } from "../fault-words.ts";

/** At least 12 texts as on-call engineers write them and 8 types; the ones below are a start. */
export default {
  resource: "${resource}",
  params: { target: "${resource}" },
  resources: [
${list([`${kind}s/${name}`, `${kind[0]?.toUpperCase()}${kind.slice(1)}/${name}`])}
  ],
  otherResources: ["deployment/search", "service/consul"],
  texts: [
${list([`${resource}: ${said}.`, `The root cause is ${plain} on ${resource}.`, `${kind} ${name} has a ${plain}.`])}
  ],
  types: [
${list([type, plain, id, id.replaceAll("-", " ")])}
  ],
} satisfies FaultTexts;
`;
};

const EXAMPLES: Readonly<Record<string, string>> = {
  service: "service/geo",
  configmap: "configmap/geo-config",
  mongouser: "mongouser/admin@geo-db",
  node: "node/worker-1",
  "all-nodes": "node/*",
  "name-server": "configmap/kube-system/coredns",
  "own-namespace": "namespace/hotel-reservation",
};

const readmeText = (id: string, { line }: UnshippedType): string => `# ${line}

\`${id}\`

${HEADINGS.map((heading) => `## ${heading}\n`).join("\n")}`;

const HEADINGS = ["What breaks", "What the agent can see", "Correct fixes", "Wrong fixes that must fail", "Scope and backends", "Source"];
