import type { Adapter } from "../adapter.ts"
import { openAiAdapter } from "../openai/adapter.ts"
import type { ChatStream } from "../openai/decode-event.ts"
import { encodeChat } from "./encode-request.ts"

/** Moonshot (Kimi), which answers as OpenAI does; its usage stands in the choice, where that reader looks too. */
export const moonshotAdapter: Adapter<ChatStream> = { ...openAiAdapter, provider: "Moonshot", encodeChat }
