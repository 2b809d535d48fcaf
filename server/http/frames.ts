/**
 * The policy of a frame without an origin: it may run its own modules and style itself, and nothing else. It can
 * neither read the page around it nor send requests, and only our page may embed it.
 */
const framePolicy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ")

/** The headers of files below `/frames/`, where they differ from those of the page; none for any other path. */
export function frameHeaders(path: string): Readonly<Record<string, string>> {
  if (!path.startsWith("/frames/")) return {}
  return {
    "content-security-policy": framePolicy,
    // A frame without an origin is a stranger to its own server: it asks for its modules as one.
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  }
}
