/** What `vite.config.ts` writes into the page while it is built; undefined in tests. */
interface ImportMetaEnv {
  /** The page is built for an application (`PROSA_BUILD=app`): it lies elsewhere than its server. */
  readonly PROSA_APP: boolean | undefined
  /** That application's server, where the build names one. */
  readonly PROSA_SERVER_URL: string | undefined
}
