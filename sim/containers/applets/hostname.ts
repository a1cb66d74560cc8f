import type { Pod } from "#kube/types/pod.ts";
import type { ContainerApplet } from "../container-applet.ts";
import { isCapable } from "../machine/capabilities.ts";
import { podOf } from "../machine/runtime-files.ts";

/** `hostname`: a pod's name, domain or address. */
export const hostname: ContainerApplet = (call) => {
  const { machine, args } = call;
  if (args.some((arg) => !arg.startsWith("-"))) {
    // A container's name is its own, and would be lost with it: what may set it does so in vain.
    return isCapable(machine.process, "SYS_ADMIN") ? 0 : call.fail("sethostname: Operation not permitted");
  }
  const isAddress = args.some((arg) => /^-\w*i/.test(arg));
  const content = machine.fs.read("/etc/hostname");
  const domain = domainOf(machine.process.start.pod);
  const full = content.ok && domain !== "" ? `${content.bytes.trim()}.${domain}` : undefined;
  const asked = args.includes("-d") ? domain : args.includes("-f") ? full : undefined;
  if (asked !== undefined) {
    call.out(`${asked}\n`);
    return 0;
  }
  call.out(
    `${isAddress ? (podOf(machine.world, machine.process).status?.podIP ?? machine.process.start.pod.status?.podIP ?? "") : content.ok ? content.bytes.trim() : ""}\n`,
  );
  return 0;
};

/** The domain of a pod that has one: the hosts file gives it with the pod's own address. */
const domainOf = ({ metadata, spec }: Pod): string => {
  const { subdomain = "" } = spec as { readonly subdomain?: string };
  return subdomain === "" ? "" : `${subdomain}.${metadata.namespace}.svc.cluster.local`;
};
