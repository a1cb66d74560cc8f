/** Commands of busybox, each a link to one binary. */
export const BUSYBOX_APPLETS: readonly string[] = (
  "[ ash awk base64 basename cat chmod chown chroot clear cp cut date dd df dirname dmesg du echo env expr false find free grep gunzip gzip head hostname " +
  "httpd id ifconfig ip kill killall ln ls md5sum mkdir mktemp more mount mv nc netstat nsenter nslookup ping ping6 pidof printenv printf ps pwd " +
  "readlink realpath rm rmdir route sed seq sh sha256sum sleep sort stat stty sync tail tar tee telnet test time timeout top touch tr traceroute true tty " +
  "uname uniq unzip uptime usleep vi watch wc wget which whoami xargs yes"
).split(" ");

/** Names in a folder that all lead to parts of one program. */
export const linked = (directory: string, names: readonly string[], program: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [`${directory}/${name}`, `${program}/${name}`]));

/** Executables of a small Debian image, besides its libraries. */
export const DEBIAN_TOOLS: readonly string[] = (
  "[ awk base64 basename bash cat chgrp chmod chown chroot cp cut date dd df dirname du echo egrep env expr false fgrep find grep gunzip gzip " +
  "head hostname id ln ls md5sum mkdir mktemp mv nl nproc nsenter od paste printenv printf pwd readlink realpath rm rmdir sed seq sh sha256sum " +
  "sleep sort stat sync tac tail tar tee test timeout touch tr true truncate tty uname uniq wc which whoami xargs yes zcat"
).split(" ");
