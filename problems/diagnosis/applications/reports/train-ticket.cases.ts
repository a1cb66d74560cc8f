import type { AppText } from "../app-text.ts";

/** Reports in the names of train-ticket, as agents write them: symptoms first, evidence, what was ruled out. The reader of reports is tuned on them. */
export default [
  {
    text: "ts-order-service: java.sql.SQLException: Access denied for user 'ts'@'10.244.1.30' (using password: YES), CrashLoopBackOff. tsdb-mysql works, and the 25 other services sign in as the same user ts. Compare Secrets: ts-payment-mysql has Ts_123456, ts-order-mysql has ORDER_MYSQL_PASSWORD=Ts_654321. So the password in Secret ts-order-mysql is wrong (rotation done in only one place, I guess). Write the right one, restart ts-order-service.",
    claims: ["secret/ts-order-mysql mysql-credentials-invalid"],
  },
  {
    text: 'Secret ts-route-mysql contains ROUTE_MYSQL_PORT=5432 (postgres\' port) - should be 3306. ts-route-service: "Communications link failure ... Connection refused". Everything that needs routes (ts-travel-service, ts-basic-service, route-plan) is failing downstream. MySQL itself up, others connect.',
    claims: ["secret/ts-route-mysql mysql-port-invalid"],
  },
  {
    text: 'ts-station-service → CreateContainerConfigError: secret "ts-station-mysql" not found. Deleted at 15:31 according to the audit log, along with nothing else. ts-basic-service returns 500 since it asks stations; no fault there. Re-create the Secret (keys STATION_MYSQL_HOST/PORT/DATABASE/USER/PASSWORD, values same as in ts-train-mysql).',
    claims: ["secret/ts-station-mysql secret-missing"],
  },
  {
    text: "Random services fail: ts-food-service, ts-consign-service and ts-voucher-service log `com.mysql.jdbc.exceptions: Data source rejected establishment of connection, message from server: \"Too many connections\"`, while those which started earlier are okay. SHOW VARIABLES LIKE 'max_connections' → 40; Threads_connected 40. In the StatefulSet tsdb-mysql the args are [mysqld, --max-connections=40]; it was 512. 26 Hikari pools with 10 each simply don't fit. Not a connection leak, the pools are of the normal size. Put 512 back.",
    claims: ["statefulset/tsdb-mysql db-connection-exhaustion"],
  },
  {
    text: "Timetable search, login: OK. Booking, paying, cancelling: all fail. Pods all ready.\n`The MySQL server is running with the --read-only option so it cannot execute this statement` (ts-order-service, ts-inside-payment-service, ...)\nSo tsdb-mysql (statefulset) was launched with --read-only=ON in its args. Remove it; SET GLOBAL would be lost at the next restart.",
    claims: ["statefulset/tsdb-mysql db-read-only"],
  },
  {
    text: "ts-seat-service cannot pull docker.io/codewisdom/ts-seat-service:1.0.O (letter O in place of zero). ImagePullBackOff. Seats can't be allocated → ts-preserve-service errors. Fix tag to 1.0.0.",
    claims: ["deployment/ts-seat-service image-reference-nonexistent"],
  },
  {
    text: '{"findings":[{"resource":"Deployment ts-travel-service","problem":"limits.memory is 64Mi, the JVM needs >250Mi just to come up","evidence":"OOMKilled, exitCode 137, 14 restarts, node has 9Gi free"}],"unaffected":["ts-travel2-service","tsdb-mysql","nacos"],"proposed_fix":"limits.memory: 2000Mi as in the chart"}',
    claims: ["deployment/ts-travel-service memory-limit-too-small"],
  },
  {
    text: "ts-auth-service never becomes started. Startup probe failed: dial tcp 10.244.2.51:12340: connect: connection refused; Killing; again. Spring Boot takes ~40s, but the startup probe someone copied from an nginx has periodSeconds: 2 × failureThreshold: 3 = 6 s in total. Port is right, secret ok, DB ok. Raise failureThreshold to 60 in deployment ts-auth-service.",
    claims: ["deployment/ts-auth-service startup-probe-too-short"],
  },
  {
    text: 'We have had ts-config-service in CrashLoopBackOff since the morning. In the log the Spring banner comes, then some lines about Hikari, then it\'s cut. `kubectl describe`: "Liveness probe failed: dial tcp ...:15679: connect: connection refused", "Container ts-config-service failed liveness probe, will be restarted", 3 seconds after start. The liveness probe (initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 2) doesn\'t leave the JVM time to open 15679. It is necessary to set a bigger initial delay.',
    claims: ["deployment/ts-config-service liveness-probe-too-aggressive"],
  },
  {
    text: "UnknownHostException: ts-price-service in ts-basic-service. `kubectl get svc ts-price-service` → NotFound; Deployment of the same name 1/1 with healthy pod, registered in nacos. The Service object is gone. Recreate it: port 16579, selector app=ts-price-service.",
    claims: ["service/ts-price-service service-missing"],
  },
  {
    text: 'rabbitmq pod was evicted and never came back: FailedCreate "exceeded quota: cpu-cap, requested: requests.cpu=100m, used: requests.cpu=5100m, limited: requests.cpu=5100m". So ResourceQuota cpu-cap is too tight for the application (needs 5.2 cores of requests). ts-notification-service / ts-delivery-service complain about AMQP only for that reason. I\'d set it to 8.',
    claims: ["resourcequota/cpu-cap quota-cpu"],
  },
  {
    text: "node worker-3 = NotReady/Unknown since 21:07. Machine pings, sshd works, containers keep running. `systemctl status kubelet`: inactive (dead), stopped by hand. Pods of it (nacos-0, ts-gateway-service...) were marked for deletion after 5 min, nacos-0 hangs in Terminating as a StatefulSet pod. Start kubelet on worker-3, no drain or node deletion needed.",
    claims: ["node/worker-3 kubelet-crash"],
  },
  {
    text: "tsdb-mysql-0 is Pending. FailedScheduling: 0/4 nodes are available: 3 node(s) had untolerated taint {dedicated: gpu}. All workers were tainted dedicated=gpu:NoExecute → that also kicked out 40 other pods (TaintManagerEviction). Remove the taint from the worker nodes. Adding a toleration to the StatefulSet alone would leave the rest down.",
    claims: ["node/* taint-untolerated"],
  },
  {
    text: 'No new pods in namespace train-ticket at all!! ts-ui-dashboard was restarted by me => 0 pods. "failed calling webhook "validate.podlint.io": ... service "podlint" not found". The VWC `podlint-admission` has failurePolicy=Fail and its backend Service podlint doesn\'t exist. kubectl delete validatingwebhookconfiguration podlint-admission (the istio one may stay).',
    claims: ["validatingwebhookconfiguration/podlint-admission webhook-validating-outage"],
  },
  {
    text: "HPA ts-gateway-service doesn't scale: AbleToScale=False, FailedGetScale, it refers to StatefulSet/ts-gateway-service, but the gateway is a Deployment. So spec.scaleTargetRef.kind is wrong. Gateway at 2 replicas copes at the moment.",
    claims: ["horizontalpodautoscaler/ts-gateway-service hpa-misconfigured"],
  },
  {
    text: "503 from the gateway on /api/v1/contactservice. I followed: ts-contacts-service pod ready → registered in nacos → but callers go via Service ts-contacts-service, whose Endpoints is empty. Selector = app: ts-contacts-service, version: stable. None of the pods has version=stable. Removing that extra key from the selector repairs it; I don't recommend labelling the pod by hand.",
    claims: ["service/ts-contacts-service service-selector-mismatch"],
  },
  {
    text: 'Around 40 % of refunds return 500. ts-cancel-service → ts-inside-payment-service: "missing required parameter: orderId". Only since ts-inside-payment-service went 1.0.0 → 1.0.1; nothing restarts, db ok, ts-cancel-service unchanged and it does send orderId (tcpdump). New version of ts-inside-payment-service forgets to forward it internally. Roll back that deployment.',
    claims: ["deployment/ts-inside-payment-service code-missing-parameter"],
  },
  {
    text: "Old pods of ts-news-service have been Terminating for 2h, no new one is created (Recreate), available=0. There's a preStop hook `sleep 7200`-ish (lifecycle.preStop.sleep.seconds 10800, grace period 10810). Users are still served by the dying pods. Remove the hook in the Deployment & force-delete the pods.",
    claims: ["deployment/ts-news-service prestop-hang-rollout"],
  },
  {
    text: "Outage of ts-ui-dashboard, 100% of users. RollingUpdate parameters are 0% max surge / 100% max unavailable, so the deployment controller took down all replicas the moment the new revision was applied. The new revision can't start: its init container \"wait-license\" polls license-server, a name that doesn't resolve (NXDOMAIN) since no such Service exists. Need to fix both, the strategy and the init container.",
    claims: ["deployment/ts-ui-dashboard rolling-update-drains-all", "deployment/ts-ui-dashboard init-dependency-hang"],
  },
  {
    text: "everything answers 503 via the gateway, because nacos is gone: statefulset nacos 0/0. Replicas was put to 0. nacosdb-mysql is fine. kubectl scale sts nacos --replicas=1",
    claims: ["statefulset/nacos scale-to-zero"],
  },
  {
    text: "Independent problems:\n\n1. ts-user-service - \"Access denied for user 'tss'\". USER_MYSQL_USER in Secret ts-user-mysql is `tss`; must be `ts`.\n2. ts-avatar-service - Service port 17001 is declared UDP, so HTTP through the ClusterIP is refused though the pod answers directly. Must be TCP (in the Service, not in the deployment).",
    claims: ["secret/ts-user-mysql mysql-credentials-invalid", "service/ts-avatar-service service-protocol-mismatch"],
  },
  {
    text: 'flagd ContainerCreating, MountVolume.SetUp failed for volume "flagd-config" : configmap "flagd-config" not found. ts-voucher-service falls back to defaults so it\'s not visible for users. Restore this ConfigMap from helm (flags.yaml with tt-feat-01..22, all off).',
    claims: ["configmap/flagd-config configmap-missing"],
  },
  {
    text: "No anomaly. Looked at gateway error rate (0.0%), MySQL (212 of 512 connections, read_only OFF), all ts-*-mysql secrets consistent, nacos lists 42 instances up, rabbitmq queues empty, 4/4 nodes Ready and schedulable. I won't submit a fault.",
    claims: [],
  },
  {
    text: "Root causes (2):\n\nA) ts-verification-code-service can't be resolved by ts-auth-service: NXDOMAIN, while Service, endpoints and pod exist and are healthy. CoreDNS config (kube-system/coredns) has a `template` block answering NXDOMAIN for exactly ts-verification-code-service.train-ticket.svc.cluster.local. Drop the block.\n\nB) ts-wait-order-service: CreateContainerConfigError because its Secret ts-wait-order-mysql was removed. Recreate it from the values of a sibling.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain", "secret/ts-wait-order-mysql secret-missing"],
  },
  {
    text: "ts-payment-service's pod got preempted twice (by bulk-report-xyz) and its replacement has priority -1000, PriorityClass \"scavenger\", Pending with Insufficient cpu. The Deployment sets no priorityClassName. It's because PriorityClass scavenger has been marked as the cluster-wide default (globalDefault: true), being the lowest class there is. Each pod replaced from now on gets it. Undo globalDefault, then recreate affected pods.",
    claims: ["priorityclass/scavenger priority-preemption"],
  },
] satisfies readonly AppText[];
