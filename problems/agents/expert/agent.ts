import { defineAgent } from "../../agent.ts";
import { demonstrate } from "../../investigation/demonstrate.ts";

/** Investigates, diagnoses, repairs, verifies: what a policy can learn from. */
export default defineAgent({ id: "expert", title: "investigates, diagnoses, repairs and verifies", isTold: true, play: demonstrate });
