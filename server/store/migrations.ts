import type { Migration } from "./migrate.ts"
import { first } from "./migrations/0001-first.ts"
import { statement } from "./migrations/0002-statement.ts"
import { sessionHint } from "./migrations/0003-session-hint.ts"
import { models } from "./migrations/0004-models.ts"
import { visitors } from "./migrations/0005-visitors.ts"
import { strangersKept } from "./migrations/0006-strangers-kept.ts"

/** The schema's history, oldest first. */
export const migrations: readonly Migration[] = [first, statement, sessionHint, models, visitors, strangersKept]
