import type { StartMain } from "./apps/runtime/start-main.ts";
import { MOUNT_APPLETS } from "./containers/applets/mount-applets.ts";
import { NETWORK_APPLETS } from "./containers/applets/network-applets.ts";
import { node } from "./containers/applets/node.ts";
import type { ContainerApplets } from "./containers/container-applet.ts";
import { startMain } from "./containers/container-os.ts";
import { CLIENT_APPLETS, SERVER_APPLETS } from "./stores/store-applets.ts";

/** Constants of a world whose containers run programs: how their first process starts, and the programs that are told of the world. */
export const CONTAINER_PARTS: { readonly startMain: StartMain; readonly containerApplets: ContainerApplets } = {
  startMain,
  containerApplets: { ...CLIENT_APPLETS, ...MOUNT_APPLETS, ...NETWORK_APPLETS, ...SERVER_APPLETS, node },
};
