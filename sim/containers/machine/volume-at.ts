import type { Volume } from "#kube/types/pod.ts";
import type { Process } from "../../processes/process.ts";
import { volumeMountAt } from "../../processes/volume-mount-at.ts";

/** The volume whose files are at a path; of nested mounts the innermost. */
export const volumeAt = ({ start: { pod, container } }: Process, path: string): Volume | undefined => {
  const mount = volumeMountAt(container, path);
  return pod.spec.volumes?.find(({ name }) => name === mount?.name);
};

/** True of a volume whose files the kubelet writes and keeps up to date: nobody else may. */
export const isProjected = (volume: Volume | undefined): boolean => volume?.configMap !== undefined || isKeptInMemory(volume);

/** True of one that the kubelet keeps in memory, so that it never reaches a disk. */
export const isKeptInMemory = (volume: Volume | undefined): boolean =>
  volume?.secret !== undefined || volume?.projected !== undefined || volume?.downwardAPI !== undefined;
