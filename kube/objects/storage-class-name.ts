import type { ObjectMeta } from "../types/meta.ts";

/** The class of a volume or that a claim asks for, empty if none; the annotation is older than the field and goes first. */
export const storageClassName = ({ metadata, spec }: Classed): string =>
  metadata?.annotations?.[CLASS_ANNOTATION] ?? spec.storageClassName ?? "";

/** Named the class of a volume before there was a field for it. */
export const CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

interface Classed {
  readonly metadata?: Pick<ObjectMeta, "annotations">;
  readonly spec: { readonly storageClassName?: string };
}
