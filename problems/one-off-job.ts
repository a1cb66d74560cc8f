import type { KubeObject } from "#kube/types/meta.ts";
import type { ResourceRequirements } from "#kube/types/pod.ts";

/** Inputs of a Job. */
interface OneOff {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  /** Command line for a shell. */
  readonly command: string;
  readonly resources: ResourceRequirements;
  /** Time after its end until it is cleaned up, s. */
  readonly keptSeconds: number;
}

/** Builds a Job that runs a command once, whatever comes of it. */
export const oneOffJob = ({ name, namespace, image, command, resources, keptSeconds }: OneOff): KubeObject => {
  const container = { name: "main", image, command: ["sh", "-c", command], resources };
  const spec = {
    backoffLimit: 0,
    ttlSecondsAfterFinished: keptSeconds,
    template: { spec: { restartPolicy: "Never", containers: [container] } },
  };
  return { apiVersion: "batch/v1", kind: "Job", metadata: { name, namespace }, spec } as KubeObject;
};
