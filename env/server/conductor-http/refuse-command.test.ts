import { expect, test } from "vitest";
import { refuseCommand } from "./refuse-command.ts";

test.each([
  "kubectl get pods -n shop -o wide",
  "  kubectl get pods",
  "kubectl",
  'kubectl patch deployment geo -p \'{"spec": {"replicas": 1}}\'',
  "kubectl exec deploy/geo -- sh -c 'ls -i | wc -l > /tmp/x'",
  "kubectl exec deploy/geo -- cat -t /etc/hosts",
  "kubectl apply -f - <<EOF\nkind: ConfigMap\nEOF",
  "kubectl get pods 2>&1",
  "kubectl get pods 2>/dev/null",
  "kubectl get pods -l app=edit",
  "kubectl logs -n edit deploy/geo --tail 5",
  "kubectl delete -f -",
  "kubectl exec --stdin=false deploy/geo -- ls",
])("%j is run", (command) => {
  expect(refuseCommand(command)).toBeUndefined();
});

test.each([
  ["ls", "begin with kubectl"],
  ["", "begin with kubectl"],
  ["kubectlx get pods", "begin with kubectl"],
  ["kubectl get pods | grep geo", "pipes"],
  ["kubectl get pods > pods.txt", "redirected"],
  ["kubectl get pods >> pods.txt", "redirected"],
  ["kubectl get pods; kubectl get nodes", "one command"],
  ["kubectl get pods && kubectl get nodes", "one command"],
  ["kubectl get pods &", "one command"],
  ["kubectl get pods -l 'a", "the line has a"],
  ["kubectl apply -f - <<EOF\nkind: ConfigMap", "no line that says EOF"],
  ["kubectl edit deployment geo", "kubectl edit needs a terminal"],
  ["kubectl -n shop port-forward svc/geo 80", "kubectl port-forward needs a terminal"],
  ["kubectl exec -it deploy/geo -- sh", "-it asks for a terminal"],
  ["kubectl run x --image=busybox --stdin", "--stdin asks for a terminal"],
  ["kubectl logs -f deploy/geo", "no end"],
  ["kubectl logs deploy/geo --follow", "no end"],
])("%j is refused", (command, why) => {
  expect(refuseCommand(command)).toMatch(/^Command Rejected: /);
  expect(refuseCommand(command)).toContain(why);
});
