/** Letter of `set -o pipefail` among the options of a shell: it has no letter of its own. */
export const PIPEFAIL = "|";

/** The options of a shell by their long names, in the order in which `set -o` lists them. */
export const OPTION_LETTERS: Readonly<Record<string, string>> = {
  errexit: "e",
  noglob: "f",
  ignoreeof: "I",
  monitor: "m",
  noexec: "n",
  xtrace: "x",
  verbose: "v",
  noclobber: "C",
  allexport: "a",
  notify: "b",
  nounset: "u",
  errtrace: "E",
  vi: "V",
  pipefail: PIPEFAIL,
};
