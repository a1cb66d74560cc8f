import type { PodSpec } from "#kube/types/pod.ts";
import { threeWayPatch } from "./apply/three-way-patch.ts";
import { dryRunOf, dryRunQuery } from "./dry-run.ts";
import { CommandFailure, StatusFailure, throwAll } from "./errors.ts";
import { type ArgumentObject, objectsOfArguments } from "./objects-of-arguments.ts";
import { podSpecOf, withPodSpec } from "./pod-spec.ts";
import { printResult } from "./print/result.ts";
import type { Manifest, Session } from "./session.ts";

/** A `kubectl set` command: how it changes one object. */
export interface SpecChange {
  /** `image updated`. */
  readonly done: string;
  /** What stands before a refusal of the server. */
  readonly failure: string;
  /** Gives the changed spec, or the failures of this object, which do not stop what else was changed. */
  readonly change: (spec: PodSpec, object: Manifest, failures: Error[]) => PodSpec;
}

/** Changes the pod specs of all objects that the words point at, and prints those that did change. */
export const changePodSpecs = async (session: Session, words: readonly string[], change: SpecChange): Promise<void> => {
  const failures: Error[] = [];
  for (const item of await objectsOfArguments(session, words)) {
    try {
      const spec = podSpecOf(item.object);
      if (spec === undefined)
        throw new CommandFailure(
          `error: ${item.row.plural}/${item.object.metadata.name} the object is not a pod or does not have a pod template: *${item.row.version}.${item.object.kind}\n`,
        );
      await patchChanged(session, item, withPodSpec(item.object, change.change(spec, item.object, failures)), change);
    } catch (failure) {
      failures.push(failure as Error);
    }
  }
  throwAll(failures);
};

/** Sends the difference; prints nothing when there is none. */
export const patchChanged = async (
  session: Session,
  { row, object, namespace }: ArgumentObject,
  changed: Manifest,
  { done, failure: prefix }: Pick<SpecChange, "done" | "failure">,
): Promise<void> => {
  const body = threeWayPatch(row.kind, { original: object, modified: changed, current: object });
  if (Object.keys(body).length === 0) return;
  const dryRun = dryRunOf(session);
  if (dryRun === "client" || session.args.on("local")) return printResult(session, row, changed, done, dryRun);
  try {
    const request = {
      type: "strategic",
      body,
      query: dryRunQuery(dryRun),
      fieldManager: session.args.text("field-manager") ?? "kubectl-set",
    } as const;
    printResult(session, row, await session.patch(row, { name: object.metadata.name, namespace }, request), done, dryRun);
  } catch (failure) {
    if (!(failure instanceof StatusFailure)) throw failure;
    throw new CommandFailure(`${prefix}: ${failure.status.message ?? ""}`);
  }
};

const PAIR = /^[^/][^=]*=|-$/;

/** Splits words into resources and `key=value` or `key-` pairs. */
export const splitPairs = (words: readonly string[]): { readonly resources: readonly string[]; readonly pairs: readonly string[] } => {
  const first = words.findIndex((word) => PAIR.test(word));
  const resources = first === -1 ? words : words.slice(0, first);
  const pairs = first === -1 ? [] : words.slice(first);
  const stray = pairs.find((word) => !PAIR.test(word));
  if (stray !== undefined) throw new CommandFailure(`all resources must be specified before changes: ${stray}`);
  return { resources, pairs };
};

/** True when a container's name fits a selector with `*`. */
export const containerMatches = (name: string, selector: string): boolean => {
  if (selector === "*" || selector === name) return true;
  if (!selector.includes("*")) return false;
  return new RegExp(`^${selector.split("*").map(escapeRegExp).join(".*")}$`).test(name);
};

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
