import { createHash, timingSafeEqual } from "node:crypto"
import { isLoopback } from "../http/client-address.ts"
import { refuse } from "../http/context.ts"
import type { Handler } from "../http/routes.ts"

/** What a page's address may be made to point here (DNS rebinding) is not called this machine by whoever asks. */
const nameOfThisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
/** What a proxy adds, and a browser. */
const saysOfAnother = ["origin", "sec-fetch-site", "x-forwarded-for", "forwarded", "x-real-ip", "via"]

/**
 * Who may use the operator's routes: with `ADMIN_TOKEN` set, whoever brings it; without, only this machine, and no page
 * in a browser on it (a browser sends `Origin` or `Sec-Fetch-Site`), nor a proxy in front of it.
 */
export function operatorOnly(adminToken: string | undefined): (handle: Handler) => Handler {
  return (handle) => (c) => {
    const { headers } = c.incoming
    const fromHere =
      isLoopback(c.incoming) &&
      nameOfThisMachine.test(headers.host ?? "") &&
      saysOfAnother.every((name) => headers[name] === undefined)
    const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? ""
    const allowed = adminToken === undefined ? fromHere : sameText(bearer, adminToken)
    return allowed ? handle(c) : refuse(c, { kind: "unauthorized" })
  }
}

function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
