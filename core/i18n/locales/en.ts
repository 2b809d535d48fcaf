import type { Texts } from "../locale.ts"

/** The interface in English. */
export const en: Texts = {
  errors: {
    unknown: "Unknown error",
    nothingCharged: "Nothing was charged.",
    invalidRequest: (detail: string) => `The request could not be understood: ${detail}. Nothing was charged.`,
    contextLengthExceeded:
      "This conversation has grown too long for the model. Shorten the message, clear the context or choose another model. Nothing was charged.",
    unauthorized:
      "Your access code was not accepted. Check the code in Settings. Without a code you can go on in the free mode.",
    userNotFound: "User not found. Please check the code in Settings",
    modelNotAllowed: (model: string) => `The model ${model} is not available on your plan.`,
    availableModels: (models: string) => `Available models: ${models}.`,
    upgradeToPremium: "Upgrade to Premium to use every model.",
    freeLimitReached:
      "You have reached today's free limit. Come back tomorrow, or upgrade to Premium to continue right now.",
    messageTooLong: (characters: number, limit: number) =>
      `Message too long! Free users can send at most ${limit} characters per message. Yours has ${characters} characters. To send longer messages, upgrade to Premium.`,
    tooManyRequests: (seconds: number | undefined) =>
      seconds === undefined
        ? "Too many messages in a short time. Wait a moment and try again. Nothing was charged."
        : `Too many messages in a short time. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}. Nothing was charged.`,
    alreadyProcessing: "Please wait a minute... We are checking something here.",
    insufficientBalance: "Your balance is used up. Add credit to continue. Nothing was charged.",
    insufficientBalanceShort: "Insufficient balance",
    recharge: (url: string) => `[Add credit](${url})`,
    upgrade: (url: string) => `[Upgrade to Premium](${url})`,
    gateway502: "Gateway error (502). Try again in a few seconds.",
    gateway503: "Service temporarily unavailable (503). Try again in a few seconds.",
    gateway504: "Server overloaded (504). Try again in a few seconds.",
    upstream: (status: number, detail: string) => `The model's provider refused the request (${status}): ${detail}`,
    upstreamBusy: "The model's provider is very busy right now. Wait a moment and try again.",
    upstreamTimeout: "The model took too long to answer. Try again or choose a faster model.",
    upstreamCut:
      "The model's provider broke off the answer. What arrived is kept here; only that part may have been charged.",
    emptyAnswer: "empty response from server",
    reasoningTooLong:
      "o3 could not answer a message this long. Use gpt-4.1, or split the text into parts of fewer than 5000 characters.",
    notJson: (contentType: string, head: string) => `The reply is not valid JSON (${contentType}): ${head}`,
    server: (statusText: string) => `Server error: ${statusText}`,
    network: "Connection error. Try again.",
    connectivity: "No connection. Check your internet.",
    aborted: "Connection interrupted...",
  },
}
