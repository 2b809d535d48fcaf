import type { Texts } from "../../texts.ts"

export const en: Texts["errors"] = {
  unknown: "Unknown error",
  nothingCharged: "Nothing was charged.",
  invalidRequest: (detail: string) => `The request could not be understood. Nothing was charged. (Detail: ${detail})`,
  refused: {
    "bad-utf8": () => "The request's body is not valid UTF-8. Nothing was charged.",
    "bad-json": () => "The request's body is not valid JSON. Nothing was charged.",
    "unknown-field": (name) => `The field "${name}" is not accepted here. Nothing was charged.`,
    "bad-idempotency-key": () => "The Idempotency-Key header must be 1 to 255 visible characters. Nothing was charged.",
    "bad-ceiling": (name) => `The ${name} header must be an amount in reais such as 0.50. Nothing was charged.`,
    "bad-frame-id": () => "The field after must be an event's number.",
    "bad-code-field": () => "The field accessCode must be text.",
    "bad-usage-record": () => "This is not a usage record.",
    "run-not-ended": () => "This answer is still under way. Stop it first.",
    "no-such-run": () => "This answer does not exist, or is not yours.",
    "no-such-route": () => "This address does not exist.",
    "method-not-allowed": () => "This address does not accept this method.",
    "answer-completed": () =>
      "This answer was completed after you read a part of it. It is still kept: fetch it before you erase it.",
    "answer-erased": () => "The answer to this Idempotency-Key was delivered and erased. Nothing was charged.",
    "body-too-large": () => "The request is too large. Nothing was charged.",
    "body-too-slow": () => "The upload stopped halfway or was too slow. Nothing was charged. Try again.",
    "reader-too-slow": (address) =>
      address === ""
        ? "This connection stood still for too long and was closed."
        : `This connection stood still for too long and was closed. The answer is kept for 24 hours at GET ${address}`,
    "no-room": () =>
      "The server is receiving too many uploads right now. Nothing was charged. Try again in a few seconds.",
    "not-json-type": () => "Send the request's body as application/json. Nothing was charged.",
    "encoded-body": () => "Send the request's body without Content-Encoding. Nothing was charged.",
    "key-reused": () => "This Idempotency-Key was used for another request. Nothing was charged.",
    "no-search-calls": () =>
      "You have no web searches left. Turn search off to continue, or top up. Nothing was charged.",
    "model-unpriced": (command) =>
      `This model has no price on this server yet. Whoever runs it can set one with: ${command}. Nothing was charged.`,
    "no-provider-key": (names) =>
      `This server has no key for this provider yet. Whoever runs it has to set ${names}. Nothing was charged.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "This model makes pictures from words alone. Remove the attachments or choose another model.",
    "bad-base-url": () => "This address cannot be used. Nothing was charged.",
    "bad-image-address": () => "This image address cannot be opened from here.",
    "image-unavailable": () =>
      "The image could not be loaded: the site did not answer, or what it sent is not an image of up to 10 MB.",
    "picture-unfetched": () =>
      "The picture was made, but could not be fetched from its provider. Try again. Nothing was charged.",
    "bad-share": (name) => `The field "${name}" is not as it should be.`,
    "no-such-share": () => "This link does not exist, or has been deleted.",
    "share-gone": () => "This link has been taken down.",
    "bad-picture": () => "Send a PNG, JPEG, GIF or WebP image of at most 10 MB and 60 megapixels.",
    "share-limit": () => "You have created many links today. You can create more tomorrow.",
    "share-full": () =>
      "There is no more room for your links. Delete those you no longer need, or wait until one expires.",
    "sharing-unavailable": () => "This link could not be stored or read just now. Try again in a few seconds.",
    "bad-vault-request": () => "The request to the vault isn't right.",
    "no-such-vault": () => "This vault doesn't exist, or the key is a different one.",
    "vault-out-of-step": () => "The vault changed while this device was writing to it.",
    "vault-superseded": () => "Another device has already tidied up this vault.",
    "vault-full": () => "The vault is full. Everything is still saved on this device.",
    "pairing-over": () =>
      "This invitation has been used or has expired. Ask for another one on the device that is already in the vault.",
    "vault-unavailable": () => "The vault isn't responding. Please try again in a moment.",
    "plugins-off": () => "This server does not allow plugins.",
    "bad-plugin-address": () => "This address cannot be called from here.",
    redirected: (host) => `The service sent the call to another address (${host}), and it was not followed.`,
    "compressed-reply": () => "The service replied compressed, which is not accepted here.",
    "service-away": () => "The service did not reply, or its reply could not be read.",
    "service-timeout": () => "The service did not reply within 30 seconds.",
    "run-broken": () =>
      "Something failed on the server while it answered. If any part was charged, it shows in the statement. Try again in a few seconds.",
    "gateway-fault": () => "Internal server error. Nothing was charged. Try again in a few seconds.",
  },
  contextLengthExceeded:
    "This chat has grown too long for the model. Shorten the message, clear the context or choose another model. Nothing was charged.",
  unauthorized: "The access code is missing or was not accepted. Check the code in Settings.",
  userNotFound: "User not found. Please check the code in Settings",
  modelNotAllowed: (model: string) => `The model ${model} is not available on your plan.`,
  modelRetired: (model: string, successor: string) =>
    `The model ${model} is not available: it was switched off. ${successor} could go on in its place; it costs more.`,
  modelRetiredAlone: (model: string) =>
    `The model ${model} is not available: it was switched off. Choose another model.`,
  modelGone: "This model is not available at its provider. Choose another model.",
  modelNotFound: (model: string) =>
    `The model ${model} does not exist here. Check its name or choose another model. Nothing was charged.`,
  availableModels: (models: string) => `Available models: ${models}.`,
  unauthorizedHelp: (url: string) => `[click here to enter your access code](${url})`,
  upgradeToPremium: "Upgrade to Premium to use every model.",
  freeLimitReached: "You have used today's free messages. More tomorrow.",
  messageTooLong: (characters: number, limit: number) =>
    `Message too long! Free users can send at most ${limit} characters per message. Yours has ${characters} characters. To send longer messages, upgrade to Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Too many messages in a short time. Wait a moment and try again. Nothing was charged."
      : `Too many messages in a short time. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}. Nothing was charged.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Too many plugin calls in a short time. Wait a moment and try again. Nothing was charged."
      : `Too many plugin calls in a short time. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}. Nothing was charged.`,
  pluginCallsUsedUp: "You have used today's plugin calls. More tomorrow.",
  alreadyProcessing: "Please wait a minute... We are checking something here.",
  alreadyProcessingShort: "Message already being processed",
  insufficientBalance: "Your balance is used up. Add credit to continue. Nothing was charged.",
  insufficientBalanceShort: "Insufficient balance",
  tooLittle: {
    title: (available: string, model: string) => `Your balance of ${available} does not cover an answer from ${model}.`,
    kept: "Insufficient balance: the answer did not begin, and your question stays here.",
    answerOf: (model: string) => `Answer from ${model}`,
    balance: "Your balance",
  },
  balanceInUse:
    "Your balance is reserved for answers that are still under way. Wait for one of them to end and try again. Nothing was charged.",
  recharge: (url: string) => `[Add credit](${url})`,
  upgrade: (url: string) => `[Upgrade to Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Your limit of ${ceiling} per message is not enough: this answer may cost ${needed} or more. Nothing was charged.`,
  roundsCeiling: (ceiling, spent) =>
    `This answer has already cost ${spent}, and your limit of ${ceiling} per message leaves no room for another round. What has come so far stays.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Your limit of ${ceiling} per day leaves no room for this answer, which may cost ${needed} or more: ${spent} so far today, answers under way included. Nothing was charged.`,
  changeCeilings: (url: string) => `[Change the limits](${url})`,
  gateway502: "Gateway error (502). Try again in a few seconds.",
  gateway503: "Service temporarily unavailable (503). Try again in a few seconds.",
  gateway504: "Server overloaded (504). Try again in a few seconds.",
  upstream: (status: number, detail: string) => `The model's provider refused the request (${status}): ${detail}`,
  upstreamKey: "The model's provider did not accept this server's key. Contact support or choose another model.",
  ownKeyRefused: (status: number, detail: string) =>
    `The model's provider refused your own key (${status})${detail === "" ? "" : `: ${detail}`}. Check the key, and its account with the provider.`,
  upstreamBusy: "The model's provider is very busy right now. Wait a moment and try again.",
  upstreamTimeout: "The model took too long to answer. Try again or choose a faster model.",
  upstreamCut:
    "The model's provider broke off the answer. What arrived is kept here. You only pay for your message and the part already written.",
  serverRestarted:
    "Our server restarted in the middle of the answer. What arrived is kept here. You only pay for your message and that part.",
  emptyAfterSearch: "The model searched the web but wrote no answer. Try again, or ask in another way.",
  emptyAnswer: "The model sent no answer (empty response from server). Try again.",
  reasoningTooLong:
    "o3 could not answer. If your message is long, use gpt-4.1, or split the text into parts of fewer than 5000 characters.",
  notJson: (contentType: string, head: string) => `The reply is not valid JSON (${contentType}): ${head}`,
  server: (statusText: string) => `Server error: ${statusText}`,
  network: "Connection error. Try again.",
  connectivity: "No connection. Check your internet.",
  aborted: "Connection interrupted...",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `This message should cost ${estimate}, above your limit of ${ceiling} per message. Nothing has been sent yet.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `You have spent ${spent} today and this message should cost ${estimate}: that is over your limit of ${ceiling} per day. Nothing has been sent yet.`,
  sendAnyway: "Send anyway",
}
