import type { Process } from "../../processes/process.ts";
import { isStoreProgram } from "../../stores/runtime/store-images.ts";
import { createAppProgram } from "../behaviour/create-app-program.ts";
import { BUSYBOX_PREFIX, IN_CONTAINER } from "../products/in-container.ts";
import { POD_DEFAULTS } from "../products/pod-defaults/pod-defaults.ts";
import { PRODUCT_PROGRAMS } from "../products/product-programs.ts";
import { CONTROL_PLANE, COREDNS, EXPORTERS, KINDNET, KUBE_PROXY, LOCAL_PATH_PROVISIONER, PAUSE } from "../products/small-programs.ts";
import { TIDB_OPERATOR_PROGRAMS } from "../products/tidb/operator-programs.ts";
import type { Program } from "./program.ts";

/** Program of a process by its description or its id; undefined for one that only an interactive shell would use. */
export const findProgram = ({ program: id, app }: Pick<Process, "program" | "app">): Program | undefined => {
  if (app !== undefined) return createAppProgram(app);
  return id.startsWith(BUSYBOX_PREFIX) || isStoreProgram(id) ? IN_CONTAINER : PROGRAMS[id];
};

const PROGRAMS: Readonly<Record<string, Program>> = {
  ...PRODUCT_PROGRAMS,
  coredns: COREDNS,
  "kube-proxy": KUBE_PROXY,
  kindnet: KINDNET,
  "local-path-provisioner": LOCAL_PATH_PROVISIONER,
  node: IN_CONTAINER,
  pause: PAUSE,
  "pod-defaults": POD_DEFAULTS,
  ...TIDB_OPERATOR_PROGRAMS,
  ...EXPORTERS,
  ...CONTROL_PLANE,
};
