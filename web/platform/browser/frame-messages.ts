/** A task that the page sends to a frame for diagrams. */
export type FrameTask =
  /** To draw; `colours` are Mermaid's `themeVariables`. Loads Mermaid. */
  | {
      readonly type: "draw"
      readonly id: number
      readonly source: string
      readonly dark: boolean
      readonly colours: Readonly<Record<string, string>>
    }
  /** To show what another frame drew. */
  | { readonly type: "show"; readonly svg: string; readonly dark: boolean }

/** A reply of a frame to the page. */
export type FrameReply =
  /** It listens. */
  | { readonly type: "ready" }
  /** Mermaid is there, or still at it: sent several times a second while there is something to draw. */
  | { readonly type: "working"; readonly id: number }
  | { readonly type: "failed"; readonly id: number }
  /** In CSS pixels; `svg` is the drawing as a picture. */
  | {
      readonly type: "drawn"
      readonly id: number
      readonly width: number
      readonly height: number
      readonly svg: string
    }
