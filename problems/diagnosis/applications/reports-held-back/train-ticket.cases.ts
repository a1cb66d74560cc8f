import type { AppText } from "../app-text.ts";

/** Reports in the names of train-ticket that were written before any of them was read by the matcher. They measure it: nothing is tuned for their sake. */
export default [
  {
    text: "PriorityClass low-batch is set globalDefault true, thats the lowest class, so new ts-price-service pods are preempted and pending",
    claims: ["priorityclass/low-batch priority-preemption"],
  },
  {
    text: "ts-route-plan-service deploy is pinned by nodeSelector to worker-2 but its pvc ts-route-plan-service-data is bound to a volume that lives on worker-1 so volume node affinity conflict and pod stays pending",
    claims: ["deployment/ts-route-plan-service pv-node-affinity-conflict"],
  },
  {
    text: "At 06:02 CoreDNS was restarted with an altered Corefile (ConfigMap coredns in kube-system), into which a template block returning NXDOMAIN for svc.cluster.local as a whole had been inserted. From that moment no Service of the application could be looked up; programs with open connections were able to continue for a while, whereas those restarted afterwards, ts-order-service and ts-travel-service among others, failed to find tsdb-mysql and nacos. CoreDNS itself was ready all the time. The block was deleted at 06:44.",
    claims: ["configmap/kube-system/coredns dns-zone-nxdomain"],
  },
  {
    text: "Practically every ts-* service reports a communications link failure because there is no database pod: the StatefulSet `tsdb-mysql` has its replicas set to 0. Its last event is a scale-down, not a crash or an eviction, and its volume and Secret are present. The Service tsdb-mysql accordingly has no endpoints. nacosdb-mysql is a separate server and is fine; the Java services need no change. Scale tsdb-mysql back to one replica.",
    claims: ["statefulset/tsdb-mysql scale-to-zero"],
  },
  {
    text: "ts-station-service can not be resolved, its Service object was deleted, deployment pods are ok",
    claims: ["service/ts-station-service service-missing"],
  },
  {
    text: "ts-seat-service pod pending topology spread constraint DoNotSchedule over topology.kubernetes.io/region and our nodes dont have this label fix the deploy make it ScheduleAnyway or drop it",
    claims: ["deployment/ts-seat-service topology-spread-unsatisfiable"],
  },
  {
    text: "From 14:11 to 14:49 orders could neither be listed nor cancelled; 3,050 calls ran into time-outs. The Service ts-order-service was found with its internal traffic policy set to Local. As the only order pod was placed on worker-2 while ts-cancel-service, ts-preserve-service and ts-rebook-service were placed on worker-1 and worker-3, no endpoint on the callers' own node was available and the packets were dropped. The pod was ready and the selector and ports were verified to be right. Cluster was set again at 14:49.",
    claims: ["service/ts-order-service internal-traffic-policy-local"],
  },
  {
    text: "ts-voucher-service has zero pods even though one replica is desired. Its ReplicaSet cannot create any: the template demands the service account `voucher-sa`, and the namespace has only `default`. The Deployment shows ReplicaFailure with the lookup error; quotas and webhooks, which could give a similar picture, do not exist here. flagd and tsdb-mysql, on which it depends, are up. Create the account or remove the field.",
    claims: ["deployment/ts-voucher-service service-account-missing"],
  },
  {
    text: "ts-gateway-service is slow for it has cpu limit 120m and is throttled most of the time, nothing fail only latency up",
    claims: ["deployment/ts-gateway-service cpu-limit-throttle"],
  },
  {
    text: "ts-config-service svc got deleted and we cant put it back because resourcequota svc-budget is at 47 of 47 services so kubectl apply is forbidden raise the quota then recreate the svc pods themselves are ok",
    claims: ["service/ts-config-service service-missing", "resourcequota/svc-budget quota-services"],
  },
  {
    text: "At 16:26 ts-contacts-service was brought to the image tag 1.0.4 and has been in CrashLoopBackOff ever since (31 restarts by 18:00). According to its log, a connection to tsdb-mysql:3360 was tried, although port 3306 is correctly named in the Secret ts-contacts-mysql and in the variables of the container. The address must therefore have been fixed in the program of that build. The database was used without trouble by all other services, and only the passenger list of ts-preserve-service was affected downstream. The tag 1.0.0 should be restored.",
    claims: ["deployment/ts-contacts-service app-wrong-store-port"],
  },
  {
    text: "All services that were restarted in the last twenty minutes crash with UnknownHostException: tsdb-mysql, whereas the MySQL pod, its Service and its endpoint are in perfect order and reachable by IP. nacos, rabbitmq and every other name resolve. The Corefile in ConfigMap kube-system/coredns has a `template` section that matches precisely tsdb-mysql.train-ticket.svc.cluster.local and answers NXDOMAIN. Secrets of the services were compared and name the right host. Remove that section and restart CoreDNS.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "Secret ts-payment-mysql has wrong password for the database, log says Access denied for user ts, other secrets have Ts_123456",
    claims: ["secret/ts-payment-mysql mysql-credentials-invalid"],
  },
  {
    text: "ts-news-service scaled to 2 with a shared rwo pvc ts-news-service-cache plus required anti affinity so second pod cant go where the volume is and isnt allowed anywhere else pending forever first pod serves",
    claims: ["deployment/ts-news-service pvc-rwo-duplicate-mount"],
  },
  {
    text: "At 10:19 ts-travel2-service was redeployed with resources.requests.cpu at 40 (cores), evidently in place of 400m. The largest node of the cluster can allocate 16, and so 'Insufficient cpu' was reported for each of them and the pod was left Pending. Searches for slower trains were unavailable for 55 minutes; ts-route-plan-service and ts-travel-plan-service returned errors on that account alone. Free capacity on the nodes was confirmed to be sufficient for ordinary requests. The request was corrected to 100m at 11:14.",
    claims: ["deployment/ts-travel2-service cpu-request-exceeds-node"],
  },
  {
    text: "The new pod of ts-avatar-service is Pending because its claim `ts-avatar-service-store` waits for an external provisioner. That claim is flawless: its class exists, and size and mode are ordinary. The component that should make the volume, the Deployment `local-path-provisioner` in namespace local-path-storage, has been set to 0 replicas, so no claim in the cluster can be served. Nodes and scheduler are not the issue. Scale the provisioner back to 1.",
    claims: ["deployment/local-path-storage/local-path-provisioner storage-provisioner-outage"],
  },
  {
    text: "ts-food-service update strategy 100% max unavailable and no surge removed all pods, and new ones sit in init because it look up menu-db that is not a name",
    claims: ["deployment/ts-food-service rolling-update-drains-all", "deployment/ts-food-service init-dependency-hang"],
  },
  {
    text: "ts-basic-service svc port 15680 shows as UDP in get svc should be TCP so travel gets connection refused pods and endpoints are fine",
    claims: ["service/ts-basic-service service-protocol-mismatch"],
  },
  {
    text: "A user report of 12:40 ('tickets disappear') was followed up until 13:25. No component was found to be at fault: all 51 workloads were available, MySQL was answering at its usual pace, Nacos listed every instance as healthy, and no object had been modified since the previous day. The tickets in question were shown to have been cancelled by the user's own second account. The ticket was closed without any change to the cluster.",
    claims: [],
  },
  {
    text: "A rollout of `ts-user-service` has been hanging for an hour: its old pods are all Terminating and no new one exists. The pods have a preStop hook that sleeps 21600 seconds and a terminationGracePeriodSeconds that allows for it, and the Deployment's strategy is Recreate, so the controller waits for them to be gone. The old pods still answer, so logins work. Finalizers, nodes and kubelets were checked and are not what holds the pods. Remove the hook and delete the old pods with no grace period.",
    claims: ["deployment/ts-user-service prestop-hang-rollout"],
  },
  {
    text: "ts-ticket-office-service restart loop because liveness http get /health on port 16999 and nobody listen on that port, app is 16108",
    claims: ["deployment/ts-ticket-office-service liveness-probe-wrong-endpoint"],
  },
  {
    text: "two things ts-order-mysql secret says port 3307 so ts-order-service dies with communications link failure everyone elses secret has 3306 and also ts-ui-dashboard has hostPort 9100 in the deploy which node-exporter already uses on every node so the new pod is pending",
    claims: ["secret/ts-order-mysql mysql-port-invalid", "deployment/ts-ui-dashboard host-port-conflict"],
  },
  {
    text: "Two independent causes were established. (1) ts-train-service was recreated at 08:30 with a readinessProbe against port 14599, which is not opened by the program (14567 is); the pod was therefore never declared ready and was kept out of its Service, and 1,900 calls by ts-basic-service were refused. (2) At 08:47 a roll-out of ts-price-service was stalled: by the ResourceQuota pod-ceiling 51 pods are permitted and 51 were present, so the surge pod was denied, while no old pod could be given up under maxUnavailable 0. Prices were still served by the old pod. The probe port was corrected at 09:05, and the ceiling was raised at 09:10.",
    claims: ["deployment/ts-train-service readiness-probe-wrong-endpoint", "resourcequota/pod-ceiling rollout-quota-deadlock"],
  },
  {
    text: "Two faults coexist. In the Deployment `ts-preserve-service` a hostAliases block maps ts-seat-service and ts-contacts-service to 10.96.14.3 and 10.96.14.4, which no Service owns any longer; booking calls run into connect timeouts, whereas other pods resolve and reach both services. Separately, `ts-security-service` never finishes booting, since its liveness check on 11188 has no initial delay and gives up after two seconds, while Spring needs about fifteen to open the port. MySQL and Nacos are healthy, and I found no policy or DNS anomaly.",
    claims: ["deployment/ts-preserve-service host-aliases-stale", "deployment/ts-security-service liveness-probe-too-aggressive"],
  },
  {
    text: "no problem found, every ts pod is ready and requests are ok",
    claims: [],
  },
] satisfies readonly AppText[];
