import { createEmitter } from "../ui/emitter.ts"

/** The page as an application of this device, as far as the browser tells. */
export interface Installation {
  /** Makes this page the build that is complete on this device already; undefined while it is the newest. */
  readonly update: (() => void) | undefined
}

export const installation = createEmitter<Installation>({ update: undefined })
