import { type DescribeContext, describeEvents } from "./describer.ts";

interface IngressClassSpec {
  readonly controller?: string;
  readonly parameters?: { readonly apiGroup?: string; readonly kind: string; readonly name: string };
}

/** Describes an IngressClass. */
export const describeIngressClass = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  const { controller = "", parameters } = (object["spec"] ?? {}) as IngressClassSpec;
  writer.line(0, `Name:\t${object.metadata.name}`);
  writer.labels("Labels", object.metadata.labels);
  writer.annotations("Annotations", object.metadata.annotations);
  writer.line(0, `Controller:\t${controller}`);
  if (parameters !== undefined) {
    writer.line(0, "Parameters:");
    if (parameters.apiGroup !== undefined) writer.line(1, `APIGroup:\t${parameters.apiGroup}`);
    writer.line(1, `Kind:\t${parameters.kind}`);
    writer.line(1, `Name:\t${parameters.name}`);
  }
  await describeEvents(context);
};
