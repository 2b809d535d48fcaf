import { useEffect, useRef, useState, type ReactNode } from "react"
import { texts } from "../platform/texts.ts"
import { IconButton } from "./button.tsx"

export interface FullscreenProps {
  readonly className?: string | undefined
  /** What may fill the whole screen, with the button that does it; none where the browser cannot, as on an iPhone. */
  readonly children: (button: ReactNode) => ReactNode
}

/** A part of the page that can fill the whole screen, without the browser around it: the platform's own, Escape ends it. */
export function Fullscreen({ className, children }: FullscreenProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === box.current)
    document.addEventListener("fullscreenchange", follow)
    return () => document.removeEventListener("fullscreenchange", follow)
  }, [])
  const { chat, composer } = texts()
  // A browser may say no, as a frame that was not allowed to: then all stays as it is.
  const toggle = () => void (isFull ? document.exitFullscreen() : box.current?.requestFullscreen())?.catch(() => {})
  const button = document.fullscreenEnabled && (
    <IconButton
      icon={isFull ? "minimise" : "maximise"}
      label={isFull ? composer.collapse : chat.fullScreen}
      aria-pressed={isFull}
      onClick={toggle}
    />
  )
  return (
    <div ref={box} className={className}>
      {children(button)}
    </div>
  )
}
