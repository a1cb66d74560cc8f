import { spawnSync } from "node:child_process";

/** Finds a real kubectl as new as the recordings: that of KUBEDRILL_TEST_KUBECTL, or of PATH; undefined if there is none. */
export const findKubectl = (): string | undefined =>
  [process.env["KUBEDRILL_TEST_KUBECTL"], "kubectl"].find((program) => program !== undefined && isNewEnough(program));

/** Reason for skipping legs with a real kubectl. */
export const NO_KUBECTL = "no kubectl of version 1.35 or later: name one with KUBEDRILL_TEST_KUBECTL or put it on the PATH";

const OLDEST_MINOR = 35;

const isNewEnough = (program: string): boolean => {
  const { stdout, status } = spawnSync(program, ["version", "--client", "-o", "json"], { encoding: "utf8" });
  if (status !== 0) return false;
  const { clientVersion } = JSON.parse(stdout) as { readonly clientVersion: { readonly major: string; readonly minor: string } };
  return Number(clientVersion.major) > 1 || Number.parseInt(clientVersion.minor, 10) >= OLDEST_MINOR;
};
