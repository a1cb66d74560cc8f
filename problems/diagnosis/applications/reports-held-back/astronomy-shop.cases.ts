import type { AppText } from "../app-text.ts";

/** Reports in the names of astronomy-shop that were written before any of them was read by the matcher. They measure it: nothing is tuned for their sake. */
export default [
  {
    text: "The shipping pod has been Pending for the whole observation window. The Deployment `shipping` carries a hard rule under affinity.nodeAffinity that demands `hardware-tier in (premium)`, and none of the four nodes has a label `hardware-tier` at all, so the scheduler rejects every one of them. I checked for taints and cordons (none) and for free CPU and memory (plenty). There is no nodeSelector in the template either. Quote, which shipping calls, is healthy, and the checkout errors are merely a consequence.",
    claims: ["deployment/shipping node-affinity-mismatch"],
  },
  {
    text: "problem is quote deployment it want image ghcr.io/open-telemetry/demo:2.2.0-qoute and registry say not found so ImagePullBackOff",
    claims: ["deployment/quote image-reference-nonexistent"],
  },
  {
    text: "its the recommendation deploy somebody set dnsPolicy None with nameserver 1.1.1.1 so it cant look up product-catalog or flagd every other pod resolves those fine so coredns is ok",
    claims: ["deployment/recommendation dns-policy-external"],
  },
  {
    text: "At 09:14 UTC the alert for advertisements was raised; by 09:20 the container of the ad Deployment had been restarted seven times. It was established that a livenessProbe on port 8080 had been added which started at second zero, was repeated every second and tolerated a single failure, whereas about six seconds are needed by the JVM before its socket is opened. Each process was thus killed half-way through its boot. Pages were delivered by frontend without ads in the meantime; no memory kill was recorded. The probe is to be removed, or given an initial delay of 30 seconds.",
    claims: ["deployment/ad liveness-probe-too-aggressive"],
  },
  {
    text: "Root cause: the checkout Deployment was rolled out with PAYMENT_ADDR=payment:8090, while the payment Service exposes only 8080. Every PlaceOrder fails in the charge step with a connection error towards payment:8090. The payment pods are ready, its Service has endpoints, and a manual call on 8080 from another pod succeeds, so payment itself is exonerated. No feature flag is switched on and no network policy exists in the namespace. Setting the variable back to payment:8080 will restore orders.",
    claims: ["deployment/checkout env-wrong-port"],
  },
  {
    text: "validatingwebhookconfiguration pod-guard call a service pod-guard-server that is not exist, failurePolicy Fail, so currency pods are never created",
    claims: ["validatingwebhookconfiguration/pod-guard webhook-validating-outage"],
  },
  {
    text: "currency rollout stuck new pod pending because pvc currency-cache wants 20Gi but it is pinned to pv disk-a7 which is only 5Gi so it never binds old pod still serving",
    claims: ["persistentvolumeclaim/currency-cache pvc-capacity-mismatch"],
  },
  {
    text: "Between 13:02 and 13:41 no product pictures were shown to customers (100 % of 1,850 image requests were answered with 503 by frontend-proxy). The image-provider pod had been replaced at 13:01 by a revision in which a new volume is mounted from the claim image-provider-scratch. ReadWriteMany had been requested in that claim, which the local-path provisioner of this cluster is unable to supply; accordingly ProvisioningFailed was logged and the pod was left Pending. The size and the class of the claim were found to be in order. The claim should be recreated with ReadWriteOnce.",
    claims: ["persistentvolumeclaim/image-provider-scratch pvc-access-mode-mismatch"],
  },
  {
    text: "The NetworkPolicy `lockdown-product-catalog` selects the product-catalog pods and lists policyTypes Ingress with no ingress rule whatsoever, which means that all incoming traffic is dropped. frontend, checkout and recommendation all time out (not 'connection refused') when they dial product-catalog:8080, yet the pod is Ready because kubelet probes bypass the policy. PostgreSQL was ruled out: product-catalog's own query span, before the policy was created, took 3 ms. Deleting the policy is enough.",
    claims: ["networkpolicy/lockdown-product-catalog network-policy-deny"],
  },
  {
    text: "email pod pending since nodeSelector in deployment email say kubernetes.io/hostname: worker-09 and we have no node with this hostname",
    claims: ["deployment/email node-selector-nonexistent"],
  },
  {
    text: "frontend deploy has hostAliases in the pod template mapping cart and currency to 10.96.200.14 and 10.96.200.15 which are nobodys cluster ip anymore so everything it calls times out dns itself returns the right ips",
    claims: ["deployment/frontend host-aliases-stale"],
  },
  {
    text: "At 22:47 the node worker-2 was reported NotReady with all conditions Unknown. It was found over the host console that the kubelet unit had been left in a stopped state (`systemctl status kubelet`: inactive); containerd and the network of the machine were unaffected. Eleven pods, those of cart, email and kafka among them, were withdrawn from their Services, and after five minutes they were marked for deletion and have been Terminating ever since. None of these applications had any defect of its own. Service was restored at 23:05 when the kubelet was started.",
    claims: ["node/worker-2 kubelet-crash"],
  },
  {
    text: "Payment keeps flapping: it serves charges for half a minute, is killed by the kubelet, and sits in CrashLoopBackOff before coming back. The Deployment `payment` has acquired an HTTP liveness check, GET /healthz on port 9898, and the container opens no such port; it only listens on 8080. Exit codes are 143 and 137 from the kill, memory is far from the 140Mi limit, and the log shows a clean start each time. The paymentFailure flag is off. Checkout's intermittent errors follow exactly the restarts.",
    claims: ["deployment/payment liveness-probe-wrong-endpoint"],
  },
  {
    text: "there is no Service named currency anymore, somebody removed it, pods of currency ok, frontend and checkout say no such host",
    claims: ["service/currency service-missing"],
  },
  {
    text: "cm flagd-config has recommendationCacheFailure turned on by default thats why ListRecommendations takes 3x as long and the recommendation pod keeps growing in memory nothing wrong with the deploy itself",
    claims: ["configmap/flagd-config flag-recommendation-cache"],
  },
  {
    text: "From 06:30 on, reviews were missing on all product pages. The product-reviews pod was seen to be Running but 0/1 ready, with zero restarts; a readiness check against port 3999 had been introduced with the revision of 06:29, although requests are only accepted on 3551 by this program. As a result the pod was never added to the endpoints of its Service, and connection refused was logged by frontend. LLM and postgresql were inspected and cleared. The check was removed at 07:10 and the endpoints were populated within seconds.",
    claims: ["deployment/product-reviews readiness-probe-wrong-endpoint"],
  },
  {
    text: 'Carts can be read and filled, but emptying one always fails with FailedPrecondition, although valkey-cart is up, accepts writes and shows no restarts. The deciding evidence is in the ConfigMap flagd-config: the flag `cartFailure` has defaultVariant "on" and flagd was restarted right before the errors started. I considered a broken Valkey connection, since the error text hints at it, but AddItem writes to the same store succeed. Setting the default back to "off" and restarting flagd fixes it.',
    claims: ["configmap/flagd-config flag-cart-failure"],
  },
  {
    text: "GetAds take 1 second because in flagd-config the flag adManualGc is on, ad service do full garbage collection each call",
    claims: ["configmap/flagd-config flag-ad-manual-gc"],
  },
  {
    text: "frontend-proxy went out with tag 2.2.1-frontend-proxy and that build never gives memory back every request adds a bit until it hits the 65Mi and gets oomkilled every 90s or so limit is the same as before roll back to the previous tag",
    claims: ["deployment/frontend-proxy code-memory-leak"],
  },
  {
    text: "Starting at 15:20, roughly 10 % of product requests were answered with an error (412 of 4,090 within the hour). All of them were found to concern one product, OLJCESPC7Z; the other products were delivered normally by product-catalog, whose database and pod were healthy. It was determined that productCatalogFailure had been switched on in the ConfigMap flagd-config shortly before. Error budget was also burned by frontend, recommendation and checkout, which merely passed the error on. The flag has to be returned to off.",
    claims: ["configmap/flagd-config flag-catalog-failure"],
  },
  {
    text: "Two unrelated faults are present. First, the Service `cart` has internalTrafficPolicy: Local; the only cart pod is on worker-1 while frontend and checkout run on worker-3, so their connections are dropped and time out even though the endpoint is ready. Second, the Service `email` declares its port 8080 as UDP instead of TCP, hence checkout gets a refusal when it posts order confirmations. All pods are Ready and there are no policies. Set the first back to Cluster and the second to TCP.",
    claims: ["service/cart internal-traffic-policy-local", "service/email service-protocol-mismatch"],
  },
  {
    text: "resourcequota object-counts only allow 24 pods in namespace and 24 are there already so replicaset of llm cannot make its pod (exceeded quota: requested pods=1)",
    claims: ["resourcequota/object-counts quota-pods"],
  },
  {
    text: "two things 1 valkey-cart deploy got started with min-replicas-to-write 1 and has no replica so cart writes fail with NOREPLICAS reads ok 2 product-catalog deploy was given a cpu limit of 15m and is throttled in most periods so listing products is slow no errors there",
    claims: ["deployment/valkey-cart db-read-only", "deployment/product-catalog cpu-limit-throttle"],
  },
  {
    text: "Two causes were identified in the review. (a) At 10:05 valkey-cart was restarted with a --requirepass argument; as no password is known to cart, NOAUTH was returned to it on every command and 100 % of add-to-cart requests were lost until 10:52. (b) Independently, a ResourceQuota named team-limits had been created with count/replicasets.apps set to 25, which was exactly the number in existence; the roll-out of accounting that was begun at 10:31 could therefore not get a new ReplicaSet (ReplicaSetCreateError), while its old pod was kept in service. The argument was removed, and the quota should be raised or dropped.",
    claims: ["deployment/valkey-cart valkey-requirepass", "resourcequota/team-limits quota-object-count"],
  },
  {
    text: "I could not find any fault. All 25 workloads have their desired number of ready pods, every Service has endpoints with the correct ports, all fifteen flags in flagd-config are off, and error rates over the last 30 minutes are zero for each component. The short latency bump of frontend at 11:03 coincides with an ordinary rollout and vanished on its own. No action is required.",
    claims: [],
  },
] satisfies readonly AppText[];
