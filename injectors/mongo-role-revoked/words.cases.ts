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
    "rate logs 'not authorized on rate-db'. The role of the MongoDB user admin in mongodb-rate has been revoked.",
    "MongoDB user admin lacks readWrite on rate-db.",
    "The admin user of rate-db has had its permissions taken away.",
    "mongodb-rate: the application's user no longer holds any role on rate-db.",
    "db.revokeRolesFromUser was run for admin on rate-db.",
    "Missing readWrite role for the mongo user admin@rate-db.",
    "The database user that rate uses on mongodb-rate was stripped of its privileges.",
    "In mongodb-rate the user admin has no roles.",
    "Authorization failure: admin isn't granted readWrite on rate-db any more.",
    "rate panics with Unauthorized as somebody withdrew the rights of its user on rate-db.",
  ],
  types: [
    "role-revoked",
    "missing-role",
    "permissions-revoked",
    "mongo-user-missing-role",
    "revoked-privileges",
    "role-missing",
    "readwrite-role-removed",
    "missing-privileges",
  ],
} satisfies FaultTexts;
