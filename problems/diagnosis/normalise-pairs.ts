import type { DiagnosisPair } from "#core/truth.ts";
import type { AppRecord } from "#kube/app/app.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { formatObjectRef, parseObjectRef } from "#kube/objects/object-ref.ts";
import { findMentions } from "./find-mentions.ts";
import type { Mechanism } from "./mechanism.ts";
import { normaliseText } from "./normalise-text.ts";
import { findMechanisms, type Vocabulary } from "./vocabulary.ts";

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
    const pair = context === undefined ? plain : inWordsOfTruth(plain, context);
    unique.set(`${pair.resource} ${pair.faultType}`, pair);
  }
  return [...unique.values()];
};

const normaliseResource = (text: string, namespace: string): string => {
  const parts = text.trim().split("/");
  const [kind = "", ...rest] = parts;
  const path = rest.length === 2 && rest[0] === namespace ? [rest[1] as string] : rest;
  const ref = parseObjectRef([kind.toLowerCase(), ...path].join("/"));
  if (ref === undefined) return [kind.toLowerCase(), ...path].join("/");
  return formatObjectRef(ref, { withNamespace: path.length === 2 });
};

const inWordsOfTruth = ({ resource, faultType }: DiagnosisPair, context: PairContext): DiagnosisPair => {
  const [kind = "", , ...rest] = resource.split("/");
  const mechanism = mechanismIn(resource, faultType, context);
  const [mention] = findMentions(resource, context.app);
  const pair = { resource, faultType: mechanism?.id ?? faultType };
  if (mention?.component === undefined || rest.length > 0) return pair;
  // A Service has no probe, image, command, limit or replicas: its namesake is meant.
  const isSlip = kind === "service" && mechanism?.on === "workload";
  return isSlip || WORKLOAD_KINDS.has(kind) ? { ...pair, resource: workloadTarget(mention.component) } : pair;
};

const mechanismIn = (resource: string, faultType: string, { app, vocabulary }: PairContext): Mechanism | undefined => {
  const known = vocabulary.mechanisms.find(({ id }) => id === faultType);
  if (known !== undefined) return known;
  const [kind = "", name = "", ...rest] = resource.split("/");
  const texts = rest.length > 0 ? [faultType] : [faultType, normaliseText(`${kind} ${name} ${faultType.replaceAll("-", " ")}`, app)];
  return texts.flatMap((text) => findMechanisms(text, vocabulary))[0]?.mechanism;
};

/** Kinds that count as one with the component that they run. */
const WORKLOAD_KINDS = new Set(["pod", "replicaset", "deployment", "statefulset", "daemonset", "container"]);
