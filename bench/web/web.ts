import { chromium } from "@playwright/test"
import { chromiumFlags, findChromium } from "../../e2e/support/chromium.ts"
import { startProsa } from "../../e2e/support/prosa.ts"
import type { Measure, Suite } from "../measure.ts"
import { startClockedProvider } from "./clocked-provider.ts"
import { measureFirstLoad } from "./first-load.ts"
import { formulaAnswer } from "./formula-answer.ts"
import { measureGallery } from "./gallery.ts"
import { measureListening } from "./listening.ts"
import { longAnswer } from "./long-answer.ts"
import { measureLongChat } from "./long-chats.ts"
import { measureManyChats } from "./many-chats.ts"
import { measureMasks } from "./masks.ts"
import { measureOffline } from "./offline.ts"
import type { Place } from "./place.ts"
import { measureDescriptions } from "./plugins.ts"
import { measureImport, measureLargeImport, measurePicture } from "./portable.ts"
import { measurePrompts } from "./prompts.ts"
import { measureSearch } from "./search.ts"
import { measureSharedPage } from "./shared-page.ts"
import { measureSync } from "./sync.ts"
import { measureStream, measureTypingWhileStreaming, tokensPerSecond } from "./streaming.ts"

interface Part {
  readonly says: string
  readonly measure: (place: Place) => Promise<readonly Measure[]>
}

/** `npm run bench -- web/stream` measures one of them; `e2e/figures.spec.ts` runs through them. */
export const parts: Readonly<Record<string, Part>> = {
  load: { says: "first load", measure: measureFirstLoad },
  stream: {
    says: `an answer arriving at ${tokensPerSecond} tokens/s`,
    measure: (place) => measureStream(place, { pieces: longAnswer(place.quick ? 2000 : 6000) }),
  },
  formulas: {
    says: "an answer full of formulas arriving",
    measure: (place) => measureStream(place, { pieces: formulaAnswer(place.quick ? 1500 : 4000), of: "formulas" }),
  },
  typing: {
    says: "typing while it streams",
    measure: (place) => measureTypingWhileStreaming(place, place.quick ? 1200 : 3000),
  },
  "chat-500": {
    says: "a chat of 500 long messages",
    measure: (place) => measureLongChat(place, 500),
  },
  "chat-5000": {
    says: "a chat of 5 000 long messages",
    measure: (place) => measureLongChat(place, 5_000),
  },
  "chats-1000": {
    says: "start with 1 000 chats",
    measure: (place) => measureManyChats(place, { chats: 1_000, messagesEach: 20, must: 1_200, aim: 700 }),
  },
  "chats-10000": {
    says: "start with 10 000 chats",
    measure: (place) => measureManyChats(place, { chats: 10_000, messagesEach: 2, must: 1_500, aim: 800 }),
  },
  share: { says: "a shared conversation opening", measure: measureSharedPage },
  "import-large": { says: "an archive of 500 MB coming in", measure: measureLargeImport },
  import: { says: "an export of ChatGPT coming in", measure: measureImport },
  picture: { says: "a conversation becoming a picture", measure: measurePicture },
  search: { says: "search over 20 000 messages", measure: measureSearch },
  sync: { says: "thousands of conversations meeting in a file", measure: measureSync },
  offline: { says: "the page without a connection", measure: measureOffline },
  listen: { says: "an answer read aloud", measure: measureListening },
  pictures: { says: "a gallery of 200 pictures", measure: measureGallery },
  masks: { says: "a list of 1 000 masks", measure: measureMasks },
  prompts: { says: "a file of 5 000 prompts coming in", measure: measurePrompts },
  plugins: { says: "a large description of a service opening", measure: measureDescriptions },
}

/** Limits that a visitor who is measured would run into. */
export const unlimited = { LIMIT_OPEN_RUNS_FREE: "0", FREE_DAILY_MESSAGES: "1000", FREE_DAILY_BUDGET_BRL: "1000" }

/** How much slower than this machine's processor the measured ones are. */
const slowdown = 4

export const web: Suite = async ({ quick, say, parts: wanted }) => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error("the web suite needs Chromium on the path, or CHROMIUM_PATH")
  for (const name of wanted)
    if (!(name in parts)) throw new Error(`no part "${name}": ${Object.keys(parts).join(", ")}`)
  const provider = await startClockedProvider()
  const prosa = await startProsa({ provider, env: unlimited })
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    const measures: Measure[] = []
    for (const [name, { says, measure }] of Object.entries(parts)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      say(`web: ${says}…`)
      measures.push(
        ...(await measure({ browser, prosa, provider, slowdown, quick }).catch((error: unknown) => {
          say(String(error))
          return [{ name: `${says}: could not be measured`, unit: "", value: Number.NaN, must: 0 }]
        })),
      )
    }
    return measures
  } finally {
    await browser.close()
    await prosa.stop()
    await provider.close()
  }
}
