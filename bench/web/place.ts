import type { Browser } from "@playwright/test"
import type { Prosa } from "../../e2e/support/prosa.ts"
import type { ClockedProvider } from "./clocked-provider.ts"

/** Where the page is measured, and how. */
export interface Place {
  readonly browser: Browser
  readonly prosa: Prosa
  readonly provider: ClockedProvider
  /** How many times slower than this machine's processor the page's is. */
  readonly slowdown: number
  /** Each thing once, and shorter. */
  readonly quick: boolean
}

/** How often a thing is measured that varies from one time to the next. */
export function roundsAt({ quick }: Place): number {
  return quick ? 1 : 3
}
