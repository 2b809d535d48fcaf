import type { Shape } from "../storage/parts.ts"

/** How two states of a conversation are joined. Its counts follow from its messages and its marks. */
export const sessionShape: Shape = {
  nested: ["mask", "mask.modelConfig", "marks"],
  together: {
    place: ["pinned", "folderId", "listedAt"],
    "mask.model": ["mask.modelConfig.model", "mask.modelConfig.providerName"],
    "mask.compressModel": ["mask.modelConfig.compressModel", "mask.modelConfig.compressProviderName"],
    memory: ["memoryPrompt", "marks.summarized", "marks.edited"],
  },
  texts: ["memory", "mask.context"],
  // A summary that a model made can be made again; one that somebody wrote cannot.
  isWorthKeeping: (part) => Array.isArray(part) || Object.hasOwn(Object(part), "marks.edited"),
  greatest: ["lastUpdate"],
  least: ["mask.createdAt"],
  computed: ["messageCount", "stat", "lastSummarizeIndex", "clearContextIndex", "memoryEditedAt"],
}

/** The same for a folder. Whether it is unfolded is each browser's own business. */
export const folderShape: Shape = { least: ["createdAt"], computed: ["collapsed"] }
