import type { AskedOfAnswer } from "../../gateway/chat-request.ts"
import type { WireAsked, WireChoice } from "./wire.ts"

/** What is asked of an answer, in OpenAI's own words. */
export function encodeAsked({ stop, tool_choice, ...asked }: AskedOfAnswer): WireAsked {
  return {
    ...asked,
    ...(stop === undefined ? {} : { stop }),
    ...(tool_choice === undefined ? {} : { tool_choice: choiceOf(tool_choice) }),
  }
}

export function choiceOf(choice: NonNullable<AskedOfAnswer["tool_choice"]>): WireChoice {
  return choice === "required" ? choice : { type: "function", function: { name: choice.name } }
}
