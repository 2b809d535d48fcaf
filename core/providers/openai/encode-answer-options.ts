import type { AnswerOptions } from "../../gateway/chat-request.ts"
import type { WireAsked, WireChoice } from "./wire.ts"

/** Encodes the options of an answer under OpenAI's names. */
export function encodeAnswerOptions({ stop, tool_choice, ...asked }: AnswerOptions): WireAsked {
  return {
    ...asked,
    ...(stop === undefined ? {} : { stop }),
    ...(tool_choice === undefined ? {} : { tool_choice: choiceOf(tool_choice) }),
  }
}

export function choiceOf(choice: NonNullable<AnswerOptions["tool_choice"]>): WireChoice {
  return choice === "required" ? choice : { type: "function", function: { name: choice.name } }
}
