import { connect } from "node:net";
import type { AppRecord } from "#kube/app.ts";
import type { ClusterPort } from "#kube/cluster-port.ts";
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
  return address !== undefined && (await canConnect(address)) ? "pods" : "proxy";
};

/** The calls of a way. */
export const createCalls = (
  way: LoadWay,
  { admin, view, namespace }: { readonly admin: ClusterPort; readonly view: SlotView; readonly namespace: string },
): UserCall => (way === "pods" ? createPodCalls(view) : createProxyCalls(admin, namespace));

const CONNECT_TIMEOUT_MS = 2_000;

const canConnect = ({ host, port }: { readonly host: string; readonly port: number }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const end = (isOpen: boolean) => (): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.on("connect", end(true));
    socket.on("timeout", end(false));
    socket.on("error", end(false));
  });
