import { applyStrategicMergePatch } from "#kube/patch-algorithms/strategic-merge-patch.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import { parseYaml } from "../parse/yaml-parse.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Session } from "../session/session.ts";

/** Fields of a container that override the debugging one. */
export type CustomContainer = Readonly<Record<string, unknown>>;

/**
 * Reads the file of `--custom`; undefined without the flag.
 *
 * @throws CommandFailure when it is missing, or has fields that it must not have
 */
export const readCustomContainer = (session: Session): CustomContainer | undefined => {
  const path = session.args.text("custom");
  if (!path) return undefined;
  const text = session.readFile(path);
  if (text === undefined)
    throw new CommandFailure(`must pass a container spec json file for custom profile: open ${path}: no such file or directory`);
  const parsed = parseYaml(text);
  const [container] = parsed.ok ? parsed.documents : [];
  if (typeof container !== "object" || container === null) throw new CommandFailure(`${path} does not contain a valid container spec`);
  if (FIXED.some((field) => field in container))
    throw new CommandFailure("name, command, image, lifecycle and volume devices are not modifiable via custom profile");
  return container as CustomContainer;
};

const FIXED = ["name", "command", "image", "lifecycle", "volumeDevices"];

/** Merges the fields into a container of the pod, as the server merges patches. */
export const withCustomContainer = (pod: Pod, name: string, custom: CustomContainer | undefined): Pod => {
  if (custom === undefined) return pod;
  const merge = (container: Container): Container => {
    const merged = applyStrategicMergePatch("Container", container, custom);
    if (!merged.ok) throw new CommandFailure(`error creating three way patch to add debug container: ${merged.error.message}`);
    return merged.value as Container;
  };
  const all = (containers: readonly Container[]) => containers.map((one) => (one.name === name ? merge(one) : one));
  const { containers, ephemeralContainers } = pod.spec;
  return {
    ...pod,
    spec: { ...pod.spec, containers: all(containers), ...(ephemeralContainers && { ephemeralContainers: all(ephemeralContainers) }) },
  };
};
