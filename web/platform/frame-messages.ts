/** What the page tells the frame that draws diagrams. */
export interface FrameTask {
  readonly type: "draw"
  readonly source: string
  readonly dark: boolean
  /** Mermaid's `themeVariables`. */
  readonly colours: Readonly<Record<string, string>>
}

/** What the frame tells the page. */
export type FrameReply =
  | { readonly type: "ready" }
  /** Still at it: sent several times a second while there is something to draw. */
  | { readonly type: "working" }
  | { readonly type: "failed" }
  /** In CSS pixels; `svg` is the drawing as a picture. */
  | { readonly type: "drawn"; readonly width: number; readonly height: number; readonly svg: string }
