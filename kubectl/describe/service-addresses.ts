import { rfc1123 } from "../print/rfc1123.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Describes a ServiceCIDR. */
export const describeServiceRange = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  const { cidrs = [] } = (object["spec"] ?? {}) as { readonly cidrs?: readonly string[] };
  const { conditions = [] } = (object["status"] ?? {}) as { readonly conditions?: readonly Condition[] };
  writeHead(context);
  writer.line(0, `CIDRs:\t${cidrs.join(", ")}`);
  if (conditions.length > 0)
    writer.raw(
      "Status:\nConditions:\n  Type\tStatus\tLastTransitionTime\tReason\tMessage\n  ----\t------\t------------------\t------\t-------\n",
    );
  for (const { type, status, lastTransitionTime, reason, message } of conditions)
    writer.line(1, `${type}\t${status}\t${rfc1123(lastTransitionTime)}\t${reason ?? ""}\t${message ?? ""}`);
  await describeEvents(context);
};

interface AddressSpec {
  readonly parentRef?: { readonly group?: string; readonly resource?: string; readonly namespace?: string; readonly name?: string };
}

/** Describes an IPAddress with the Service that holds it. */
export const describeAddress = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  const { parentRef } = (object["spec"] ?? {}) as AddressSpec;
  writeHead(context);
  if (parentRef !== undefined) {
    writer.line(0, "Parent Reference:");
    writer.line(1, `Group:\t${parentRef.group ?? ""}`);
    writer.line(1, `Resource:\t${parentRef.resource ?? ""}`);
    writer.line(1, `Namespace:\t${parentRef.namespace ?? ""}`);
    writer.line(1, `Name:\t${parentRef.name ?? ""}`);
  }
  await describeEvents(context);
};

const writeHead = ({ writer, object: { metadata } }: DescribeContext): void => {
  writer.line(0, `Name:\t${metadata.name}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
};
