import { isRecordId } from "../lib/record-id.ts"
import { oneOf, recordOf, text, that, time } from "../lib/stored-shape.ts"
import type { Collection } from "../storage/collection.ts"

/** A link that was made in this browser: with its token it can be taken back without an account. */
export interface SharedLink {
  readonly id: string
  readonly kind: "conversation" | "page"
  readonly title: string
  readonly url: string
  /** Empty where another service keeps what was shared. */
  readonly deleteToken: string
  /** Epoch ms. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** The links of this browser as they are saved. */
export const sharedLinkCollection = {
  name: "shares" as const,
  version: 1,
  read: recordOf<SharedLink>({
    id: that(isRecordId),
    kind: oneOf(["conversation", "page"]),
    title: text,
    url: text,
    deleteToken: text,
    createdAt: time,
    expiresAt: time,
  }),
  shape: {},
} satisfies Collection<SharedLink>
