import type { BatchBody } from "#core/vault/batch-body.ts"
import { judgeBatch, laterPlaces } from "#core/vault/chain.ts"
import { boundBytes, isLaterEnvelope, readHead } from "#core/vault/envelope.ts"
import { isGivenUp, openGaps, unanswered, withGap, withoutCovered, withoutSentAgain } from "#core/vault/gaps.ts"
import { hasRead, judgePlace, marksAt, readPlace, storePlace } from "#core/vault/history.ts"
import { beginWithRemote, forgetRemote, hasMet } from "../sync/collect-changes.ts"
import { boundOfPart } from "./record-batches.ts"
import { checkedReply, RoundTrouble } from "./round-trouble.ts"
import { openBody, passOver, readable, takeBody } from "./take-body.ts"
import { type LogPage, readFacts, readLogPage, type SnapshotFacts } from "./vault-client.ts"
import { boundTo, newVaultId, sha256 } from "./vault-keys.ts"
import { type Round, vaultPrefix } from "./vault-round.ts"

/** Reads what others wrote, and joins it to what is here. */
export async function pull(round: Round): Promise<void> {
  const isNew = round.state.after === 0 && round.state.place === undefined
  // Kept before the vault is met: else a round that ends between the two would have forgotten it.
  if (!isNew && !(await hasMet(round.deps.database, round.remote))) await round.change({ ...unread, isLost: true })
  if (round.state.after === 0) {
    await beginWithRemote(round.deps.database, round.remote, vaultPrefix)
    if (round.state.isLost === true) await takeQueue(round)
    await beginWithSnapshot(round)
  } else {
    const { readableThen } = round.state
    if (readableThen !== undefined && readableThen !== readable) await readAgain(round)
  }
  await lookAtGaps(round)
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const page = readLogPage(checkedReply(await round.client.log(round.state.after)))
    const { after } = round.state
    const place = judgePlace(readPlace(round.state), page)
    if (place === "another") {
      // oxlint-disable-next-line no-await-in-loop
      await beginAgain(round)
      continue
    }
    // A device that was behind reads the log as long as it is there.
    const { snapshot, oldest } = page
    const isNext = place === "unsure" || (oldest > after + 1 && (snapshot?.upto ?? 0) > after)
    if (isNext && snapshot !== undefined && !wasTried(round, snapshot)) {
      // oxlint-disable-next-line no-await-in-loop
      await readSnapshot(round, snapshot)
      continue
    }
    if (place === "same") await noteMarks(round, marksAt(after, page))
    if (page.batches.length === 0) return endOfLog(round, page)
    // The log begins with the first batch of all: nothing of what the snapshot held is missing.
    const isWhole = round.state.after === 0 && page.oldest === 1
    // oxlint-disable-next-line no-await-in-loop
    if (isWhole && round.state.damagedAt !== undefined) await round.change({ damagedAt: undefined })
    // oxlint-disable-next-line no-await-in-loop
    await readPage(round, page)
  }
}

/** What is known of a vault of which nothing was read. */
const unread = {
  after: 0,
  named: undefined,
  chains: {},
  readableThen: undefined,
  snapshot: undefined,
  damagedAt: undefined,
} as const

/** The same place has a further name once a snapshot ends there, and in the end that one alone. */
async function noteMarks(round: Round, there: readonly string[]): Promise<void> {
  const { after, marks } = readPlace(round.state)
  if (there.every((one) => marks.includes(one))) return
  await round.change(storePlace({ after, marks: [...new Set([...marks, ...there])] }))
}

/** All is read once more, which changes nothing in what is known already: the page is another since it passed over something. */
async function readAgain(round: Round): Promise<void> {
  await round.change(unread)
  await beginWithSnapshot(round)
}

/** What this device has still to send is nowhere else where it lost what it had: it is joined to what is here, and sent as it is. */
async function takeQueue(round: Round): Promise<void> {
  for (const bytes of await round.deps.vault.getAll("queue")) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    const body = await openBody(round, bytes.slice(boundBytes), boundTo(round.keys, bytes.slice(0, boundBytes)))
    // oxlint-disable-next-line no-await-in-loop
    if (body !== undefined && body !== "later") await takeBody(round, body, false)
  }
}

/** All that was lost is here again: what the vault has was read, and before that what is still to be sent. */
async function endOfLog(round: Round, page: LogPage): Promise<void> {
  await lookForMissing(round, page)
  await lookForOwn(round, page)
  const { isLost, after } = round.state
  // Of what is in a snapshot that cannot be read nothing more comes.
  const upto = page.snapshot?.upto ?? 0
  if (after < upto) await round.change(storePlace({ after: upto, marks: [] }))
  if (isLost === true) await round.change({ isLost: undefined })
}

/**
 * What this device has sent is in the log, or was: where its last batch is not, the server has come back from before it, and nobody else
 * has read it. Of what is withheld, or cannot be read, nobody knows whether it was that.
 */
async function lookForOwn(round: Round, page: LogPage): Promise<void> {
  const { place, writer, chains, after, readableThen, damagedAt } = round.state
  const read = chains[writer]?.number ?? -1
  if (place === undefined || read === place.number || after < page.last) return
  if (readableThen !== undefined || damagedAt !== undefined || (await round.deps.vault.count("queue")) > 0) return
  const own = { writer: newVaultId(), place: undefined }
  // It came back from an older copy itself, and has read what it had sent since: only its chain cannot go on.
  if (read > place.number) return round.change(own)
  round.notice = "rewound"
  await round.change({ ...own, resend: true })
}

/** What is missing here is perhaps in a snapshot, made by somebody who has it: also where its writer is gone. */
async function lookForMissing(round: Round, { snapshot }: LogPage): Promise<void> {
  const isLacking = round.hasGaps || round.state.damagedAt !== undefined
  if (isLacking && snapshot !== undefined && !wasTried(round, snapshot)) await readSnapshot(round, snapshot)
}

/** Has those asked again who have not answered for long, and gives up those who are gone for good. */
async function lookAtGaps(round: Round): Promise<void> {
  const now = Date.now()
  const open = openGaps(round.gaps, now)
  const again = unanswered(open, now)
  if (again.length === 0 && Object.keys(open).length === Object.keys(round.gaps).length) return
  const asked = Object.entries(open).map(([writer, gap]) => [
    writer,
    again.includes(writer) ? { ...gap, askedAt: now } : gap,
  ])
  const wanted = round.state.missing.filter(
    (writer) => Object.hasOwn(open, writer) || !Object.hasOwn(round.gaps, writer),
  )
  await round.change({ gaps: Object.fromEntries(asked), missing: [...new Set([...wanted, ...again])] })
}

/**
 * Gives up what was in a damaged snapshot once nobody has put a whole one in its place for long: else none ever could where whoever
 * had it is gone. All who are known to have written are asked for everything, in case somebody still has it.
 */
export async function giveUpDamaged(round: Round): Promise<void> {
  const { damagedAt, chains, missing, snapshot, writer: own } = round.state
  if (damagedAt === undefined || !isGivenUp(damagedAt, Date.now())) return
  const others = Object.keys(chains).filter((writer) => writer !== own)
  await round.change({ damagedAt: undefined, givenUp: snapshot, missing: [...new Set([...missing, ...others])] })
}

/** A device that is new reads no log of what is in the snapshot. */
async function beginWithSnapshot(round: Round): Promise<void> {
  const { snapshot } = readFacts(checkedReply(await round.client.facts()))
  if (snapshot !== undefined && !wasTried(round, snapshot)) await readSnapshot(round, snapshot)
}

/** It was read, or could not be: then it is not fetched again in each round. */
function wasTried({ state }: Round, { id }: SnapshotFacts): boolean {
  return state.snapshot === id
}

/**
 * The vault has lost some of what it had, and others may have gone on in it since: this device meets it anew. It reads all that is there, and
 * sends, in a chain of its own, what it has and the vault lacks.
 */
async function beginAgain(round: Round): Promise<void> {
  round.notice = "rewound"
  await forgetRemote(round.deps.database, round.remote)
  await round.deps.vault.clear("queue")
  const own = { writer: newVaultId(), place: undefined, names: {}, settings: undefined, upload: undefined }
  await round.change({ ...unread, ...own })
  await beginWithSnapshot(round)
}

async function readPage(round: Round, page: LogPage): Promise<void> {
  const chains = { ...round.state.chains }
  const names = { ...round.state.names }
  const missing = new Set(round.state.missing)
  let { gaps } = round
  let { resend } = round.state
  for (const { bytes } of page.batches) {
    const head = readHead(bytes)
    if (head === undefined) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      if (isLaterEnvelope(bytes)) await passOver(round)
      else round.notice = "forged"
      continue
    }
    // oxlint-disable-next-line no-await-in-loop
    const hash = await sha256(bytes)
    const step = judgeBatch(chains[head.writer], head, hash)
    // A browser that came back from an older copy has sent more than it has.
    const isHere = head.number <= (round.state.place?.number ?? -1) && round.state.isLost !== true
    const isOwn = head.writer === round.state.writer && isHere
    if (step === "read" || step === "forged") {
      round.notice = "forged"
      continue
    }
    // oxlint-disable-next-line no-await-in-loop
    const body = isOwn
      ? undefined
      : await openBody(round, bytes.slice(boundBytes), boundTo(round.keys, bytes.slice(0, boundBytes)))
    if (!isOwn && body === undefined) {
      round.notice = "forged"
      continue
    }
    chains[head.writer] = { number: head.number, hash }
    if (body === undefined) continue
    if (body === "later") {
      // oxlint-disable-next-line no-await-in-loop
      await passOver(round)
      continue
    }
    const { device, name, allSince } = body
    // In an earlier chain of this device nothing is missing that is not here, unless its browser came back from an older copy.
    if (step === "gap" && device !== round.state.device) {
      round.notice = "gap"
      const found = withGap(gaps, { writer: head.writer, device, number: head.number, now: Date.now() })
      gaps = found.gaps
      if (!found.isAsked) missing.add(head.writer)
    }
    if (allSince !== undefined) {
      const left = withoutSentAgain(gaps, { writer: head.writer, device, allSince })
      for (const writer of Object.keys(gaps)) if (!Object.hasOwn(left, writer)) missing.delete(writer)
      gaps = left
    }
    if (name !== "") names[device] = name
    if (body.missing.includes(round.state.writer)) resend = true
    // oxlint-disable-next-line no-await-in-loop
    await takeBody(
      round,
      body,
      missing.size === 0 && Object.keys(gaps).length === 0 && round.state.damagedAt === undefined,
    )
  }
  const last = page.batches.at(-1)
  await round.change({
    ...(last !== undefined && storePlace({ after: last.seq, marks: last.marks })),
    chains,
    names,
    missing: [...missing],
    gaps,
    resend,
  })
}

/**
 * Reads what everybody had said up to a snapshot. Where some of it is damaged, or written by a later version of the page, the rest is
 * read all the same, and the log from where it begins; the vault is known to be lacking here until a later snapshot is whole.
 */
async function readSnapshot(round: Round, snapshot: SnapshotFacts): Promise<void> {
  const { id, upto, parts } = snapshot
  let first: BatchBody | undefined
  let [isDamaged, isLater] = [false, false]
  for (let at = 0; at < parts; at++) {
    // oxlint-disable-next-line no-await-in-loop -- part by part
    const body = await partOf(round, snapshot, at)
    if (body === undefined) isDamaged = true
    else if (body === "later") isLater = true
    else {
      if (at === 0) first = body
      // It was made by somebody who did not know what was read here: the vault has lost that.
      const { after, chains } = round.state
      const isOther = at === 0 && upto >= after && body.chains !== undefined && !hasRead(body.chains, chains)
      // oxlint-disable-next-line no-await-in-loop
      if (isOther) return beginAgain(round)
      // oxlint-disable-next-line no-await-in-loop
      await takeBody(round, body, at === parts - 1 && !isDamaged && !isLater)
    }
  }
  if (isLater) await passOver(round)
  if (isDamaged || isLater) {
    if (isDamaged) round.notice = "forged"
    // Who has read the log that it took the place of lacks nothing by that.
    const lacks = isDamaged && upto > round.state.after
    return round.change({ snapshot: id, ...(lacks && { damagedAt: round.state.damagedAt ?? Date.now() }) })
  }
  const { chains = {}, names, whole } = first ?? {}
  const gaps = whole === true ? withoutCovered(round.gaps, chains) : round.gaps
  const isFilled = (writer: string) => Object.hasOwn(round.gaps, writer) && !Object.hasOwn(gaps, writer)
  // It is read again by a device that lacks something.
  const { after, marks } = readPlace(round.state)
  await round.change({
    ...(upto > after && storePlace({ after: upto, marks: [id] })),
    ...(upto === after && storePlace({ after, marks: [...marks, id] })),
    chains: laterPlaces(round.state.chains, chains),
    names: { ...round.state.names, ...names },
    gaps,
    missing: round.state.missing.filter((writer) => !isFilled(writer)),
    snapshot: id,
    damagedAt: undefined,
  })
}

/** A part of a snapshot; undefined where it is damaged, or the server has lost it. */
async function partOf(
  round: Round,
  { id, upto, parts }: SnapshotFacts,
  at: number,
): Promise<BatchBody | "later" | undefined> {
  const bytes = await round.client.part(id, at)
  if (typeof bytes !== "number") return openBody(round, bytes, boundTo(round.keys, boundOfPart(id, at, parts, upto)))
  if (bytes !== 404) throw new RoundTrouble("offline")
  // Another took its place a moment ago: the next round reads that.
  const { snapshot } = readFacts(checkedReply(await round.client.facts()))
  if (snapshot?.id !== id) throw new RoundTrouble("busy")
  return undefined
}
