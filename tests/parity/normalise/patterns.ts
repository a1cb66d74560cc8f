/** The alphabet of generated names and of template hashes. */
export const SAFE = "bcdfghjklmnpqrstvwxz2456789";

/** Headers of columns whose cells are ages or durations. */
export const AGE_HEADERS: ReadonlySet<string> = new Set(["AGE", "LAST SEEN", "FIRST SEEN", "DURATION", "LAST SCHEDULE", "Age"]);

/** A cell that is an age. */
export const DURATION = /^((\d+y)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?|<unknown>|<invalid>)$/;

/** Patterns of texts that differ from run to run, applied in this order. */
export const PLAIN: readonly (readonly [RegExp, string])[] = [
  // Folders for temporary files differ by machine.
  [/[^\s"']*kubectl-edit-\d+\.yaml/gm, "/tmp/kubectl-edit-<N>.yaml"],
  [/-----BEGIN [A-Z ]+-----[\s\S]+?-----END [A-Z ]+-----(\\n|\n)?/gm, "<PEM>$1"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/gm, "<TOKEN>"],
  [/containerd:\/\/[0-9a-f]{64}/gm, "containerd://<CONTAINER>"],
  [/sha256:[0-9a-f]{64}/gm, "sha256:<IMAGE>"],
  [/\b[0-9a-f]{64}\b/gm, "<CONTAINER>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gm, "<UID>"],
  [/\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( ?Z| ?[+-]\d\d:?\d\d)?( UTC)?/gm, "<TIME>"],
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d [+-]\d{4}/gm, "<TIME>"],
  [/^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ /gm, "$1<KLOG> "],
  [/(?<=\.)[0-9a-f]{16}\b/gm, "<EVENT>"],
  [/(resourceVersion\\?"?: *\\?")\d+/gm, "$1<RV>"],
  [/^( +Resource Version: +)\d+/gm, "$1<RV>"],
  [/(resource version to be \d+, was )\d+/gm, "$1<RV>"],
  [new RegExp(`\\bkube-api-access-[${SAFE}]{5}\\b`, "gm"), "kube-api-access-<SUFFIX>"],
  [new RegExp(`(?<=[a-z0-9]-)\\d{8}(?=-[${SAFE}]{5}\\b|\\b(?!-))`, "gm"), "<MINUTE>"],
  [/\bon \d+\.\d+\.\d+\.\d+:53\b/gm, "on <RESOLVER>"],
  [/\(lasts \S+\)/gm, "(lasts <AGE>)"],
  [/\((\S+) ago\)/gm, "(<AGE> ago)"],
  [/\(x(\d+) over [0-9a-z]+\)/gm, "(x$1 over <AGE>)"],
  [/^(Duration:\s+)[0-9a-z]+$/gm, "$1<AGE>"],
  [/\b(LIVE|MERGED)-\d+/gm, "$1-<N>"],
];

/** Template hashes and random suffixes of names. */
export const GENERATED = new RegExp(
  `(?<label>(?:pod-template-hash|controller-revision-hash)\\\\?["']?[=:]\\s*\\\\?"?)(?<lhash>[${SAFE}]{6,10})\\b` +
    `|(?<=[a-z0-9>]-)(?:(?<hash>[${SAFE}]{7,10})(?:-(?<hpod>[${SAFE}]{5}))?|(?<pod>[${SAFE}]{5}))(?![A-Za-z0-9-])`,
  "g",
);

/** Words that only look like generated names. */
export const NOT_GENERATED: ReadonlySet<string> = new Set(["https", "http2"]);

/** Pattern of node ports that the cluster may have allocated. */
export const NODE_PORT = /(?<![\d.-])(3[01]\d{3}|32[0-7]\d{2})(?=\/(?:TCP|UDP|SCTP)\b|,|\n|$)/gm;

/** Creates the pattern of addresses in a network whose prefix length is a multiple of eight. */
export const addressesOf = (cidr: string): RegExp => {
  const [address = "", length = "0"] = cidr.split("/");
  const octets = address.split(".").slice(0, Math.floor(Number(length) / 8));
  return new RegExp(`\\b${octets.join("\\.")}${"\\.\\d+".repeat(4 - octets.length)}\\b`, "g");
};
