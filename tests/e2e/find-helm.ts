import { execFileSync } from "node:child_process";

/** Finds the helm program; otherwise the reason why there is none. */
export const findHelm = (): { readonly path: string } | { readonly missing: string } => {
  const path = process.env["KUBEDRILL_TEST_HELM"] ?? "helm";
  try {
    execFileSync(path, ["version", "--short"], { stdio: "ignore" });
    return { path };
  } catch {
    return { missing: `there is no helm at ${path}; KUBEDRILL_TEST_HELM names one` };
  }
};
