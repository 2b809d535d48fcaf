import { lazy, useEffect, useReducer, type ComponentType, type ReactNode } from "react"
import { texts } from "../platform/texts.ts"
import { showToast } from "./toast.tsx"

interface LazyPartProps {
  /** Fetched and shown from then on; default true. */
  readonly wanted?: boolean
  /** What stands there until it has come. */
  readonly fallback?: ReactNode
  /** It could not be fetched, and the reader was told. To be wanted no more, so that asking again is a new try. */
  readonly onMissing?: (() => void) | undefined
}

/**
 * A part of the page whose code is fetched when it is first wanted. Unlike React's `lazy`, which remembers a failure and
 * throws it, this says that the connection is gone, and fetches again the next time.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props & LazyPartProps> {
  let Part: ComponentType<Props> | undefined
  return function LazyPart({ wanted = true, fallback = null, onMissing, ...props }) {
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
        sayPartMissing()
        onMissing?.()
      }
      void load().then(use, doWithout)
      return () => {
        isGone = true
      }
      // What is to be done when it is missing may change at every drawing; it is fetched once.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, [wanted])
    return wanted && Part !== undefined ? <Part {...(props as unknown as Props)} /> : fallback
  }
}

/**
 * A part of every message. Where its code cannot be fetched, `instead` stands there until the page is loaded again: one
 * message would hardly be alone in missing it, and none is to be an error for that.
 */
export function lazyOr<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  instead: ComponentType<Props>,
): ComponentType<Props> {
  return lazy(() => load().catch(() => ({ default: instead })))
}

/** Instead of what only adds to a message. */
export const nothing = () => null

/** For code that was wanted and could not be fetched. */
export function sayPartMissing(): void {
  showToast({ text: texts().shell.partMissing })
}

/** The code of a screen could not be fetched. */
export class ScreenMissing extends Error {}

/** Screens that could not be fetched, by how they are made fit to be fetched again. */
const missing = new Set<() => void>()

/** From here on, a screen that is missing is fetched again when it is drawn. Called once its absence has been shown. */
export function fetchMissingAgain(): void {
  for (const renew of missing) renew()
  missing.clear()
}

/** A whole screen, for a `<Suspense>` and an error boundary around it. */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  const fetchScreen = () =>
    load().catch((trouble: unknown) => {
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
