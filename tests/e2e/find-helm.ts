import { execFileSync } from "node:child_process";

/** The real program, when there is one; else why not. */
export const findHelm = (): { readonly path: string } | { readonly missing: string } => {
  const path = process.env["KUBEDRILL_TEST_HELM"] ?? "helm";
  try {
    execFileSync(path, ["version", "--short"], { stdio: "ignore" });
    return { path };
  } catch {
    return { missing: `there is no helm at ${path}; KUBEDRILL_TEST_HELM names one` };
  }
};
