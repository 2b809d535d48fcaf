import { useEffect } from "react"
import { useAccess } from "../state/access-store.ts"

/** Sets the page's title in the browser's tab and history. */
export function usePageTitle(title: string): void {
  const product = useAccess((state) => state.config.productName)
  useEffect(() => {
    document.title = title === "" ? product : `${title} · ${product}`
  }, [title, product])
}
