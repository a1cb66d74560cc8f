import type { AppRecord } from "#kube/app/app.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { SlotView } from "../../../kubernetes/slot-view.ts";
import { createProxyCalls } from "./call-by-proxy.ts";
import { createPodCalls } from "./call-pods.ts";
import { isServed, type UserCall } from "./user-load.ts";

/** Routes by which users reach an app. */
export type LoadWay = "pods" | "proxy";

/**
 * Returns `pods` if this machine has a route to the pods, otherwise `proxy`.
 *
 * The test is an answer of the app: gateways may accept connections to any address.
 * @param view of a slot that is ready
 */
export const chooseLoadWay = async (view: SlotView, app: AppRecord): Promise<LoadWay> => {
  await view.ready;
  const operation = app.operations.find(({ entry }) => entry === undefined);
  if (operation === undefined) return "proxy";
  for (let tries = 0; tries < TRIES; tries++) if (await isServed(createPodCalls(view), app, operation, ANSWER_TIMEOUT_MS)) return "pods";
  return "proxy";
};

/** Creates the calls of a route. */
export const createCalls = (
  way: LoadWay,
  { admin, view, namespace }: { readonly admin: ClusterPort; readonly view: SlotView; readonly namespace: string },
): UserCall => (way === "pods" ? createPodCalls(view) : createProxyCalls(admin, namespace));

const ANSWER_TIMEOUT_MS = 3_000;
const TRIES = 3;
