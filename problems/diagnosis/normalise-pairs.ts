import type { DiagnosisPair } from "#core/truth.ts";
import type { AppRecord } from "#kube/app/app.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { formatObjectRef, parseObjectRef } from "#kube/objects/object-ref.ts";
import { findMentions, HASHES } from "./find-mentions.ts";
import type { Mechanism } from "./mechanism.ts";
import { normaliseText } from "./normalise-text.ts";
import { isObjectKind } from "./references/name-objects.ts";
import { findMechanisms, mechanismNamed, type Vocabulary } from "./vocabulary.ts";

/** App and vocabulary by which pairs in other words are normalised. */
export interface PairContext {
  readonly app: AppRecord;
  readonly vocabulary: Vocabulary;
}

/**
 * Brings submitted pairs into the form of the truth: lower-case `kind/name` with the kind's singular, the app's own
 * namespace left out, fault types in kebab-case; equal pairs count once.
 *
 * With a context a pod, ReplicaSet or container is its workload, and a type in other words is the fault that they mean.
 */
export const normalisePairs = (pairs: readonly DiagnosisPair[], namespace: string, context?: PairContext): readonly DiagnosisPair[] => {
  const unique = new Map<string, DiagnosisPair>();
  for (const { resource, faultType } of pairs) {
    const plain = {
      resource: normaliseResource(resource, namespace),
      faultType: faultType
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_]+/g, "-"),
    };
    const meant = context === undefined ? [plain] : inWordsOfTruth(plain, context);
    for (const pair of meant) unique.set(`${pair.resource} ${pair.faultType}`, pair);
  }
  return [...unique.values()];
};

const normaliseResource = (text: string, namespace: string): string => {
  const [given = "", ...rest] = text.trim().split("/");
  const kind = KINDS[given.toLowerCase()] ?? given.toLowerCase();
  const path = rest.length === 2 && rest[0] === namespace ? [rest[1] as string] : rest;
  if (path.length === 0) return kind;
  if (kind === "mongouser") return `mongouser/${userName(path)}`;
  const ref = parseObjectRef(`${kind}/${path.join("/")}`);
  if (ref === undefined) return `${kind}/${path.join("/")}`;
  const resource = formatObjectRef(ref, { withNamespace: path.length === 2 });
  return EVERY_NODE.test(resource) ? "node/*" : resource;
};

/** Kinds that the API does not have, with those that they mean. */
const KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["user", "mongo-user", "mongodbuser", "mongodb-user", "dbuser", "db-user", "database-user"].map((kind) => [kind, "mongouser"]),
  ),
  ...Object.fromEntries(["app", "application", "component", "microservice", "workload"].map((kind) => [kind, "container"])),
  ...Object.fromEntries(["db", "mongo", "mongodb"].map((kind) => [kind, "database"])),
  kubelet: "node",
};

/** A store's user as `user@database`, also of `database.user`, as the store itself calls it, and of `database/user`. */
const userName = (path: readonly string[]): string => {
  const name = path.join("/");
  return name.includes("@") ? name : name.replace(/^([^./]+)[./](.+)$/, "$2@$1");
};

const EVERY_NODE = /^node\/(?:all|any|every|workers|all-(?:nodes|workers))$/;

/** The pairs that one entry means: one for each mechanism that its type names, so that "A or B" is two claims. */
const inWordsOfTruth = ({ resource, faultType }: DiagnosisPair, context: PairContext): readonly DiagnosisPair[] => {
  const mechanisms = mechanismsIn(resource, faultType, context);
  if (mechanisms.length === 0) return [{ resource: placeOf(resource, undefined, context), faultType }];
  return mechanisms.map((mechanism) => ({ resource: placeOf(resource, mechanism, context), faultType: mechanism.id }));
};

const placeOf = (resource: string, mechanism: Mechanism | undefined, { app }: PairContext): string => {
  const [kind = "", , ...rest] = resource.split("/");
  if (rest.length > 0) return POD_KINDS.has(kind) ? workloadBeside(resource) : resource;
  const [mention] = findMentions(resource, app);
  if (mention?.component === undefined) return POD_KINDS.has(kind) && HASHES.test(resource) ? workloadBeside(resource) : resource;
  const service = `service/${mention.component.name}`;
  if (ENDPOINT_KINDS.has(kind)) return service;
  // A Service has no probe, image, command, limit or replicas, and a workload no target port: the namesake is meant.
  if (kind === "service" && mechanism?.on === "workload") return workloadTarget(mention.component);
  if (!WORKLOAD_KINDS.has(kind)) return resource;
  return mechanism?.on === "service" ? service : workloadTarget(mention.component);
};

/** The Deployment of a pod or ReplicaSet that is none of the app's. */
const workloadBeside = (resource: string): string => `deployment/${resource.slice(resource.indexOf("/") + 1).replace(HASHES, "")}`;

const mechanismsIn = (resource: string, faultType: string, { app, vocabulary }: PairContext): readonly Mechanism[] => {
  const known = mechanismNamed(faultType, vocabulary);
  if (known !== undefined) return [known];
  const [kind = "", name = "", ...rest] = resource.split("/");
  const words = normaliseText(faultType.replaceAll("-", " "), app);
  const texts = [words, faultType, ...(rest.length > 0 ? [] : [normaliseText(`${kind} ${name} ${words}`, app)])];
  const readings = texts.map((text) => findMechanisms(text, vocabulary)).filter((namings) => namings.length > 0);
  // The same words mean one defect of a claim and another of an operator's object.
  const ofKind = isObjectKind(kind) ? readings.find((namings) => namings.some(({ mechanism }) => mechanism.on === kind)) : undefined;
  const found = ofKind ?? readings[0] ?? [];
  return [...new Set(found.map(({ mechanism }) => mechanism))];
};

/** Kinds that count as one with the component that they run. */
const WORKLOAD_KINDS = new Set(["pod", "replicaset", "deployment", "statefulset", "daemonset", "container", "database"]);

const POD_KINDS = new Set(["pod", "replicaset"]);

/** Kinds that count as one with their Service. */
const ENDPOINT_KINDS = new Set(["endpoints", "endpointslice"]);
