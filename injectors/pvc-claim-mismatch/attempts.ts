import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import type { Params } from "./claim-volumes.ts";

export const accepts = ({ target }: Params, baseline: Baseline): readonly Attempt[] => [
  rollBack(target),
  replaceByChart(baseline, target),
  createAnew(baseline, target),
];

export const rejects = ({ target, volume, claim }: Params): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  { name: "make an empty claim of that name", calls: [kubectl("apply -f -", JSON.stringify(emptyClaim(claim)))] },
  { name: "store the data in the pod", calls: [kubectl(`patch ${target} -p '${JSON.stringify(inThePod(volume))}'`)] },
];

const emptyClaim = (name: string) => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
});

const inThePod = (name: string) => ({
  spec: { template: { spec: { volumes: [{ name, persistentVolumeClaim: null, emptyDir: {} }] } } },
});
