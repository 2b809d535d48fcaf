import { addressSteps } from "../limits/address-steps.ts"
import type { Refusals } from "./refusals.ts"

const mib = 1024 * 1024

/** Bytes of bodies on their way, at most: of everybody, and what some may have of that. */
export interface RoomShares {
  readonly all: number
  /** All callers without a code. */
  readonly strangers: number
  /** One of them, by address: an IPv4 address or a /64; and a whole /48. */
  readonly subscriber: number
  readonly network: number
  /** One account. */
  readonly owner: number
}

export const roomShares: RoomShares = {
  all: 64 * mib,
  strangers: 24 * mib,
  subscriber: 12 * mib,
  network: 20 * mib,
  owner: 24 * mib,
}

/** A body so short turns nobody away, unless there is no room at all; in bytes. */
export const shortBody = 64 * 1024
/**
 * A sender that is silent for this long is dropped, and later one that has sent fewer bytes a second than the minimum.
 */
export const longestSilenceMs = 15_000
export const graceMs = 30_000
export const leastPerSecond = 8 * 1024
/** After standing still for so long a body weighs twice. In ms. */
const doublingMs = 5_000
/** The least progress, in bytes: single bytes now and then only pretend to be busy. */
const stepBytes = 16 * 1024

/** Whose body it is: an account's, or a stranger's at an address. A person, who has both, is one of them by `senderOf`. */
export type BodySender =
  | { readonly owner: string; readonly address?: never }
  | { readonly address: string; readonly owner?: never }

/** Why a body is not waited for: it is too slow, or others need the room. */
export type LetGo = "slow-body" | "no-room"

/** The place of one arriving body. */
export interface BodyPlace {
  /** Records that this many more bytes have arrived. */
  add(bytes: number): void
  /** All has come, or nothing more will. */
  leave(): void
}

/** The room for all bodies that are on their way. */
export interface BodyRoom {
  enter(sender: BodySender, onLetGo: (why: LetGo) => void): BodyPlace
  /** The bytes held for them. */
  bytes(): number
  /** Lets go of those that do not get on. To be called every second. */
  look(): void
}

export interface BodyRoomOptions {
  readonly now: () => number
  readonly refusals: Refusals
  readonly shares?: RoomShares
}

/** Some of the room, and who has how much of it. */
interface Share {
  readonly name: string
  readonly most: number
  bytes: number
  readonly places: Set<Place>
}

interface Place {
  /** As whose it counts when somebody must go: an account's, or a whole network's. */
  readonly group: string
  readonly shares: readonly Share[]
  readonly onLetGo: (why: LetGo) => void
  readonly enteredAt: number
  bytes: number
  heardAt: number
  /** When the last whole step had come, and how many bytes that were. */
  steppedAt: number
  stepped: number
}

/**
 * Counts bytes as they come, not as they are promised. Where a share is full, whoever has most of it gives way, and of
 * theirs the body that holds most for longest without getting on: newcomers are let in, a short body always.
 */
export function createBodyRoom({ now, refusals, shares = roomShares }: BodyRoomOptions): BodyRoom {
  const all = newShare("", shares.all)
  const strangers = newShare("", shares.strangers)
  const named = new Map<string, Share>()

  function shareOf(name: string, most: number): Share {
    const known = named.get(name)
    if (known) return known
    const made = newShare(name, most)
    named.set(name, made)
    return made
  }

  function standingOf(sender: BodySender): Pick<Place, "group" | "shares"> {
    if (sender.owner !== undefined) return { group: sender.owner, shares: [shareOf(sender.owner, shares.owner), all] }
    const steps = addressSteps(sender.address)
    const own = steps.map((step, at) => shareOf(step, at === 0 ? shares.subscriber : shares.network))
    return { group: steps.at(-1) ?? sender.address, shares: [...own, strangers, all] }
  }

  function leave(place: Place): void {
    for (const share of place.shares) {
      if (share.places.delete(place)) share.bytes -= place.bytes
      // Who leaves twice takes nothing from those who came under the name since.
      if (share.places.size === 0 && named.get(share.name) === share) named.delete(share.name)
    }
  }

  function letGo(place: Place, why: LetGo): void {
    leave(place)
    refusals.count(why)
    place.onLetGo(why)
  }

  /** Where there is no room at all, whoever has a code gives way to strangers only while those keep to their share. */
  function candidatesOf(share: Share): readonly Place[] {
    const places = [...share.places]
    const isForStrangers = share === all && strangers.bytes > strangers.most
    return isForStrangers ? places.filter((place) => strangers.places.has(place)) : places
  }

  function makeRoom(share: Share): void {
    while (share.bytes > share.most) {
      const worst = worstOf(candidatesOf(share), now())
      if (worst === undefined) return
      letGo(worst, "no-room")
    }
  }

  return {
    bytes: () => all.bytes,
    enter(sender, onLetGo) {
      const at = now()
      const place: Place = {
        ...standingOf(sender),
        onLetGo,
        enteredAt: at,
        bytes: 0,
        heardAt: at,
        steppedAt: at,
        stepped: 0,
      }
      for (const share of place.shares) share.places.add(place)
      return {
        add(bytes) {
          if (!all.places.has(place)) return
          place.bytes += bytes
          for (const share of place.shares) share.bytes += bytes
          place.heardAt = now()
          if (place.bytes - place.stepped >= stepBytes) {
            place.stepped = place.bytes
            place.steppedAt = place.heardAt
          }
          if (place.bytes > shortBody) place.shares.forEach(makeRoom)
          else makeRoom(all)
        },
        leave: () => leave(place),
      }
    },
    look() {
      const at = now()
      for (const place of all.places) {
        const isSilent = at - place.heardAt >= longestSilenceMs
        const isSlow = at - place.enteredAt > graceMs + (place.bytes / leastPerSecond) * 1000
        if (isSilent || isSlow) letGo(place, "slow-body")
      }
    },
  }
}

function newShare(name: string, most: number): Share {
  return { name, most, bytes: 0, places: new Set() }
}

/** The body to refuse first: the heaviest one of the owner who holds most, in long bodies or in many short ones. */
function worstOf(candidates: readonly Place[], now: number): Place | undefined {
  const burdens = new Map<string, number>()
  for (const place of candidates) burdens.set(place.group, (burdens.get(place.group) ?? 0) + burden(place, now))
  const most = Math.max(...burdens.values())
  return candidates
    .filter(({ group }) => burdens.get(group) === most)
    .reduce<Place | undefined>(
      (worst, place) => (worst && burden(worst, now) >= burden(place, now) ? worst : place),
      undefined,
    )
}

/** Its bytes, and so much again for each while in which it has not got on. */
function burden({ bytes, steppedAt }: Place, now: number): number {
  return bytes * (1 + (now - steppedAt) / doublingMs)
}
