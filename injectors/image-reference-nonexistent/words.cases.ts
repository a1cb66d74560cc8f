import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/search",
  texts: [
    "The search deployment references an image tag that does not exist.",
    "search is in ImagePullBackOff because its image tag is misspelled (latets).",
    "Deployment search uses a nonexistent image.",
    "Wrong image tag on deployment/search.",
    "The container image of the search service was changed to hotel-reservation:release-3.1, which is not in the registry.",
    "Pod search-7d9f8b6c5d-x2k4z cannot pull its image since the tag latest-rc2 was never pushed.",
    "There is a typo in the image of search.",
    "The image digest for search is not found in the registry.",
  ],
} satisfies FaultTexts;
