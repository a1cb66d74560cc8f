import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/mongodb-geo",
  params: { target: "deployment/mongodb-geo", container: "hotel-reserv-geo-mongo", image: "mongo:8.0.4" },
  resources: ["deploy/mongodb-geo", "pod/mongodb-geo-7d9f8c6b5-x2kqp", "container/mongodb-geo", "service/mongodb-geo"],
  otherResources: ["deployment/geo", "deployment/mongodb-rate", "service/frontend"],
  texts: [
    "mongodb-geo was upgraded to mongo:8.0.4, which cannot open the data files that 4.4 left on its volume.",
    "The image of deployment/mongodb-geo is an incompatible version of MongoDB.",
    "Wrong mongod version in mongodb-geo.",
    "mongodb-geo: its data have featureCompatibilityVersion 4.4, which mongo 8.0 does not take.",
    "The MongoDB version of mongodb-geo is not compatible with its data directory.",
    "mongodb-geo crashes with UPGRADE PROBLEM, since its image skips several major versions.",
    "Somebody bumped mongodb-geo across several major versions, so mongod exits with 62.",
    "deployment mongodb-geo runs a mongod that does not read the files on its volume.",
    "An unsupported upgrade of mongodb-geo from 4.4 to 7.0.",
    "The data of mongodb-geo were written by an older version than its server can start on.",
    "mongodb-geo: image version incompatible with the existing data.",
    "The new mongod of mongodb-geo refuses to start with the data of 4.4.",
    "The FCV of the data in mongodb-geo is too low for the server that was rolled out.",
    "mongodb-geo was moved to 6.0 without the intermediate upgrade to 5.0.",
  ],
  types: [
    "image-version-incompatible",
    "image-store-incompatible",
    "incompatible image version",
    "incompatible-mongo-version",
    "database version incompatible with data",
    "unsupported-upgrade",
    "wrong mongod version",
    "feature-compatibility-version",
  ],
} satisfies FaultTexts;
