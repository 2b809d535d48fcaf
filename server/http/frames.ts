/**
 * The policy of the frame that draws diagrams, which has no origin: it may run its own modules and style itself, and
 * nothing else. It can neither read the page around it nor send requests, and only our page may embed it.
 */
const diagramPolicy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
]

/**
 * The policy of the frame in which pages run that a model made: whatever stands in them runs, without an origin, and reaches
 * nothing but itself. That it cannot lead itself to another site, the page around it holds (`frame-src`).
 */
const artifactPolicy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "font-src data:",
  "media-src data: blob:",
  "worker-src blob:",
  "connect-src 'none'",
  "frame-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
]

export const artifactFrame = "/frames/artifact.html"

/** Who embeds frames besides the page that they lie beside. */
export interface FrameEmbedders {
  /** The page's own address, which embeds them also from an origin of their own; empty where it is not known. */
  readonly publicUrl?: string
  /** Where pages lie that were built for an application. */
  readonly appOrigins?: readonly string[]
}

/** The headers of files below `/frames/`, where they differ from those of the page; none for any other path. */
export function frameHeaders(
  path: string,
  { publicUrl = "", appOrigins = [] }: FrameEmbedders = {},
): Readonly<Record<string, string>> {
  if (!path.startsWith("/frames/")) return {}
  const policy = path === artifactFrame ? artifactPolicy : diagramPolicy
  const embedders = ["'self'", ...(publicUrl === "" ? [] : [new URL(publicUrl).origin]), ...appOrigins].join(" ")
  return {
    "content-security-policy": [...policy, `frame-ancestors ${embedders}`].join("; "),
    // A frame without an origin is a stranger to its own server: it asks for its modules as one.
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    // What it may ask of the device: nothing.
    "permissions-policy": "geolocation=(), camera=(), microphone=(), payment=()",
  }
}
