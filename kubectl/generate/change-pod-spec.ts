import type { PodSpec } from "#kube/types/pod.ts";
import { threeWayPatch } from "../apply/three-way-patch.ts";
import { type ArgumentObject, objectsOfArguments } from "../command-line/objects-of-arguments.ts";
import { printTyped } from "../print/result.ts";
import { withChangeCause } from "../session/change-cause.ts";
import { dryRunOf, dryRunQuery } from "../session/dry-run.ts";
import { CommandFailure, StatusFailure, throwAll } from "../session/errors.ts";
import { kindLabel } from "../session/kinds.ts";
import { goTypeName } from "../session/pods-of.ts";
import type { Manifest, Session } from "../session/session.ts";
import { podSpecOf, withPodSpec } from "./pod-spec.ts";

/** A `kubectl set` command's change of one object. */
export interface SpecChange {
  /** Message such as `image updated`. */
  readonly done: string;
  /** Text before a server's refusal, with its separator. */
  readonly failure: string;
  /** True: unchanged objects are written and printed too. */
  readonly always?: boolean;
  /** Returns the changed spec, and adds failures of this object, which do not stop other changes. */
  readonly change: (spec: PodSpec, object: Manifest, failures: Error[]) => PodSpec;
}

/** Changes the pod specs of all objects that the arguments name, and prints the changed ones. */
export const changePodSpecs = async (session: Session, words: readonly string[], change: SpecChange): Promise<void> =>
  changeEach(session, await objectsOfArguments(session, { words, isTyped: true }), change);

/** Changes the pod specs of objects that were read before. */
export const changeEach = async (session: Session, items: readonly ArgumentObject[], change: SpecChange): Promise<void> => {
  const failures: Error[] = [];
  // All changes are worked out before the first one is sent.
  const changes: { readonly item: ArgumentObject; readonly changed: Manifest | Error }[] = [];
  for (const item of items) {
    const spec = podSpecOf(item.object);
    if (spec === undefined) changes.push({ item, changed: withoutPods(session, item) });
    else
      try {
        changes.push({ item, changed: withPodSpec(item.object, change.change(spec, item.object, failures)) });
      } catch (failure) {
        changes.push({ item, changed: failure as Error });
      }
  }
  for (const { item, changed } of changes) {
    try {
      if (changed instanceof Error) throw changed;
      await patchChanged(session, item, changed, change);
    } catch (failure) {
      failures.push(failure as Error);
    }
  }
  throwAll(failures);
};

const withoutPods = (session: Session, { row, object }: ArgumentObject): CommandFailure => {
  // Of a manifest that no server was asked about only the kind is known, and Go breaks the line behind one with a group.
  const local = row.group === "" ? `${kindLabel(row)}/${object.metadata.name}` : `${kindLabel(row)}/${object.metadata.name}\n`;
  const name = session.args.on("local") ? local : `${row.plural}/${object.metadata.name}`;
  return new CommandFailure(`error: ${name} the object is not a pod or does not have a pod template: ${goTypeName(object)}\n`);
};

/** Sends the difference as a patch; prints nothing if there is none. */
export const patchChanged = async (
  session: Session,
  { row, object, namespace }: ArgumentObject,
  changed: Manifest,
  { done, failure: prefix, always = false }: Partial<SpecChange> & Pick<SpecChange, "done">,
): Promise<void> => {
  const modified = withChangeCause(session, changed);
  const body = threeWayPatch(row.kind, { original: object, modified, current: object });
  if (!always && Object.keys(body).length === 0) return;
  const dryRun = dryRunOf(session);
  if (dryRun === "client" || session.args.on("local")) return printTyped(session, row, modified, done, dryRun);
  try {
    const request = {
      type: "strategic",
      body,
      query: dryRunQuery(dryRun),
      fieldManager: session.args.text("field-manager") ?? "kubectl-set",
    } as const;
    printTyped(session, row, await session.patch(row, { name: object.metadata.name, namespace }, request), done, dryRun);
  } catch (failure) {
    if (prefix === undefined || !(failure instanceof StatusFailure)) throw failure;
    throw new CommandFailure(`${prefix}${failure.status.message ?? ""}`);
  }
};

/** True if a container's name matches a selector with `*`. */
export const containerMatches = (name: string, selector: string): boolean => {
  if (selector === "*" || selector === name) return true;
  if (!selector.includes("*")) return false;
  return new RegExp(`^${selector.split("*").map(escapeRegExp).join(".*")}$`).test(name);
};

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
