import type { Container, VolumeMount } from "#kube/types/pod.ts";
import { expandReferences } from "./expand-references.ts";

/** A container whose command, arguments and parts of volumes name variables, with the variables' values instead. */
export const expandContainer = (container: Container, env: Readonly<Record<string, string>>): Container => {
  const { command, args, volumeMounts } = container;
  const mounts = volumeMounts?.some(({ subPathExpr }) => subPathExpr !== undefined) === true ? volumeMounts : undefined;
  if (mounts === undefined && [...(command ?? []), ...(args ?? [])].every((word) => !word.includes("$"))) return container;
  const expand = (text: string): string => expandReferences(text, (name) => env[name]);
  return {
    ...container,
    ...(command && { command: command.map(expand) }),
    ...(args && { args: args.map(expand) }),
    ...(mounts && { volumeMounts: mounts.map((mount) => withPart(mount, expand)) }),
  };
};

const withPart = ({ subPathExpr, ...mount }: VolumeMount, expand: (text: string) => string): VolumeMount =>
  subPathExpr === undefined ? mount : { ...mount, subPath: expand(subPathExpr) };
