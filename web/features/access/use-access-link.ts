import { useEffect } from "react"
import { withChapters } from "../../platform/language/texts.ts"
import { sayPartMissing } from "../../ui/lazy-part.tsx"
import { pageSearch } from "../../platform/browser/page-address.ts"

/** Follows links that bring a code or settings: at the start, and when one is opened inside the page. */
export function useAccessLink(): void {
  useEffect(() => {
    const take = () => {
      if (!/[?&](?:code|settings)=/.test(pageSearch())) return
      const code = withChapters(import("./follow-access-link.ts"), "access", "links")
      void code.then(({ followAddress }) => followAddress(), sayPartMissing)
    }
    take()
    addEventListener("hashchange", take)
    return () => removeEventListener("hashchange", take)
  }, [])
}
