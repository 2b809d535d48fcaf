import { applyTemplate } from "#core/conversation/input-template.ts"
import { buildContext } from "#core/conversation/context-window.ts"
import { withWords, type Message } from "#core/conversation/message.ts"
import { modelConfigOf, type Session } from "#core/conversation/session.ts"
import { roundMessages, type AnswerRound } from "#core/conversation/tool-rounds.ts"
import { systemPrompt, takesSystemPrompt } from "#core/conversation/system-prompt.ts"
import type { ChatConfig, ChatRequest, ToolDefinition } from "#core/gateway/chat-request.ts"
import { wordsOf } from "#core/gateway/content.ts"
import { freeRequestCharacters } from "#core/gateway/limits.ts"
import { promptCharacters } from "#core/ledger/prompt-bound.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"

export interface RequestSource {
  readonly session: Session
  /** The messages before the question. */
  readonly history: readonly Message[]
  readonly question: Message
  /** The earlier rounds of an answer with tools. */
  readonly rounds?: readonly AnswerRound[] | undefined
  /** The tools that the model may call. */
  readonly tools?: readonly ToolDefinition[]
  readonly globalConfig: ModelConfig
  /** The model that is asked; the session's may not be open to this user. */
  readonly model: string
  readonly providerName: string
  /** Whether the model that answers sees pictures, where more is known of it than its name suggests. */
  readonly seesImages?: boolean
  /** Bound to the free tier's length; and its system prompt may answer with pictures. */
  readonly isFree: boolean
  /** The current time, readable, and the interface's language. */
  readonly time: string
  readonly lang: string
}

/** The part of a free request's length that is reserved for its settings, in characters. */
const settingsCharacters = 2_000

/** The call that asks a question: its context, its system prompt, its settings. */
export function chatRequestOf(source: RequestSource): ChatRequest {
  const { session, history, question, model, providerName, seesImages, time, lang } = source
  const config: ModelConfig = { ...modelConfigOf(session, source.globalConfig), model, providerName }
  const prompt = takesSystemPrompt(model, config.enableInjectSystemPrompts)
    ? systemPrompt({ model, time, variant: source.isFree ? "free-images" : "standard" })
    : undefined
  const facts = { model, serviceProvider: providerName, time, lang }
  // The template is for the words of a message; its files and images stay.
  const content = withWords(question.content, applyTemplate(config.template, wordsOf(question.content), facts))
  const rounds = roundMessages(source.rounds)
  const aside = promptCharacters(rounds, JSON.stringify(source.tools ?? [])) + settingsCharacters
  return {
    messages: [
      ...buildContext({
        session,
        history,
        question: { ...question, content },
        config,
        systemPrompt: prompt,
        ...(seesImages === undefined ? {} : { seesImages }),
        ...(source.isFree ? { mostCharacters: freeRequestCharacters - aside } : {}),
      }),
      ...rounds,
    ],
    config: chatConfigOf(config),
    ...(source.tools?.length ? { tools: source.tools } : {}),
    meta: { session: session.id },
  }
}

/** The settings that go with a call; a cap of 0 means none. */
export function chatConfigOf(config: ModelConfig): ChatConfig {
  const { model, providerName, temperature, top_p, presence_penalty, frequency_penalty } = config
  return {
    model,
    providerName,
    stream: true,
    temperature,
    top_p,
    presence_penalty,
    frequency_penalty,
    ...(config.max_tokens > 0 ? { max_tokens: config.max_tokens } : {}),
    reasoning_effort: config.reasoning_effort,
    verbosity: config.verbosity,
    ...(config.enable_web_search ? { enable_web_search: true, max_web_search_calls: config.max_web_search_calls } : {}),
  }
}
