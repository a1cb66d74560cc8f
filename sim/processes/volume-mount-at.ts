import type { Container } from "#kube/types/pod.ts";

/** The mount that a path lies on, of nested ones the innermost; undefined: it is in the container itself. */
export const volumeMountAt = (container: Container, path: string): VolumeMount | undefined => {
  let found: VolumeMount | undefined;
  for (const mount of container.volumeMounts ?? []) {
    const place = trimmed(mount.mountPath);
    const holds = path === place || place === "/" || (path.startsWith(place) && path[place.length] === "/");
    if (holds && (found === undefined || place.length > trimmed(found.mountPath).length)) found = mount;
  }
  return found;
};

type VolumeMount = NonNullable<Container["volumeMounts"]>[number];

/** A path without the slashes at its end. */
export const trimmed = (path: string): string => (path.endsWith("/") ? path.replace(/(.)\/+$/, "$1") : path);
