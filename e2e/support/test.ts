import { expect, test as base } from "@playwright/test"
import { type FakeProvider, startFakeProvider } from "../../testing/fake-provider/fake-provider.ts"
import { type Prosa, type ProsaOptions, startProsa } from "./prosa.ts"
import { watchPageErrors, type PageErrors } from "./page-errors.ts"

export interface TestFixtures {
  /** Starts a server for this test alone (other settings, a restart, an empty ledger); stopped when the test ends. */
  readonly startProsa: (options?: ProsaOptions) => Promise<Prosa>
  /** A provider that answers as this test scripts it; give it to `startProsa`. */
  readonly provider: FakeProvider
  /** Every test fails by an error on the console, an exception, a breach of the page's policy, a call to another host. */
  readonly pageErrors: PageErrors
  /** Errors on the page are what this test is about. */
  readonly allowErrors: boolean
}

interface WorkerFixtures {
  /** One server for all tests of a worker, on the pretend model, without limits; `page.goto("/")` goes there. */
  readonly prosa: Prosa
}

/** Limits that several tests of one address would run into. */
const unlimited = {
  FREE_DAILY_MESSAGES: "100000",
  FREE_DAILY_BUDGET_BRL: "100000",
  LIMIT_ADDRESS_PER_MINUTE: "0",
  LIMIT_CODE_PER_MINUTE: "0",
  LIMIT_OPEN_RUNS_FREE: "0",
}

/** Playwright's `test` with Prosa running. Each test has a fresh browser profile, as always with Playwright. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  prosa: [
    async ({}, use) => {
      const prosa = await startProsa({ env: unlimited })
      await use(prosa)
      await prosa.stop()
    },
    { scope: "worker" },
  ],
  baseURL: async ({ prosa }, use) => use(prosa.url),
  startProsa: async ({ pageErrors }, use) => {
    const started: Prosa[] = []
    await use(async (options) => {
      const prosa = await startProsa(options)
      started.push(prosa)
      return prosa
    })
    pageErrors.end()
    await Promise.all(started.map((prosa) => prosa.stop()))
  },
  provider: async ({}, use) => {
    const provider = await startFakeProvider()
    await use(provider)
    await provider.close()
  },
  allowErrors: [false, { option: true }],
  pageErrors: [
    async ({ context, allowErrors }, use) => {
      const pageErrors = watchPageErrors(context)
      await use(pageErrors)
      if (!allowErrors) expect(pageErrors.troubles).toEqual([])
    },
    { auto: true },
  ],
})

/** For `test.use`: a person who has not asked for less motion. */
export const withMotion = { contextOptions: { reducedMotion: "no-preference" } } as const

export { expect }
