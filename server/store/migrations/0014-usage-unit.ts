import type { Migration } from "../migrate.ts"

/** What the output of a request counts, where it is not tokens: pictures, characters read aloud, seconds of sound. */
export const usageUnit: Migration = {
  number: 14,
  name: "usage-unit",
  statements: () => ["alter table usage_record add column unit text"],
}
