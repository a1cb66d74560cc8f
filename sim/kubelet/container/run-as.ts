import type { Container, Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { imagesOf } from "../../programs/catalogue/app-catalogue.ts";

/** Error of a container that runAsNonRoot keeps from running; undefined when it may run. */
export const refuseUser = (world: World, { metadata, spec }: Pod, { name, image = "", securityContext }: Container): string | undefined => {
  const own = securityContext as RunAs | undefined;
  const shared = spec.securityContext as RunAs | undefined;
  if ((own?.runAsNonRoot ?? shared?.runAsNonRoot) !== true) return undefined;
  const asked = own?.runAsUser ?? shared?.runAsUser;
  const where = `(pod: "${metadata.name}_${metadata.namespace}(${metadata.uid})", container: ${name})`;
  if (asked === 0) return `container's runAsUser breaks non-root policy ${where}`;
  if (asked !== undefined || (imagesOf(world).find(image)?.user ?? 0) !== 0) return undefined;
  return `container has runAsNonRoot and image will run as root ${where}`;
};

interface RunAs {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
}
