import { labelsText } from "#kube/table/column.ts";
import { rfc1123 } from "../print/rfc1123.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";

interface Driver {
  readonly name: string;
  readonly nodeID: string;
  readonly allocatable?: { readonly count?: number };
  readonly topologyKeys?: readonly string[] | null;
}

/** Describes a CSINode with the drivers on its node. */
export const describeVolumeNode = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  const { drivers } = (object["spec"] ?? {}) as { readonly drivers?: readonly Driver[] | null };
  writer.line(0, `Name:\t${object.metadata.name}`);
  writer.labels("Labels", object.metadata.labels);
  writer.annotations("Annotations", object.metadata.annotations);
  writer.line(0, `CreationTimestamp:\t${rfc1123(object.metadata.creationTimestamp)}`);
  writer.line(0, "Spec:");
  if (drivers) writer.line(1, "Drivers:");
  for (const { name, nodeID, allocatable, topologyKeys } of drivers ?? []) {
    writer.line(2, `${name}:`);
    writer.line(3, `Node ID:\t${nodeID}`);
    if (allocatable?.count !== undefined) {
      writer.line(3, "Allocatables:");
      writer.line(4, `Count:\t${allocatable.count}`);
    }
    if (topologyKeys) writer.line(3, `Topology Keys:\t[${topologyKeys.join(" ")}]`);
  }
  await describeEvents(context);
};

/** Describes a VolumeAttributesClass. */
export const describeVolumeAttributesClass = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  writer.line(0, `Name:\t${object.metadata.name}`);
  writer.line(0, `Annotations:\t${labelsText(object.metadata.annotations)}`);
  writer.line(0, `DriverName:\t${object["driverName"]}`);
  writer.line(0, `Parameters:\t${labelsText(object["parameters"] as Readonly<Record<string, string>> | undefined)}`);
  await describeEvents(context);
};
