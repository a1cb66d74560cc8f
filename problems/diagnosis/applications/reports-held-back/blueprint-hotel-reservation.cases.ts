import type { AppText } from "../app-text.ts";

/** Reports in the names of blueprint-hotel-reservation that were written before any of them was read by the matcher. They measure it: nothing is tuned for their sake. */
export default [
  {
    text: "search-service deployment want 5 replicas but required podAntiAffinity by hostname and only 3 workers so 2 pods stay pending",
    claims: ["deployment/search-service anti-affinity-deadlock"],
  },
  {
    text: "someone added a template block for rate-db to the corefile in kube-system coredns cm so that one name gives nxdomain rate-service panics with no such host everything else resolves and the rate-db svc and pod are there",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "At 08:12 a build tagged 20260920-profile was deployed to profile-service. From then on about 40 MiB per minute were gained by the container under constant traffic, and the growth was found to be proportional to the number of GetProfiles calls handled; after a manual restart at 09:03 the curve began again from the bottom. No limit is set on the container, so no kill was seen, and frontend-service was not affected yet. profile-db and profile-cache were flat throughout. The earlier image is to be restored before the node is exhausted.",
    claims: ["deployment/profile-service code-memory-leak"],
  },
  {
    text: "rate-cache has no running pod. The template of the Deployment `rate-cache` pins it with nodeSelector kubernetes.io/hostname=pool-b-17, and `kubectl get nodes` lists no machine by that name. The scheduler reports that zero of four nodes satisfy the selector; none is cordoned, and resources are ample. rate-service consequently logs failures against rate-cache:11211, and search is slow, but neither of them is broken. Removing the selector is sufficient.",
    claims: ["deployment/rate-cache node-selector-nonexistent"],
  },
  {
    text: "Service frontend-service has endpoints of two deployments, because selector is only tier=web label which jaeger pod also have, so half of connections goes to jaeger and is refused",
    claims: ["service/frontend-service service-selects-foreign-pods"],
  },
  {
    text: "reserv-cache svc has no selector anymore and a hand written endpointslice with 10.244.2.31 in it that pod died ages ago the current reserv-cache pod has another ip and is perfectly fine so reserv-service just hangs on it",
    claims: ["service/reserv-cache manual-endpoints-stale"],
  },
  {
    text: "From 17:40 to 18:25 UTC searches by location were timed out for 100 % of users. It was found that on the Service geo-db the field internalTrafficPolicy had been switched to Local. The database pod was placed on worker-3, whereas geo-service was running on worker-1, where no local endpoint was available; packets were silently discarded. geo-service, search-service and frontend-service were affected in turn without fault of their own, and mongod itself was answering on its pod address throughout. The field was reset to Cluster at 18:25.",
    claims: ["service/geo-db internal-traffic-policy-local"],
  },
  {
    text: "Logins fail because the Service `user-service` has an empty endpoint list. Its selector asks for io.kompose.service=user-service AND release=blue; no pod in the namespace bears a release label, so nothing matches. The user-service pod is 1/1 Ready with no restarts, and talking to its pod IP on 12345 works. user-db is healthy, DNS returns the Service's cluster IP. Dropping the extra label from the selector resolves it.",
    claims: ["service/user-service service-selector-mismatch"],
  },
  {
    text: "pvc geo-service-data is pending forever because storageClassName fast-ssd is not exist in cluster, geo-service pod need it",
    claims: ["persistentvolumeclaim/geo-service-data pvc-class-missing"],
  },
  {
    text: "user-db deploy keeps getting killed 3s after start startupProbe on 27017 allows one failure with period 1 and mongod needs longer than that to open the port so it never gets to started and user-service has nothing to talk to",
    claims: ["deployment/user-db startup-probe-too-short"],
  },
  {
    text: "At 03:55 the roll-out of recomd-service to the tag 20260918-recomd was completed; by 03:58 its pod was in CrashLoopBackOff. In its log, attempts to reach recomd-db:27071 were recorded for thirty seconds, followed by an exit. In the ConfigMap recomd-service-container-env the address is still correctly given as recomd-db:27017, which shows that the value is ignored by this build and that the address has been compiled in. recomd-db was confirmed healthy. Recommendations (about 390 requests per minute) were lost until the former image was put back.",
    claims: ["deployment/recomd-service app-wrong-store-port"],
  },
  {
    text: "The Deployment `geo-db` restarts endlessly. Its container got a TCP liveness check on the correct port 27017, but with initialDelaySeconds 0, periodSeconds 1 and failureThreshold 1, while mongod takes around five seconds until it accepts connections; the kubelet therefore kills it mid-start each time, and the log stops before 'Waiting for connections'. It is not an OOM kill (no memory limit) and the image is unchanged. geo-service and search-service only suffer because the store is absent.",
    claims: ["deployment/geo-db liveness-probe-too-aggressive"],
  },
  {
    text: "resourcequota namespace-cap say count/replicasets.apps 18 and already 18 used so the new replicaset of profile-service rollout is refused",
    claims: ["resourcequota/namespace-cap quota-object-count"],
  },
  {
    text: "netpol isolate-reserv-service selects the reserv-service pods for both ingress and egress and has no rules at all so nothing gets in or out frontend-service just times out pod is ready so dont be fooled delete the np",
    claims: ["networkpolicy/isolate-reserv-service network-policy-deny"],
  },
  {
    text: "At 12:17 the Service profile-cache was deleted during a clean-up, and it could not be recreated afterwards: the ResourceQuota object-limits, introduced the same day, permits 17 Services, all of which are in use, so the API server answers 'forbidden: exceeded quota' to each apply. Name lookups of profile-cache were thus failed with no such host by profile-service for 48 minutes, although the memcached pod was healthy. Both the quota has to be raised and the Service has to be applied again.",
    claims: ["resourcequota/object-limits quota-services", "service/profile-cache service-missing"],
  },
  {
    text: "The user-service pod never gets past creation: its container cannot be configured because the ConfigMap `user-service-container-env`, from which it reads its variables, has been deleted. The event says the configmap was not found; the sibling ConfigMaps of the seven other services are all present, as is `rpc`. The image was pulled without trouble and user-db accepts connections. Login requests at frontend-service fail as a result. Recreate the ConfigMap with the bind and database addresses.",
    claims: ["configmap/user-service-container-env configmap-missing"],
  },
  {
    text: "priorityclass scavenger was made globalDefault so new rate-service pods have lowest priority and get preempted by batch work",
    claims: ["priorityclass/scavenger priority-preemption"],
  },
  {
    text: "rate-cache svc is gone from the namespace get svc doesnt list it rate-service logs lookup rate-cache no such host memcached pod is running happily just nobody can find it",
    claims: ["service/rate-cache service-missing"],
  },
  {
    text: "At 20:31 a restart of search-service was requested, and by 20:33 all of its pods had been put into Terminating, where they have remained. It was found that a preStop hook with a sleep of 14400 seconds, together with a grace period of the same length, is contained in the old pods; since the strategy had meanwhile been altered to Recreate, no successor may be created before they have ended. No request was lost because the dying pods still answer. The pods should be force-deleted and the hook be taken out of the template of search-service.",
    claims: ["deployment/search-service prestop-hang-rollout"],
  },
  {
    text: "Reservations fail because no reserv-service pod gets past initialisation. An init container `check-config` was added to the Deployment `reserv-service`; it tests that LICENSE_REGION is non-empty, prints 'LICENSE_REGION is empty' and exits with 1, so the pods alternate between Init:Error and Init:CrashLoopBackOff. Nobody sets this variable anywhere and the program itself has no use for it. The main container has never been started, and reserv-db and reserv-cache are fine.",
    claims: ["deployment/reserv-service init-crash"],
  },
  {
    text: "2 bugs: cronjob price-sync has log-shipper as normal container that never end so job stay active and no new run, and configmap profile-service-container-env have PROFILE_DB_DIAL_ADDR=profile-store:27017 wrong host so profile-service panic",
    claims: ["cronjob/price-sync cronjob-sidecar-never-completes", "configmap/profile-service-container-env configmap-key-drift"],
  },
  {
    text: "two separate issues all three workers are tainted maintenance=true:NoSchedule so the geo-service pod that got deleted cant land anywhere and stays pending and then user-service deploy has an http liveness probe on 12345 which is grpc so kubelet sees malformed http response and kills it over and over",
    claims: ["node/* taint-untolerated", "deployment/user-service probe-wrong-protocol"],
  },
  {
    text: "Two faults were confirmed by 16:20. First, every worker node was found cordoned (SchedulingDisabled), for which reason the replacement of recomd-service, deleted at 15:58, could not be placed and was left Pending. Second, and independently of that, hostAliases had been inserted into the template of frontend-service by which search-service and profile-service are resolved to 10.99.0.7 and 10.99.0.8, addresses that no longer belong to anything; 2,300 search requests ran into time-outs. The nodes were uncordoned at 16:22; the aliases are to be removed.",
    claims: ["node/* cordoned-node", "deployment/frontend-service host-aliases-stale"],
  },
  {
    text: "After a full pass I conclude that the application is healthy. Every Deployment reports its replicas available, each of the eighteen Services has endpoints on the right port, the Corefile is the stock one, and there are neither quotas nor network policies in the namespace. A test search, login and reservation all came back in under 40 ms. The alert that opened this ticket was a stale one and has since resolved itself.",
    claims: [],
  },
  {
    text: "all pods running 1/1 no errors in logs, nothing is broken",
    claims: [],
  },
] satisfies readonly AppText[];
