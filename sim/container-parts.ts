import { MOUNT_APPLETS } from "./containers/applets/mount-applets.ts";
import { NETWORK_APPLETS } from "./containers/applets/network-applets.ts";
import { node } from "./containers/applets/node.ts";
import type { ContainerApplets } from "./containers/container-applet.ts";
import { startMain } from "./containers/container-os.ts";
import type { OpenNodeFiles } from "./containers/machine/node-mounts.ts";
import { enterContainer } from "./containers/start/enter-container.ts";
import { answerAsProgram } from "./flow/answer-as-program.ts";
import type { AnswerHttp } from "./network/http/answer-http.ts";
import { NODE_APPLETS } from "./node-commands/enter-node.ts";
import { NodeFiles } from "./node-commands/node-files.ts";
import type { EnterContainer } from "./programs/runtime/enter-container.ts";
import type { StartMain } from "./programs/runtime/start-main.ts";
import { CLIENT_APPLETS, SERVER_APPLETS } from "./stores/store-applets.ts";

/** Constants of a world whose containers run programs: how they are entered, how their first process starts, the programs that are told of the world, and how they answer HTTP requests. */
export const CONTAINER_PARTS: {
  readonly startMain: StartMain;
  readonly enterContainer: EnterContainer;
  readonly containerApplets: ContainerApplets;
  readonly openNodeFiles: OpenNodeFiles;
  readonly answerHttp: AnswerHttp;
} = {
  startMain,
  enterContainer,
  containerApplets: { ...CLIENT_APPLETS, ...MOUNT_APPLETS, ...NODE_APPLETS, ...NETWORK_APPLETS, ...SERVER_APPLETS, node },
  openNodeFiles: (world, node, nowMs) => new NodeFiles(world, node, nowMs),
  answerHttp: answerAsProgram,
};
