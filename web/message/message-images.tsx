import { Suspense } from "react"
import { imagesOf } from "#core/gateway/content.ts"
import { lazyOr, PartMissing } from "../ui/lazy-or.tsx"
import type { PicturesProps } from "./pictures.tsx"

/** Few messages have pictures. */
const Pictures = lazyOr<PicturesProps>(() => import("./pictures.tsx"), PartMissing)

/** The pictures of a message: what a reader attached, or what a model made. */
export function MessageImages(props: PicturesProps) {
  if (imagesOf(props.content).length === 0) return null
  return (
    <Suspense>
      <Pictures {...props} />
    </Suspense>
  )
}
