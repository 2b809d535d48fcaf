import { readMicroReais, readFailure } from "../gateway/read-failure.ts"
import type { Redirection } from "../gateway/chat-event.ts"
import type { Failure } from "../gateway/failure.ts"
import type { MicroReais } from "../lib/micro-reais.ts"
import { readRedirection, recordId } from "../conversation/read-message.ts"
import { fieldsOf } from "../lib/fields.ts"
import {
  count,
  eitherOf,
  listOf,
  oneOf,
  optional,
  recordOf,
  text,
  that,
  time,
  type Reader,
} from "../lib/stored-shape.ts"
import type { Collection } from "../storage/collection.ts"
import { readDrawingOfNextChat } from "./nextchat-drawing.ts"

/** What a picture is made from, as it was chosen. */
export interface DrawingParams {
  readonly prompt: string
  readonly negativePrompt?: string | undefined
  /** "16:9"; of Stability. */
  readonly aspectRatio?: string | undefined
  readonly style?: string | undefined
  readonly outputFormat?: string | undefined
  readonly seed?: number | undefined
  /** "1024x1024"; of the images API, as the quality. */
  readonly size?: string | undefined
  readonly quality?: string | undefined
}

export const drawingStatuses = ["waiting", "running", "success", "error"] as const

/**
 * A picture that was asked for on the pictures' screens. `waiting`: it stands on this device; `running`: it was sent;
 * `success`: its picture is stored; `error`: it ended without one.
 */
export type DrawingStatus = (typeof drawingStatuses)[number]

export interface Drawing {
  readonly id: string
  /** Epoch ms. */
  readonly createdAt: number
  /** The providers that make pictures, by their ids. */
  readonly provider: DrawingProvider
  /** As it is asked for: "stable-image-core", "dall-e-3"; of Stable Diffusion 3, "sd3". */
  readonly model: string
  /** Which of the models of Stable Diffusion 3. */
  readonly version?: string | undefined
  readonly params: DrawingParams
  /** What is sent, in this order; sent again it is the same, or its key would be another's. */
  readonly body: readonly BodyField[]
  /** The `Idempotency-Key`: however often it is sent, it is drawn and charged once. */
  readonly key: string
  readonly status: DrawingStatus
  readonly runId?: string | undefined
  /** When it was first sent, epoch ms. */
  readonly sentAt?: number | undefined
  /** Who it was sent as (`askerMark`): sent by anybody else, its key would begin another drawing. */
  readonly sentAs?: string | undefined
  /** The stored picture (`nk-image:…`), and a small one for the gallery. */
  readonly image?: string | undefined
  readonly thumbnail?: string | undefined
  /** The seed that the picture was made with. */
  readonly seed?: number | undefined
  readonly cost?: MicroReais | undefined
  /** Another model drew it than the one that was asked for, as the server said. */
  readonly redirected?: Redirection | undefined
  readonly failure?: DrawingFailure | undefined
}

/**
 * It was drawn, and is not on this device. `not-stored`: there was no room for it. The server gives it again under its key, for a
 * day. `unread`: what came was no picture to this browser, or could not be fetched from where it lies; once more, the same key may
 * bring it. `unusable`: it did not.
 */
export type DrawingFailure = Failure | NotHere

interface NotHere {
  readonly kind: "not-stored" | "unread" | "unusable"
}

export type BodyField = readonly [name: string, value: string | number]

export const drawingProviders = ["stability", "openai", "azure"] as const
export type DrawingProvider = (typeof drawingProviders)[number]

const readBodyField = that<BodyField>(
  (stored) =>
    Array.isArray(stored) &&
    stored.length === 2 &&
    typeof stored[0] === "string" &&
    (typeof stored[1] === "string" || typeof stored[1] === "number"),
)

/** Whether it was drawn and is not on this device. */
export function isNotHere(failure: DrawingFailure): failure is NotHere {
  return failure.kind === "not-stored" || failure.kind === "unread" || failure.kind === "unusable"
}

const readDrawingFailure = eitherOf<DrawingFailure>(
  readFailure,
  recordOf<NotHere>({ kind: oneOf(["not-stored", "unread", "unusable"]) }),
)

const ours = recordOf<Drawing>({
  id: recordId,
  createdAt: time,
  provider: oneOf(drawingProviders),
  model: text,
  version: optional(text),
  params: recordOf<DrawingParams>({
    prompt: text,
    negativePrompt: optional(text),
    aspectRatio: optional(text),
    style: optional(text),
    outputFormat: optional(text),
    seed: optional(count),
    size: optional(text),
    quality: optional(text),
  }),
  body: listOf(readBodyField),
  key: text,
  status: oneOf(drawingStatuses),
  runId: optional(text),
  sentAt: optional(time),
  sentAs: optional(text),
  image: optional(text),
  thumbnail: optional(text),
  seed: optional(count),
  cost: optional(readMicroReais),
  redirected: optional(readRedirection),
  failure: optional(readDrawingFailure),
})

const read: Reader<Drawing> = (stored) => {
  const own = ours(stored)
  if (own !== undefined || fieldsOf(stored)["key"] !== undefined) return own
  const theirs = readDrawingOfNextChat(stored)
  return theirs && { value: theirs, isWhole: true }
}

/** The user's pictures as they are saved (`sd-list` in backups). */
export const drawingCollection = {
  name: "drawings" as const,
  version: 1,
  read,
  // What became of a picture belongs together: one device's success never joins another's failure.
  shape: {
    together: {
      outcome: [
        "status",
        "key",
        "runId",
        "sentAt",
        "sentAs",
        "image",
        "thumbnail",
        "seed",
        "cost",
        "redirected",
        "failure",
      ],
    },
    least: ["createdAt"],
  },
} satisfies Collection<Drawing>
