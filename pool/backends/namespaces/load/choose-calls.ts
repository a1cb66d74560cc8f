import type { AppRecord } from "#kube/app.ts";
import type { ClusterPort } from "#kube/cluster-port.ts";
import { canConnect } from "../../../kubernetes/can-connect.ts";
import type { SlotView } from "../../../kubernetes/slot-view.ts";
import { createProxyCalls } from "./call-by-proxy.ts";
import { addressesOf, createPodCalls } from "./call-pods.ts";
import type { UserCall } from "./user-load.ts";

/** The ways in which users reach an app. */
export type LoadWay = "pods" | "proxy";

/** Finds out whether this machine has a route to the pods; if not, the API server has. @param view of a slot that is ready */
export const chooseLoadWay = async (view: SlotView, { load }: AppRecord): Promise<LoadWay> => {
  await view.ready;
  const [address] = addressesOf(view, load);
  return address !== undefined && (await canConnect(address, CONNECT_TIMEOUT_MS)) ? "pods" : "proxy";
};

/** The calls of a way. */
export const createCalls = (
  way: LoadWay,
  { admin, view, namespace }: { readonly admin: ClusterPort; readonly view: SlotView; readonly namespace: string },
): UserCall => (way === "pods" ? createPodCalls(view) : createProxyCalls(admin, namespace));

const CONNECT_TIMEOUT_MS = 2_000;
