/** Exit statuses, the same for every command. */
export const EXIT_CODES = {
  ok: { code: 0, meaning: "done, and everything that was judged passed" },
  failed: { code: 1, meaning: "done, but something that was judged did not pass: an invalid sample, a failed pair, a replay that differs" },
  usage: { code: 2, meaning: "the command line was wrong; nothing was done" },
  unavailable: { code: 3, meaning: "a server, a file or a port could not be reached" },
  bug: { code: 70, meaning: "kubedrill itself is at fault" },
  interrupted: { code: 130, meaning: "stopped by Ctrl-C" },
} as const;
