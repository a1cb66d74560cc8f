import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-kafka-queue", flag: "kafkaQueueProblems", variant: "on", about: "kafka queue" });
