import { useEffect, useRef, useState, type ReactNode } from "react"
import { texts } from "../platform/language/texts.ts"
import { IconButton } from "./button.tsx"

export interface FullscreenProps {
  readonly className?: string | undefined
  /**
   * The content that may fill the screen, given the button that toggles it; the button is empty where the browser
   * cannot do it, as on an iPhone.
   */
  readonly children: (button: ReactNode) => ReactNode
}

/**
 * A part of the page that can fill the screen without the browser's frame, by the platform's own function; Escape ends
 * it.
 */
export function Fullscreen({ className, children }: FullscreenProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === box.current)
    document.addEventListener("fullscreenchange", follow)
    return () => document.removeEventListener("fullscreenchange", follow)
  }, [])
  const { chat, composer } = texts()
  // A browser may refuse, for example in a frame without the permission: then nothing changes.
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
