import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { noUsage, type Usage } from "#core/gateway/usage.ts"
import { objectsOf, textOf } from "#core/lib/fields.ts"
import { type FakeProvider, type RecordedRequest, startFakeProvider } from "../fake-provider/fake-provider.ts"
import { answerReply } from "../fake-provider/replies.ts"
import { every } from "../fake-provider/timing.ts"
import { absurd, numberIn, type Question } from "./questions.ts"

const pieces = 60

/** A provider that answers each question as it is written in `questions.ts`, and counts what it says with the true tokenizer. */
export async function startScriptedProvider(questionOf: (number: number) => Question): Promise<FakeProvider> {
  const provider = await startFakeProvider()
  provider.script((request) => {
    const number = numberIn(questionIn(request))
    if (number === undefined) throw new Error(`nobody here asks "${questionIn(request)}"`)
    const { answer, waitMs, ...question } = questionOf(number)
    const usage = usageOf(question)
    const events: readonly ChatEvent[] = [
      ...inPieces(answer).map((text): ChatEvent => ({ type: "text-delta", text })),
      ...(usage ? [{ type: "usage", usage } as const] : []),
      { type: "finish", reason: "stop" },
    ]
    const isStream = request.json["stream"] === true
    return answerReply(events, { timing: every(isStream ? waitMs : waitMs * pieces) })(request)
  })
  return provider
}

function questionIn({ json }: RecordedRequest): string {
  return textOf(objectsOf(json["messages"])[0]?.["content"]) ?? ""
}

/** Characters are kept whole. */
function inPieces(text: string): readonly string[] {
  const characters = [...text]
  const size = Math.ceil(characters.length / pieces)
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(""),
  )
}

function usageOf({ usage, truth }: Pick<Question, "usage" | "truth">): Usage | undefined {
  if (usage === "missing") return undefined
  const counted: Usage = { ...noUsage, inputUncached: truth.input, output: truth.output, source: "provider" }
  if (usage === "true") return counted
  return usage === "absurd"
    ? { ...counted, inputUncached: absurd.absurd }
    : { ...counted, inputCached: absurd["absurd-cached"] }
}
