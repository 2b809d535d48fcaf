import { dayMs } from "#core/lib/days.ts"
import { createDetachedRuns } from "../gateway/runs/detached-runs.ts"
import { createWorthlessCodes, worthlessCodesMs } from "../gateway/runs/worthless-codes.ts"
import type { BodyRoom } from "../http/body-room.ts"
import type { Connections } from "../http/connections.ts"
import type { ReadingRoom } from "../http/reading-room.ts"
import type { Refusals } from "../http/refusals.ts"
import { type BookFigures, figuresMs } from "../ledger/book-figures.ts"
import { createRest } from "../memory.ts"
import type { SharedFiles } from "../sharing/shared-files.ts"
import type { Vaults } from "../vault/vaults.ts"
import type { Access } from "./build-access.ts"
import type { Models } from "./build-models.ts"
import type { Runs } from "./build-runs.ts"
import type { Chore } from "./chores.ts"
import type { Data } from "./open-data.ts"
import type { OutageLog } from "./outage-log.ts"

export interface ChoreParts {
  readonly data: Data
  readonly access: Access
  readonly models: Models
  readonly runs: Runs
  readonly connections: Connections
  readonly bodies: BodyRoom
  readonly readingRoom: ReadingRoom
  readonly refusals: Refusals
  readonly outages: OutageLog
  readonly bookFigures: BookFigures
  /** What people share by links. */
  readonly shared: Pick<SharedFiles, "sweep">
  readonly vaults: Pick<Vaults, "sweep">
  /** Checks the books, and remembers what is wrong with them. */
  readonly checkBooks: () => Promise<void>
  /** How many answers have ended since the start. */
  readonly answers: () => number
  /** A clock that nobody sets, in ms. */
  readonly steady: () => number
}

const secondMs = 1_000
const minuteMs = 60_000
/** How soon after a server's death what it left is closed, and how often everything is looked through for what was missed. */
const deathMs = 250
const sweepMs = 15_000
const detachedMs = 5_000
const checkMs = 3_600_000

/** Everything a server does by itself. */
export function serverChores(parts: ChoreParts): readonly Chore[] {
  const {
    data,
    access,
    models,
    runs,
    connections,
    bodies,
    readingRoom,
    refusals,
    outages,
    bookFigures,
    answers,
    steady,
  } = parts
  const { membership, databaseState, codes } = data
  const rest = createRest()
  return [
    { name: "detached", everyMs: detachedMs, run: createDetachedRuns(runs.runs, steady) },
    {
      name: "dead-servers",
      everyMs: deathMs,
      run: async () => ((await membership.anyDead()) ? runs.closeDead() : undefined),
    },
    { name: "give-back", everyMs: secondMs, run: runs.crashedRuns.giveBack },
    { name: "sweep", everyMs: sweepMs, run: runs.tidyUp },
    { name: "check", everyMs: checkMs, run: parts.checkBooks },
    { name: "book-figures", everyMs: figuresMs, run: bookFigures.refresh },
    { name: "wrong-credentials", everyMs: minuteMs, run: access.wrongCredentials.report },
    { name: "run-memory", everyMs: secondMs, run: () => runs.memory.look() },
    { name: "connections", everyMs: secondMs, run: connections.look },
    { name: "bodies", everyMs: secondMs, run: bodies.look },
    { name: "reading-room", everyMs: secondMs, run: readingRoom.look },
    { name: "unread", everyMs: secondMs, run: runs.readers.unread.look },
    { name: "database", everyMs: secondMs, run: databaseState.look },
    { name: "outages", everyMs: secondMs, run: outages.look },
    { name: "refusals", everyMs: minuteMs, run: refusals.tell },
    { name: "worthless-codes", everyMs: worthlessCodesMs, run: createWorthlessCodes(runs.runs, codes) },
    { name: "models", everyMs: secondMs, run: models.look },
    { name: "model-lists", everyMs: dayMs, run: () => models.lookAtLists() },
    { name: "old-records", everyMs: dayMs, run: runs.forgetOld },
    { name: "model-news", everyMs: dayMs, run: models.tellNews },
    { name: "shared-files", everyMs: 10 * minuteMs, run: parts.shared.sweep },
    { name: "vaults", everyMs: 10 * minuteMs, run: parts.vaults.sweep },
    { name: "rest", everyMs: secondMs, run: () => rest(answers(), runs.runs.open().length) },
  ]
}
