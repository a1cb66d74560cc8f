import { expect, test } from "vitest";
import type { Container } from "#kube/types/pod.ts";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import { execInContainer } from "../../kubelet/exec/exec-in-container.ts";

const SCRIPT =
  "touch /tmp/f; chown 5:5 /tmp/f; chmod 600 /tmp/f; ping -c1 127.0.0.1 >/dev/null; nc -l -p 80 & sleep 1; kill %1 2>/dev/null; httpd -p 81; hostname foo; echo x > /etc/new";

/** Errors of the script in a container with some confinement, as a real cluster prints them. */
const errorsUnder = (securityContext: object): string => {
  const bed = createFixture();
  const container = { name: "c", image: BUSYBOX, command: ["sleep", "9999"], securityContext } as Container;
  bed.create({ apiVersion: "v1", kind: "Pod", metadata: { name: "box", namespace: "shop" }, spec: { containers: [container] } } as never);
  bed.run(5);
  return execInContainer(bed.world, { namespace: "shop", pod: "box", command: ["sh", "-c", SCRIPT] }).stderr;
};

const CHOWN = "chown: /tmp/f: Operation not permitted\n";
const PING = "ping: permission denied (are you root?)\n";
const PORTS = "nc: bind: Permission denied\nhttpd: bind: Permission denied\n";
const HOST = "hostname: sethostname: Operation not permitted\n";
const ETC = "sh: can't create /etc/new: Permission denied\n";

test.each([
  ["what a runtime leaves", {}, HOST],
  ["nothing", { capabilities: { drop: ["ALL"] } }, `${CHOWN}${PING}${PORTS}${HOST}`],
  ["all but one", { capabilities: { drop: ["NET_RAW"] } }, `${PING}${HOST}`],
  ["one that is given back", { capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE"] } }, `${CHOWN}${PING}${HOST}`],
  ["all of a privileged one", { privileged: true }, ""],
  ["those of somebody who is not root", { runAsUser: 1000 }, `${CHOWN}${PING}${PORTS}${HOST}${ETC}`],
  [
    "what nobody but root can use",
    { runAsUser: 1000, capabilities: { add: ["CHOWN", "NET_RAW"] } },
    `${CHOWN}${PING}${PORTS}${HOST}${ETC}`,
  ],
])("a container with %s can do as much", (_title, securityContext, errors) => {
  expect(errorsUnder(securityContext)).toBe(errors);
});
