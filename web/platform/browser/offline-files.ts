/** What the service worker stores of a build, written into it by `scripts/service-worker.ts`. */
export interface OfflineFiles {
  /** Names the build. */
  readonly build: string
  /** The files that the page itself names. */
  readonly entries: readonly string[]
  /** The paths of what the chat, the settings and the search need, those of `entries` included. */
  readonly files: readonly string[]
  /** The paths of a language's texts for the same screens, by its code. */
  readonly languages: Readonly<Record<string, readonly string[]>>
}

/** Where the page's language stands, which only the page knows: whatever worker is installed stores its texts. */
export const memory = { cache: "prosa:memory", language: "/language" } as const

export type ToServiceWorker =
  /** Also asked of pages. */
  | { readonly type: "which-build" }
  /** It was waiting; from now on it answers for every tab. */
  | { readonly type: "take-over" }
  | { readonly type: "page-opened" }
  /** A tab could not get a file of its build; `reload` comes back where the server's page is the next one; else another worker takes over, or the tab stays as it is. */
  | { readonly type: "file-missing" }

export type ToPage = { readonly type: "build"; readonly build: string | undefined } | { readonly type: "reload" }
