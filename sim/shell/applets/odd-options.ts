import type { AppletCall } from "../interpreter/applet-call.ts";

/** The options with which an applet of its container's image does otherwise than elsewhere. */
export const oddOptions = ({ machine, name }: AppletCall): { readonly unknown?: string; readonly fatal?: string } =>
  machine.process.start.image?.oddOptions?.[name] ?? {};
