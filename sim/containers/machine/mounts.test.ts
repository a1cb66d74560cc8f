import { expect, test } from "vitest";
import { createShellBed, type ShellBed } from "../shell-bed.cases.ts";

test("shows the root of a container once as an overlay, read-only where the container asks for it", () => {
  const script = "grep ' / ' /proc/mounts";
  expect(output(createShellBed(), script)).toBe("overlay / overlay rw,relatime 0 0\n");
  expect(output(createShellBed({ securityContext: { readOnlyRootFilesystem: true } }), script)).toBe("overlay / overlay ro,relatime 0 0\n");
});

test("tells how full the mount of a path is, and counts whole pages of memory", () => {
  const bed = createShellBed();
  expect(output(bed, "df -k /dev/shm | tail -n 1")).toBe("shm                      65536         0     65536   0% /dev/shm\n");
  expect(output(bed, "echo x > /dev/shm/f && df -h /dev/shm/f | tail -n 1")).toBe(
    "shm                      64.0M      4.0K     64.0M   0% /dev/shm\n",
  );
  expect(output(bed, "df -P / | head -n 1")).toBe("Filesystem           1024-blocks    Used Available Capacity Mounted on\n");
});

test("says of a path that is not there that it has no mount", () => {
  expect(createShellBed().run("df /nope")).toMatchObject({ exitCode: 1, stderr: "df: /nope: can't find mount point\n" });
});

test("tells the same of a mount in both places where it can be read", () => {
  const bed = createShellBed();
  const table = output(bed, 'awk \'{print $1, "on", $2, "type", $3, "(" $4 ")"}\' /proc/mounts');
  expect(output(bed, "mount")).toBe(table);
  expect(table).toContain("tmpfs on /dev type tmpfs (rw,nosuid,size=65536k,mode=755)\n");
});

test("tells the limits of a process by letter and all at once", () => {
  const bed = createShellBed();
  expect(output(bed, "ulimit -n; ulimit -ct; ulimit")).toBe("20000\n0\nunlimited\nunlimited\n");
  expect(output(bed, "ulimit -a | grep open")).toBe("open files                      (-n) 20000\n");
});

const output = (bed: ShellBed, script: string): string => {
  const result = bed.run(script);
  return "stdout" in result ? result.stdout : "";
};
