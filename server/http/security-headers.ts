/**
 * The security policy of every reply. The page runs only its own files: no inline script, no foreign host, no framing,
 * and no string becomes a script (Trusted Types).
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The one rule there is (`web/platform/browser/script-url.ts`): nobody can make another, and none twice.
  "trusted-types prosa-workers",
].join("; ")

/** The headers of every reply. `artifactsOrigin`: where pages that models make run, empty where that is here. */
export function securityHeadersFor({ artifactsOrigin }: { readonly artifactsOrigin: string }): Record<string, string> {
  const frames = artifactsOrigin === "" ? "frame-src 'self'" : `frame-src 'self' ${artifactsOrigin}`
  return { ...others, "content-security-policy": contentSecurityPolicy.replace("frame-src 'self'", frames) }
}

const others = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "geolocation=(), camera=(self), microphone=(self), on-device-speech-recognition=(self), payment=()",
} as const
