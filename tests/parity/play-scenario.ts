import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { createRng } from "#core/rng.ts";
import { CLUSTER_KINDS, NAMESPACED_KINDS, type NamedObject, sortIntoKinds } from "./final-objects.ts";
import type { Answer, Leg, LegCluster, Place } from "./legs/leg.ts";
import { type Json, Normaliser } from "./normalise/normaliser.ts";
import type { KindObjects, StepResult } from "./recording.ts";
import type { ObjectsStep, RunStep, Scenario, UntilStep } from "./scenario.ts";
import { splitWords } from "./split-words.ts";

/** Result of a scenario on a leg. */
export interface Played {
  readonly steps: readonly StepResult[];
  /** Objects at the end. */
  readonly objects: KindObjects;
}

/** Runs a scenario once, in a fresh namespace. */
export const playScenario = async (scenario: Scenario, leg: Leg): Promise<Played> => {
  const cluster = await leg.open(scenario.name);
  const { nodes = cluster.facts.nodes.length } = scenario.needs;
  if (nodes !== cluster.facts.nodes.length) throw new Error(`needs ${nodes} node(s), the cluster has ${cluster.facts.nodes.length}`);
  const place = makePlace(scenario.name, cluster);
  const play = new Play(scenario, cluster, place);
  try {
    return await play.run();
  } finally {
    await play.cleanUp();
    rmSync(place.folder, { recursive: true, force: true });
    rmSync(place.home, { recursive: true, force: true });
  }
};

/** Interval of polling a state, ms of real time; kubectl itself takes about as long. */
const POLL_MS = 500;

/** Time for the effects of the last command to end before the objects are compared, ms. */
const SETTLE_MS = 3000;

const makePlace = (scenario: string, cluster: LegCluster): Place => {
  const { facts } = cluster;
  const namespace = namespaceFor(scenario, cluster);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "parity-")));
  const home = realpathSync(mkdtempSync(join(tmpdir(), "parity-config-")));
  const kubeconfig = join(home, "kubeconfig");
  const config = {
    apiVersion: "v1",
    clusters: [{ cluster: facts.cluster, name: "parity" }],
    contexts: [{ context: { cluster: "parity", namespace, user: "parity" }, name: "parity" }],
    "current-context": "parity",
    kind: "Config",
    users: [{ name: "parity", user: facts.user }],
  };
  writeFileSync(kubeconfig, stringify(config));
  return { namespace, folder, home, kubeconfig };
};

/**
 * Namespace of a scenario: in simulated worlds always the same, so that equal names are generated; in a real cluster a
 * new one for each run.
 */
const namespaceFor = (scenario: string, { isDisposable }: LegCluster): string => {
  const rng = createRng(isDisposable ? scenario : randomUUID());
  const letters = (alphabet: string, length: number): string => Array.from({ length }, () => rng.pick([...alphabet])).join("");
  return `par-${letters("aeiou", 2)}${letters("abcdefghijklmnopqrstuvwxyz", 6)}`;
};

class Play {
  readonly #scenario: Scenario;
  readonly #cluster: LegCluster;
  readonly #place: Place;
  readonly #normaliser: Normaliser;

  constructor(scenario: Scenario, cluster: LegCluster, place: Place) {
    this.#scenario = scenario;
    this.#cluster = cluster;
    this.#place = place;
    this.#normaliser = createNormaliser(scenario, cluster, place);
  }

  async run(): Promise<Played> {
    for (const [name, text] of Object.entries(this.#scenario.files)) {
      const path = join(this.#place.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, this.#fill(text));
    }
    await this.#makeNamespace();
    const steps: StepResult[] = [];
    for (const step of this.#scenario.steps) {
      if ("run" in step) steps.push(await this.#command(step));
      else if ("until" in step) steps.push(await this.#until(step));
      else steps.push(await this.#objects(step));
    }
    await this.#cluster.sleep(SETTLE_MS);
    return { steps, objects: await this.#finalObjects() };
  }

  async cleanUp(): Promise<void> {
    if (this.#cluster.isDisposable) return;
    const { namespace } = this.#place;
    for (const command of this.#scenario.cleanup) await this.#kubectl(splitWords(this.#fill(command)).slice(1));
    await this.#kubectl(["delete", "pods", "--all", "-n", namespace, "--force", "--grace-period=0", "--wait=false"]);
    await this.#kubectl(["delete", "namespace", namespace, "--wait=false"]);
  }

  async #makeNamespace(): Promise<void> {
    const { namespace } = this.#place;
    await this.#kubectl(["create", "namespace", namespace]);
    const given = ["serviceaccount/default", "configmap/kube-root-ca.crt"];
    for (let attempt = 0; attempt < 60; attempt += 1) {
      if ((await this.#kubectl(["get", ...given, "-n", namespace, "-o", "name"])).exit === 0) return;
      await this.#cluster.sleep(POLL_MS);
    }
  }

  async #command(step: RunStep): Promise<StepResult> {
    const [program, ...words] = splitWords(this.#fill(step.run));
    if (program !== "kubectl") throw new Error(`${this.#scenario.name}: a command starts with kubectl: ${step.run}`);
    const { exit, stdout, stderr } = await this.#kubectl(words, step);
    if (step.compare === "none") return { run: step.run, exit, stdout: "", stderr: "" };
    return {
      run: step.run,
      exit,
      stdout: this.#normaliser.text(stdout, [program, ...words]),
      stderr: this.#normaliser.text(stderr, [program, ...words]),
    };
  }

  async #until({ until }: UntilStep): Promise<StepResult> {
    const words = splitWords(this.#fill(until.run)).slice(1);
    const pattern = pythonPattern(this.#fill(until.matches));
    const endMs = this.#cluster.nowMs() + durationMs(until.timeout ?? "60s");
    for (;;) {
      const { stdout, stderr } = await this.#kubectl(words);
      if (pattern.test(stdout)) return { until: until.run, held: true };
      if (this.#cluster.nowMs() > endMs) return { until: until.run, held: false, last: this.#normaliser.text(stdout + stderr) };
      await this.#cluster.sleep(POLL_MS);
    }
  }

  async #objects({ objects, ignore }: ObjectsStep): Promise<StepResult> {
    const dump: Record<string, readonly Json[] | string> = {};
    for (const kind of objects) {
      const { exit, stdout, stderr } = await this.#kubectl(["get", kind, "-o", "json"]);
      dump[kind] = exit === 0 ? this.#normaliser.objects(itemsOf(stdout), ignore) : this.#normaliser.text(stderr);
    }
    return { objects: dump };
  }

  async #finalObjects(): Promise<KindObjects> {
    const { namespace } = this.#place;
    const isOurs = ({ metadata, spec, kind }: NamedObject): boolean =>
      metadata.namespace === namespace ||
      metadata.name.startsWith(namespace) ||
      spec?.claimRef?.namespace === namespace ||
      (kind === "CustomResourceDefinition" && spec?.group?.startsWith(namespace) === true);
    const parts: KindObjects[] = [];
    for (const kinds of [NAMESPACED_KINDS, CLUSTER_KINDS]) {
      const { exit, stdout, stderr } = await this.#kubectl(["get", kinds.join(","), "-o", "json", "-n", namespace]);
      if (exit !== 0) return { "": this.#normaliser.text(stderr) };
      parts.push(sortIntoKinds(itemsOf(stdout), kinds, { normaliser: this.#normaliser, isOurs }));
    }
    return Object.assign({}, ...parts) as KindObjects;
  }

  async #kubectl(words: readonly string[], step?: RunStep): Promise<Answer> {
    const stdin = step?.stdin === undefined ? undefined : this.#fill(step.stdin);
    return this.#cluster.run({ words, place: this.#place, stdin, env: step?.env });
  }

  #fill(text: string): string {
    return text.replace(/\$\{(NS|NODE)\}/g, (_, name) => (name === "NS" ? this.#place.namespace : (this.#cluster.facts.nodes[0] ?? "")));
  }
}

const createNormaliser = ({ normalise, text }: Scenario, { facts }: LegCluster, place: Place): Normaliser =>
  new Normaliser({
    options: normalise,
    scenarioText: text,
    literals: [
      [place.kubeconfig, "<KUBECONFIG>"],
      [place.home, "<HOME>"],
      [place.folder, "<DIR>"],
      [place.namespace, "<NS>"],
      [facts.server, "<SERVER>"],
      [facts.server.split("//").at(-1) as string, "<SERVER-HOST>"],
      // A server behind an endpoint of another address names its own.
      [`${facts.nodeAddresses[0]}:6443`, "<SERVER-HOST>"],
      ...facts.nodes.map((node) => [node, "<NODE>"] as const),
      ...facts.nodeAddresses.map((address) => [address, "<NODE-IP>"] as const),
    ],
    podNetwork: facts.podNetwork,
    serviceNetwork: facts.serviceNetwork,
  });

/** Converts a pattern written for Python, with leading flags and escapes for the ends of the text. */
const pythonPattern = (pattern: string): RegExp => {
  const [, options = "", rest = pattern] = /^\(\?([sim]+)\)([\s\S]*)$/.exec(pattern) ?? [];
  const translated = rest.replaceAll("(?P<", "(?<").replaceAll("\\A", "(?<![\\s\\S])").replaceAll("\\Z", "(?![\\s\\S])");
  return new RegExp(translated, [...new Set(`m${options}`)].join(""));
};

const durationMs = (text: string): number => Number.parseInt(text, 10) * (text.endsWith("m") ? 60_000 : 1000);

const itemsOf = (text: string): readonly Json[] => (JSON.parse(text) as { readonly items: readonly Json[] }).items;
