import { kubectl } from "#core/tool-call.ts";
import type { Notebook } from "../../investigation/notebook.ts";
import { describedName, descriptionOf, type Finding, matchesIn, type Theory } from "./theory.ts";

/** Mechanisms by which callers do not get through. */
export const TRAFFIC_THEORIES: readonly Theory[] = [
  {
    type: "service-missing",
    recognise: (notebook) =>
      matchesIn(notebook, /^describe service/, /services "([^"]+)" not found/g).map(({ match: [, name = ""] }) => {
        const port = matchesIn(notebook, /^get_alerts/, new RegExp(`instance=${name}\\.[\\w-]+:(\\d+)`, "g"))[0]?.match[1];
        return {
          resource: `service/${name}`,
          says: `service ${name} is asked for and is not there`,
          repair: port === undefined ? [] : [kubectl(`expose deployment ${name} --name=${name} --port=${port} --target-port=${port}`)],
        };
      }),
  },
  { type: "selector-mismatch", recognise: (notebook) => describedServices(notebook).flatMap((one) => wrongSelector(notebook, one)) },
  { type: "target-port-mismatch", recognise: (notebook) => describedServices(notebook).flatMap((one) => wrongPort(notebook, one)) },
  {
    type: "policy-deny",
    recognise: (notebook) =>
      matchesIn(notebook, /^describe networkpolicy/, /<none> \(Selected pods are isolated for (?:in|e)gress/g).flatMap(
        ({ command, content }) => {
          const name = describedName(command);
          const [, selector = "", selects] = /PodSelector: +(\S*?=([\w-]+)\S*)$/m.exec(content) ?? [];
          const confirm = kubectl(`get pods -l ${selector}`);
          const isSuspected = notebook.clues.some(({ about, weight }) => weight === 3 && about.endsWith(`/${selects}`));
          const isIdle = matchesIn(notebook, new RegExp(`^get pods -l ${selector}$`), /^No resources found/g).length > 0;
          return isSuspected && !isIdle
            ? [
                {
                  resource: `networkpolicy/${name}`,
                  says: `networkpolicy ${name} cuts ${selects} off`,
                  confirm,
                  repair: [kubectl(`delete networkpolicy ${name}`)],
                },
              ]
            : [];
        },
      ),
  },
  {
    type: "dns-override",
    recognise: (notebook) =>
      matchesIn(notebook, /^get configmap coredns/, /template IN \w+ (\S+) \{(?:\\n|\s)+rcode NXDOMAIN/g).map(({ content, match }) => ({
        resource: "configmap/kube-system/coredns",
        says: `the name servers deny ${match[1]}`,
        repair: withoutStanza(content),
      })),
  },
];

interface DescribedService {
  readonly name: string;
  readonly text: string;
}

const describedServices = (notebook: Notebook): readonly DescribedService[] =>
  matchesIn(notebook, /^describe service/, /^Selector: +(\S+)$/gm).map(({ command, content }) => ({
    name: describedName(command),
    text: content,
  }));

/** A condition of the selector that the workload's pods do not carry. */
const wrongSelector = (notebook: Notebook, { name, text }: DescribedService): readonly Finding[] => {
  const workload = descriptionOf(notebook, "deployment", name);
  if (!/^Endpoints: *(<none>)?$/m.test(text) || workload === undefined) return [];
  const labels = /Pod Template:\n +Labels: +([\s\S]*?)\n +(?:Annotations|Containers|Service Account)/.exec(workload)?.[1] ?? "";
  const wrong = (/^Selector: +(\S+)$/m.exec(text)?.[1] ?? "").split(",").filter((condition) => !labels.split(/\s+/).includes(condition));
  return wrong.slice(0, 1).map((condition) => ({
    resource: `service/${name}`,
    says: `service ${name} selects ${condition}, which its pods do not carry`,
    repair: [
      kubectl(
        `patch service/${name} --type=json -p '[{"op":"remove","path":"/spec/selector/${condition.split("=")[0]?.replaceAll("/", "~1")}"}]'`,
      ),
    ],
  }));
};

/** A target port that no container opens. */
const wrongPort = (notebook: Notebook, { name, text }: DescribedService): readonly Finding[] => {
  const workload = descriptionOf(notebook, "deployment", name);
  const opened = [...(workload ?? "").matchAll(/^ +Ports?: +(.*)$/gm)].flatMap(([, ports = ""]) => ports.match(/\d+/g) ?? []);
  if (opened.length === 0) return [];
  const targets = [...text.matchAll(/^TargetPort: +(\d+)\/TCP$/gm)].map(([, port = ""]) => port);
  const ports = [...text.matchAll(/^Port: +.*?(\d+)\/TCP$/gm)].map(([, port = ""]) => port);
  return targets.flatMap((target, i) => {
    const right = opened.includes(ports[i] ?? "") ? ports[i] : opened[0];
    if (opened.includes(target)) return [];
    const patch = JSON.stringify([{ op: "replace", path: `/spec/ports/${i}/targetPort`, value: Number(right) }]);
    return [
      {
        resource: `service/${name}`,
        says: `service ${name} leads to port ${target}, and its containers open ${opened.join(", ")}`,
        repair: [kubectl(`patch service/${name} --type=json -p '${patch}'`)],
      },
    ];
  });
};

const withoutStanza = (content: string): Finding["repair"] => {
  const { data } = JSON.parse(content) as { readonly data: { readonly Corefile: string } };
  const corefile = data.Corefile.replace(/ *template IN \w+ \S+ \{\s+rcode NXDOMAIN\s+\}\n?/g, "");
  return [
    kubectl(`-n kube-system patch configmap coredns --type=merge -p '${JSON.stringify({ data: { Corefile: corefile } })}'`),
    kubectl("-n kube-system rollout restart deployment/coredns"),
  ];
};
