import { isStoreProgram } from "../../stores/runtime/store-images.ts";
import { BUSYBOX_PREFIX, IN_CONTAINER } from "../images/busybox/applets.ts";
import type { Program } from "../runtime/program.ts";
import { APP_PROGRAMS } from "./app-programs.ts";
import { CONTROL_PLANE, COREDNS, KINDNET, KUBE_PROXY, LOCAL_PATH_PROVISIONER, PAUSE } from "./small-programs.ts";

/** The program that an executable of an image runs; undefined for one that only an interactive shell would use. */
export const findProgram = (id: string): Program | undefined =>
  id.startsWith(BUSYBOX_PREFIX) || isStoreProgram(id) ? IN_CONTAINER : PROGRAMS[id];

const PROGRAMS: Readonly<Record<string, Program>> = {
  ...APP_PROGRAMS,
  coredns: COREDNS,
  "kube-proxy": KUBE_PROXY,
  kindnet: KINDNET,
  "local-path-provisioner": LOCAL_PATH_PROVISIONER,
  node: IN_CONTAINER,
  pause: PAUSE,
  ...CONTROL_PLANE,
};
