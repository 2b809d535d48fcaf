import { useEffect } from "react"
import { createEmitter, useEmitter } from "./emitter.ts"

const productName = createEmitter("Prosa")

/** The name after every page's title; the operator may have another. */
export function setProductName(name: string): void {
  productName.set(name)
}

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  const product = useEmitter(productName)
  useEffect(() => {
    document.title = title === "" ? product : `${title} · ${product}`
  }, [title, product])
}
