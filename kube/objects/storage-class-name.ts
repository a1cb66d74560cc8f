import type { ObjectMeta } from "../types/meta.ts";

/** StorageClass of a volume or a claim, empty if none; the annotation is older than the field and takes precedence. */
export const storageClassName = ({ metadata, spec }: Classed): string =>
  metadata?.annotations?.[CLASS_ANNOTATION] ?? spec.storageClassName ?? "";

/** Annotation that named the class before there was a field for it. */
export const CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

interface Classed {
  readonly metadata?: Pick<ObjectMeta, "annotations">;
  readonly spec: { readonly storageClassName?: string };
}
