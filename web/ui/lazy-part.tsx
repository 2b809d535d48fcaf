import { lazy, useEffect, useReducer, type ComponentType, type ReactNode } from "react"
import { askToReloadForPart } from "../platform/browser/reload-stale-page.ts"
import { texts } from "../platform/language/texts.ts"
import { showToast } from "./toast.tsx"

interface LazyPartProps {
  /** The part is fetched and shown once this is true; default true. */
  readonly wanted?: boolean
  /** The placeholder until it has loaded. */
  readonly fallback?: ReactNode
  /** Where its code cannot be fetched, nobody misses it: no notice is shown. */
  readonly isOptional?: boolean
  /**
   * Called when it could not be fetched and the user was notified. The owner then resets `wanted`, so that the next
   * request is a new try.
   */
  readonly onMissing?: (() => void) | undefined
}

/**
 * A part of the page whose code is fetched on first use. Unlike React's `lazy`, which remembers a failure and throws
 * it, this shows a notice and fetches again the next time; where that fails as well, it offers to load the page again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props & LazyPartProps> {
  let Part: ComponentType<Props> | undefined
  let hasFailed = false
  return function LazyPart({ wanted = true, fallback = null, isOptional = false, onMissing, ...props }) {
    const [, redraw] = useReducer((times: number) => times + 1, 0)
    useEffect(() => {
      if (!wanted || Part !== undefined) return
      let isGone = false
      const use = (module: { readonly default: ComponentType<Props> }) => {
        Part = module.default
        if (!isGone) redraw()
      }
      const doWithout = () => {
        if (isGone) return
        if (hasFailed && !isOptional) void askToReloadForPart(offerReload)
        hasFailed = true
        if (!isOptional) sayPartMissing()
        onMissing?.()
      }
      void load().then(use, doWithout)
      return () => {
        isGone = true
      }
      // The callback may change at every render, but the code is fetched once.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, [wanted])
    return wanted && Part !== undefined ? <Part {...(props as unknown as Props)} /> : fallback
  }
}

/** Shows that code could not be fetched. */
export function sayPartMissing(): void {
  showToast({ text: texts().shell.partMissing })
}

/** How long the offer to load the page again stays, in ms. */
const offerMs = 20_000

/** Shows that code could not be fetched, and offers to load the page again. */
export function offerReload(reload: () => void): void {
  showToast({
    text: texts().shell.partMissing,
    action: { text: texts().chat.reload, onClick: reload },
    durationMs: offerMs,
  })
}

/** The code of a screen could not be fetched. */
export class ScreenMissing extends Error {}

/** The missing screens, by the function that allows them to be fetched again. */
const missing = new Set<() => void>()

/**
 * Lets missing screens be fetched again when they are rendered. Called once the user has seen that they are missing.
 */
export function fetchMissingAgain(): void {
  for (const renew of missing) renew()
  missing.clear()
}

/** A screen whose code is fetched on first use, for a `<Suspense>` and an error boundary around it. */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  let hasFailed = false
  const fetchScreen = () =>
    load().catch((trouble: unknown) => {
      if (hasFailed) void askToReloadForPart(offerReload)
      hasFailed = true
      missing.add(() => {
        Screen = lazy(fetchScreen)
      })
      throw new ScreenMissing(String(trouble))
    })
  let Screen: ComponentType<Props> = lazy(fetchScreen)
  return function LazyScreen(props) {
    return <Screen {...props} />
  }
}
