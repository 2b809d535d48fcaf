import type { Migration } from "./migrate.ts"
import { first } from "./migrations/0001-first.ts"
import { statement } from "./migrations/0002-statement.ts"
import { sessionHint } from "./migrations/0003-session-hint.ts"
import { models } from "./migrations/0004-models.ts"
import { visitors } from "./migrations/0005-visitors.ts"
import { strangersKept } from "./migrations/0006-strangers-kept.ts"
import { servers } from "./migrations/0007-servers.ts"
import { servedTime } from "./migrations/0008-served-time.ts"
import { freeProgress } from "./migrations/0009-free-progress.ts"
import { dayClosed } from "./migrations/0010-day-closed.ts"
import { openElsewhere } from "./migrations/0011-open-elsewhere.ts"
import { sharing } from "./migrations/0012-sharing.ts"
import { vault } from "./migrations/0013-vault.ts"
import { usageUnit } from "./migrations/0014-usage-unit.ts"
import { vaultKept } from "./migrations/0015-vault-kept.ts"
import { sharedHeld } from "./migrations/0016-shared-held.ts"

/** The schema's history, oldest first. */
export const migrations: readonly Migration[] = [
  first,
  statement,
  sessionHint,
  models,
  visitors,
  strangersKept,
  servers,
  servedTime,
  freeProgress,
  dayClosed,
  openElsewhere,
  sharing,
  vault,
  usageUnit,
  vaultKept,
  sharedHeld,
]
