import { nameOf } from "#kube/checks/fault-target.ts";
import { judgeConnect, readyEndpointPods } from "#kube/checks/service.ts";
import type { Place, Symptom } from "./injector.ts";

/** A Service that has endpoints, and refuses its callers all the same. */
export const refusedWithEndpoints = (
  { service, port }: { readonly service: string; readonly port: number },
  { namespace }: Place,
): Symptom => ({
  name: "refused-with-endpoints",
  isSeen: async (view) => {
    const name = nameOf(service);
    return (
      (await readyEndpointPods(view, namespace, name)).length > 0 && !(await judgeConnect(view, { namespace, service: name, port })).held
    );
  },
});
