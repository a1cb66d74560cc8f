import { formatGoDuration } from "#core/go-duration.ts";
import type { Pod } from "#kube/types/pod.ts";
import { dryRunOf, dryRunQuery } from "../session/dry-run.ts";
import { isNotFound, StatusFailure } from "../session/errors.ts";
import { PODS } from "../session/pods-of.ts";
import { resourcePath, type Session } from "../session/session.ts";
import { isLongDeleted } from "./pods-to-drain.ts";

/**
 * Evicts the pods side by side and waits until they are gone.
 *
 * @returns what failed, one text per pod
 */
export const evictPods = async (session: Session, pods: readonly Pod[]): Promise<readonly string[]> => {
  const isDry = dryRunOf(session) === "server";
  const timeoutMs = session.args.duration("timeout") || Number.POSITIVE_INFINITY;
  const deadline = session.nowMs() + timeoutMs;
  const failures: string[] = [];
  let evictions: readonly Eviction[] = pods.map((pod) => ({ pod, isAccepted: false, dueMs: session.nowMs() }));
  while (evictions.length > 0) {
    const next: Eviction[] = [];
    for (const eviction of evictions) {
      const step: Eviction | Outcome =
        eviction.dueMs > session.nowMs() ? eviction : await stepOf(session, eviction, { deadline, timeoutMs });
      if ("failure" in step) failures.push(...step.failure);
      else if (!(isDry && step.isAccepted)) next.push(step);
    }
    evictions = next;
    if (evictions.length > 0) await session.cluster.clock.sleep(Math.min(...evictions.map(({ dueMs }) => dueMs)) - session.nowMs());
  }
  return failures;
};

/** An eviction, retried until it is granted, and the wait for its pod. */
interface Eviction {
  readonly pod: Pod;
  readonly isAccepted: boolean;
  readonly dueMs: number;
}

/** Outcome of an eviction; empty: success. */
interface Outcome {
  readonly failure: readonly string[];
}

const GONE: Outcome = { failure: [] };

const RETRY_MS = 5_000;
const POLL_MS = 1_000;

/** One attempt to evict, or one check that the pod is gone. */
const stepOf = async (
  session: Session,
  eviction: Eviction,
  { deadline, timeoutMs }: { readonly deadline: number; readonly timeoutMs: number },
): Promise<Eviction | Outcome> => {
  const { pod, isAccepted } = eviction;
  const { name, namespace } = pod.metadata;
  const title = `pods/${JSON.stringify(name)} -n ${JSON.stringify(namespace)}`;
  if (isAccepted) {
    if (await hasGone(session, pod, "evicted")) return GONE;
    if (session.nowMs() >= deadline)
      return {
        failure: [
          `error when waiting for pod ${JSON.stringify(name)} in namespace ${JSON.stringify(namespace)} to terminate: context deadline exceeded`,
        ],
      };
    return { ...eviction, dueMs: Math.min(session.nowMs() + POLL_MS, deadline) };
  }
  session.line(`evicting pod ${namespace}/${name}${dryRunOf(session) === "server" ? " (server dry run)" : ""}`);
  if (session.nowMs() >= deadline)
    return { failure: [`error when evicting ${title}: global timeout reached: ${formatGoDuration(timeoutMs)}`] };
  try {
    await requestEviction(session, pod);
  } catch (failure) {
    if (isNotFound(failure)) return GONE;
    if (!(failure instanceof StatusFailure)) throw failure;
    if (isOfEndingNamespace(failure)) return await afterNamespace(session, eviction, failure);
    if (failure.status.code !== 429) return { failure: [`error when evicting ${title}: ${failure.message}`] };
    session.note(`error when evicting ${title} (will retry after 5s): ${failure.message}`);
    return { ...eviction, dueMs: session.nowMs() + RETRY_MS };
  }
  return { ...eviction, isAccepted: true };
};

/** True for a refusal because the pod's namespace is being deleted. */
const isOfEndingNamespace = ({ status }: StatusFailure): boolean =>
  status.code === 403 && status.details?.causes?.some(({ reason }) => reason === "NamespaceTerminating") === true;

/** No eviction is granted in a namespace that ends: a pod that ends with it is waited for, and another one tried again. */
const afterNamespace = async (session: Session, eviction: Eviction, failure: StatusFailure): Promise<Eviction | Outcome> => {
  const { name, namespace } = eviction.pod.metadata;
  const { status, body } = await session.cluster.read({ path: resourcePath(PODS, namespace, name) });
  if (status === 404) return GONE;
  if ((body as Pod).metadata?.deletionTimestamp !== undefined) return { ...eviction, isAccepted: true };
  const place = `pod ${JSON.stringify(name)} from terminating namespace ${JSON.stringify(namespace)}`;
  session.note(`error when evicting ${place} (will retry after 5s): ${failure.message}`);
  return { ...eviction, dueMs: session.nowMs() + RETRY_MS };
};

const requestEviction = (session: Session, { metadata: { name, namespace } }: Pod): Promise<unknown> => {
  const deleteOptions = { ...graceOf(session), ...(dryRunOf(session) === "server" && { dryRun: ["All"] }) };
  return session.write({
    method: "POST",
    path: resourcePath(PODS, namespace, name, "eviction"),
    query: dryRunQuery(dryRunOf(session)),
    body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace }, deleteOptions },
  });
};

const graceOf = ({ args }: Session): { readonly gracePeriodSeconds?: number } => {
  const seconds = args.number("grace-period") ?? -1;
  return seconds >= 0 ? { gracePeriodSeconds: seconds } : {};
};

/** Deletes the pods regardless of disruption budgets, and waits until they are gone. @returns failures */
export const deletePods = async (session: Session, pods: readonly Pod[]): Promise<readonly string[]> => {
  for (const { metadata } of pods)
    await session
      .write({
        method: "DELETE",
        path: resourcePath(PODS, metadata.namespace, metadata.name),
        query: dryRunQuery(dryRunOf(session)),
        body: { kind: "DeleteOptions", apiVersion: "v1", ...graceOf(session) },
      })
      .catch((failure: unknown) => {
        if (!isNotFound(failure)) throw failure;
      });
  const deadline = session.nowMs() + (session.args.duration("timeout") || Number.POSITIVE_INFINITY);
  let left = pods;
  for (;;) {
    const there: Pod[] = [];
    for (const pod of left) if (!(await hasGone(session, pod, "deleted"))) there.push(pod);
    left = there;
    if (left.length === 0) return [];
    if (session.nowMs() >= deadline) return ["context deadline exceeded"];
    await session.cluster.clock.sleep(Math.min(POLL_MS, deadline - session.nowMs()));
  }
};

/** Checks whether a pod is gone, and prints it. */
const hasGone = async (session: Session, pod: Pod, done: string): Promise<boolean> => {
  const { name, namespace, uid } = pod.metadata;
  const response = await session.cluster.read({ path: resourcePath(PODS, namespace, name) });
  const current = response.body as Pod;
  if (response.status === 404 || (response.status === 200 && current.metadata.uid !== uid)) {
    session.line(`pod/${name} ${done}`);
    return true;
  }
  if (!isLongDeleted(session, current)) return false;
  session.line(
    `pod ${JSON.stringify(name)} has DeletionTimestamp older than ${session.args.number("skip-wait-for-delete-timeout")} seconds, skipping`,
  );
  return true;
};
