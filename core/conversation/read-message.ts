import type { Citation, FinishReason, Redirection, WebSearch } from "../gateway/chat-event.ts"
import { readContent } from "../gateway/read-content.ts"
import { readFailure, readMicroReais } from "../gateway/read-failure.ts"
import { type Usage, usageUnits } from "../gateway/usage.ts"
import { isRecordId } from "../lib/record-id.ts"
import {
  amount,
  count,
  eitherOf,
  flag,
  listOf,
  oneOf,
  optional,
  orElse,
  recordOf,
  text,
  that,
  time,
  truth,
} from "../lib/stored-shape.ts"
import type { AnswerVersion, AnswerVersions, Message, MessageTool, Queued } from "./message.ts"
import type { AnswerRound } from "./tool-rounds.ts"

/** An id that is safe as the key of a table. */
export const recordId = that<string>(isRecordId)

const readTool = recordOf<MessageTool>({
  id: text,
  type: oneOf(["function"]),
  function: recordOf<MessageTool["function"]>({ name: text, arguments: text }),
  signature: optional(text),
  title: optional(text),
  operation: optional(text),
  received: optional(truth),
  begun: optional(truth),
  content: optional(text),
  isError: optional(flag),
  errorMsg: optional(text),
  refused: optional(truth),
})

const readUsage = recordOf<Usage>({
  inputUncached: amount,
  inputCached: amount,
  cacheWrite: amount,
  output: amount,
  reasoning: amount,
  searchCalls: amount,
  source: oneOf(["provider", "estimated"]),
  unit: optional(oneOf(usageUnits)),
})

const readCitation = recordOf<Citation>({ url: text, title: text, start: optional(count), end: optional(count) })

const readSearch = recordOf<WebSearch>({
  id: text,
  status: oneOf(["searching", "completed", "failed"]),
  query: optional(text),
  page: optional(text),
})

export const readRedirection = recordOf<Redirection>({ asked: text, called: text })

const finishReasons = ["stop", "length", "tool-calls", "content-filter", "aborted"] as const satisfies FinishReason[]

/** The fields that a round of an answer, a version of it and a message have in common. */
const roundFields = {
  reasoning: optional(text),
  reasoningMs: optional(amount),
  tools: optional(listOf(readTool)),
  citations: optional(listOf(readCitation)),
  searches: optional(listOf(readSearch)),
  usage: optional(readUsage),
  cost: optional(readMicroReais),
  runId: optional(text),
  idempotencyKey: optional(text),
}

const noContent = () => ""

const readRound = recordOf<AnswerRound>({ ...roundFields, content: orElse(readContent, noContent) })

const answerFields = {
  ...roundFields,
  date: orElse(time, () => 0),
  model: optional(text),
  providerName: optional(text),
  own: optional(flag),
  isError: optional(flag),
  rounds: optional(listOf(readRound)),
  reasoningFrom: optional(amount),
  finish: optional(oneOf(finishReasons)),
  failure: optional(readFailure),
  queued: optional(recordOf<Queued>({ at: time, agreedMicro: optional(count), pastCeilingMicro: optional(count) })),
  interrupted: optional(flag),
  limitedByBalance: optional(flag),
  redirected: optional(readRedirection),
  questionId: optional(recordId),
  question: optional(readContent),
}

const readVersion = recordOf<AnswerVersion>({ ...answerFields, content: readContent })

const readVersions = recordOf<AnswerVersions>({
  before: orElse(listOf(readVersion), () => []),
  after: orElse(listOf(readVersion), () => []),
})

const base = {
  ...answerFields,
  id: recordId,
  role: oneOf(["user", "assistant", "system", "tool"] as const),
  streaming: optional(flag),
  versions: optional(readVersions),
}

const readAny = recordOf<Message>({ ...base, content: readContent })
/** An answer without words may still be fetched from the server, or has other versions. */
const readAnswer = recordOf<Message>({
  ...base,
  role: oneOf(["assistant"] as const),
  content: orElse(readContent, noContent),
})

/** Reads a stored message; undefined where nothing of it can be shown. */
export const readMessage = eitherOf(readAny, readAnswer)
