import { useEffect } from "react"
import { takeAccessLink } from "../../platform/access-link.ts"
import { sayPartMissing } from "../../ui/lazy-part.tsx"

/** Follows links that bring a code or settings: at the start, and when one is opened inside the page. */
export function useAccessLink(): void {
  useEffect(() => {
    const take = () => {
      const link = takeAccessLink()
      if (link) {
        void import("./follow-access-link.ts").then(({ followAccessLink }) => followAccessLink(link), sayPartMissing)
      }
    }
    take()
    addEventListener("hashchange", take)
    return () => removeEventListener("hashchange", take)
  }, [])
}
