import { BASE64_SIGNS } from "#core/base64.ts";
import type { World } from "../../../kernel/world.ts";

/** The certificate of the cluster's certificate authority, in PEM: the same text for the life of a cluster, drawn once. */
export const clusterCa = (world: World): string => {
  const kept = world.map<string>("controllers/ca");
  let text = kept.get("certificate");
  if (text === undefined) {
    const rng = world.rng("controllers/ca");
    const lines = Array.from({ length: 16 }, () => Array.from({ length: 64 }, () => BASE64_SIGNS[rng.int(0, 63)]).join(""));
    text = `-----BEGIN CERTIFICATE-----\nMIIDBTCCAe2gAwIBAgIIKwYBBAGCNxUBMA0GCSqGSIb3DQEBCwUAMBUxEzARBgNV\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
    kept.set("certificate", text);
  }
  return text;
};
