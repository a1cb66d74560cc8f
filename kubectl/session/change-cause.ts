import type { Command } from "../command-line/command.ts";
import type { ParsedArgs } from "../command-line/flags.ts";
import type { Manifest, Session } from "./session.ts";

/** Annotation from which rollout histories take the cause of a revision. */
export const CHANGE_CAUSE = "kubernetes.io/change-cause";

/** Command line for `--record`, with its flags at the end. */
export const commandLineOf = ({ path }: Command, { words, given }: ParsedArgs): string => ["kubectl", path, ...words, ...given].join(" ");

/** Copies an object with the command line in its annotation, if `--record` is given. */
export const withChangeCause = <T extends Manifest>({ args, commandLine }: Session, object: T): T =>
  args.on("record")
    ? { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [CHANGE_CAUSE]: commandLine } } }
    : object;

/** Merge patch with the change cause; undefined without `--record`. */
export const changeCausePatch = ({ args, commandLine }: Session): unknown =>
  args.on("record") ? { metadata: { annotations: { [CHANGE_CAUSE]: commandLine } } } : undefined;
