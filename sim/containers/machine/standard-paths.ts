/** Folders of any small system. */
export const STANDARD_FOLDERS: readonly string[] = ["bin", "dev", "etc", "home", "proc", "root", "sys", "tmp", "usr", "var"].map(
  (name) => `/${name}/`,
);
/** Folders that the runtime and the kernel provide. */
export const RUNTIME_FOLDERS: readonly string[] = ["/dev/mqueue/", "/dev/pts/", "/dev/shm/", "/sys/fs/cgroup/"];
/** Links that every container has, and where they lead. */
export const IMAGE_LINKS: Readonly<Record<string, string>> = {
  "/dev/fd": "/proc/self/fd",
  "/dev/stdin": "/proc/self/fd/0",
  "/dev/stdout": "/proc/self/fd/1",
  "/dev/stderr": "/proc/self/fd/2",
};
/** Devices that every container has, with their modes. */
export const DEVICES: Readonly<Record<string, number>> = {
  "/dev/full": 0o666,
  "/dev/null": 0o666,
  "/dev/random": 0o666,
  "/dev/tty": 0o666,
  "/dev/urandom": 0o666,
  "/dev/zero": 0o666,
};
