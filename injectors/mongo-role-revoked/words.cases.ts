import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "mongouser/admin@rate-db",
  texts: [
    "The readWrite role of admin@rate-db was revoked.",
    "mongouser/admin@rate-db lost its role.",
    "The MongoDB user admin on mongodb-rate no longer has the readWrite role on rate-db.",
    "rate gets 'not authorized' because the admin user's role on mongodb-rate was removed.",
    "Permissions of the database user in mongodb-rate were revoked.",
    "Someone revoked readWrite on rate-db.",
    "The user that rate logs in with in mongodb-rate lacks the readWrite privilege.",
  ],
} satisfies FaultTexts;
