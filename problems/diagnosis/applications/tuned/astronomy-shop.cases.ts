import type { AppText } from "../app-text.ts";

/** Texts in the names of astronomy-shop by which the reader is tuned. */
export default [
  { text: "kubectl scale --replicas=0 on shipping", claims: ["deployment/shipping scale-to-zero"] },
  { text: "someone ran `kubectl scale deploy/cart --replicas=0`", claims: ["deployment/cart scale-to-zero"] },
  {
    text: "otel-collector Service sends traffic to 9999 while the container listens on 15679.",
    claims: ["service/otel-collector service-target-port-mismatch"],
  },
  { text: "ad is given 20Mi and gets killed by the OOM killer", claims: ["deployment/ad memory-limit-too-small"] },
  {
    text: "product-reviews runs ghcr.io/open-telemetry/demo:2.0.9-product-revews, which nobody ever pushed",
    claims: ["deployment/product-reviews image-reference-nonexistent"],
  },
  {
    text: "RCA: valkey-cart image valkey/valkey:8.1.33-alpine -> manifest unknown",
    claims: ["deployment/valkey-cart image-reference-nonexistent"],
  },
  {
    text: "the `email` pods are Pending, nodeSelector disktype=nvme, no node has it",
    claims: ["deployment/email node-selector-nonexistent"],
  },
  { text: "Service payment no longer exists, checkout gets no such host.", claims: ["service/payment service-missing"] },
  {
    text: "postgresql svc: endpoints empty. selector has app=postgres, pods have app=postgresql",
    claims: ["service/postgresql service-selector-mismatch"],
  },
  {
    text: '{"component": "quote", "cause": "readinessProbe httpGet port 8099, nobody listens there"}',
    claims: ["deployment/quote readiness-probe-wrong-endpoint"],
  },
  {
    text: "currency restarts all the time b/c of livenessProbe tcpSocket 7002 (app is on 7001)",
    claims: ["deployment/currency liveness-probe-wrong-endpoint"],
  },
  { text: "ConfigMap flagd-config is gone, flagd can not mount it", claims: ["configmap/flagd-config configmap-missing"] },
  {
    text: "I don't think it is the image of frontend. It's either the Service frontend-proxy that was deleted or kafka that was scaled to zero.",
    claims: ["service/frontend-proxy service-missing", "deployment/kafka scale-to-zero"],
  },
  {
    variant: "5",
    text: "shop-basket-api has been scaled to zero, so shop-order-flow-api fails.",
    claims: ["deployment/shop-basket-api scale-to-zero"],
  },
  {
    variant: "6",
    text: "prod-srv-mail container command was changed to /bin/mailer, no such file",
    claims: ["deployment/prod-srv-mail command-wrong-binary"],
  },
  { variant: "4", text: "lockdown-as-cart-api drops its traffic", claims: ["networkpolicy/lockdown-as-cart-api network-policy-deny"] },
  { variant: "4", text: "The config map cm-as-toggles-api was removed.", claims: ["configmap/cm-as-toggles-api configmap-missing"] },
  {
    text: "netpol `block-recommendation` has podSelector recommendation and an empty ingress, so callers time out",
    claims: ["networkpolicy/block-recommendation network-policy-deny"],
  },
  { text: "Something is off with the network somewhere, hard to say.", claims: [] },
  {
    text: "frontend, cart, checkout, ad, email, payment, quote, kafka could all be broken: image, selector, probe, policy, limit.",
    claims: [],
  },
  { text: "Nothing is wrong, the shop works as expected.", claims: [] },
  { text: "kubelet died on worker-2; accounting's pod there is unreachable as a consequence", claims: ["node/worker-2 kubelet-crash"] },
  { text: "All workers got taint pool=gpu:NoSchedule. fraud-detection is Pending.", claims: ["node/* taint-untolerated"] },
  {
    text: "CoreDNS answers NXDOMAIN for image-provider due to a template stanza in its Corefile",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "Post-mortem: at 10:02 an engineer edited the shipping Deployment and pinned it to zone=mars via nodeSelector. No node carries that label, so the replacement pod stayed Pending and checkout returned errors.",
    claims: ["deployment/shipping node-selector-nonexistent"],
  },
  {
    text: "checkout errors -> payment refused -> payment svc targetPort 50052, proc listens 50051",
    claims: ["service/payment service-target-port-mismatch"],
  },
  {
    text: "Frontend is slow but that is only downstream. What broke is valkey-cart, whose replicas were set to 0.",
    claims: ["deployment/valkey-cart scale-to-zero"],
  },
  {
    text: "I suspect the kafka image first, but it's okay. Real cause is the memory limit of accounting (20Mi).",
    claims: ["deployment/accounting memory-limit-too-small"],
  },
  {
    text: "maybe quote has a wrong image, or maybe its command is wrong",
    claims: ["deployment/quote image-reference-nonexistent", "deployment/quote command-wrong-binary"],
  },
  {
    text: "**Diagnosis**\n\n| resource | fault |\n|---|---|\n| service/ad | selector matches no pods |",
    claims: ["service/ad service-selector-mismatch"],
  },
  {
    text: "root_cause: deployment/email\nfault: liveness probe wrong path\nimpact: restarts",
    claims: ["deployment/email liveness-probe-wrong-endpoint"],
  },
  {
    text: "the pods from currency not become ready, because probe of readiness is looking to false port",
    claims: ["deployment/currency readiness-probe-wrong-endpoint"],
  },
  { text: "It's DNS. Corefile has a template for cart.", claims: ["configmap/kube-system/coredns dns-name-nxdomain"] },
  {
    text: "ImagePullBackOff on recommendation; the tag 2.0.2-recomendation is misspelled",
    claims: ["deployment/recommendation image-reference-nonexistent"],
  },
  {
    text: "fraud-detection's entrypoint has been replaced by /bin/sh -c fraud, binary not there",
    claims: ["deployment/fraud-detection command-wrong-binary"],
  },
  {
    text: "The Deployment product-catalog is healthy; nobody can reach it since its Service was deleted.",
    claims: ["service/product-catalog service-missing"],
  },
  {
    text: "otel-collector's Service now points at port 9999 of the pods, not 4317.",
    claims: ["service/otel-collector service-target-port-mismatch"],
  },
  {
    text: "Users see 503 on checkout. Cause: NetworkPolicy `payment-guard` selects payment and lists no allowed ingress.",
    claims: ["networkpolicy/payment-guard network-policy-deny"],
  },
  { text: "opensearch OOMKilled (limit 64Mi, needs ~600Mi)", claims: ["statefulset/opensearch memory-limit-too-small"] },
  { text: 'flagd cannot start: configmap "flagd-config" not found', claims: ["configmap/flagd-config configmap-missing"] },
  {
    text: "Root cause: the Service `cart` was deleted, so checkout can't resolve `cart` (no such host).",
    claims: ["service/cart service-missing"],
  },
  {
    text: "ROOT CAUSE ANALYSIS: kafka's memory limit was lowered from 700Mi to 60Mi. The JVM is OOMKilled. Accounting and fraud-detection are collateral damage.",
    claims: ["deployment/kafka memory-limit-too-small"],
  },
  {
    text: "image-provider's image is okay. quote's isn't: tag 9.9.9 missing in registry.",
    claims: ["deployment/quote image-reference-nonexistent"],
  },
  {
    text: "hey team, looks like somebody fat-fingered the selector on the currency svc",
    claims: ["service/currency service-selector-mismatch"],
  },
  { text: "we have a deny all policy sitting in front of valkey-cart", claims: ["networkpolicy/unspecified network-policy-deny"] },
  { text: '[{"resource": "frontend-proxy", "problem": "replicas 0"}]', claims: ["deployment/frontend-proxy scale-to-zero"] },
  { text: "Both shipping and quote have zero replicas.", claims: ["deployment/shipping scale-to-zero", "deployment/quote scale-to-zero"] },
  {
    text: "The problem is probably with payment: its liveness probe calls a path that returns 404. I can't exclude that email is also affected by something.",
    claims: ["deployment/payment liveness-probe-wrong-endpoint"],
  },
  {
    text: "product-catalog's readiness probe was altered; port 3551 instead of 3550",
    claims: ["deployment/product-catalog readiness-probe-wrong-endpoint"],
  },
] satisfies readonly AppText[];
