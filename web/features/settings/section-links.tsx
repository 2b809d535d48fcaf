import { useEffect, useRef, useState, type MouseEvent } from "react"
import { chapterTexts } from "../../platform/language/texts.ts"
import type { ShownChapter } from "./chapter.ts"
import styles from "./settings.module.css"
import { hrefOf } from "../../platform/browser/page-address.ts"

/** The sections, to go to: beside the settings on wide screens, a row of chips under the search on others. They show where one is. */
export function SectionLinks({ chapters }: { readonly chapters: readonly ShownChapter[] }) {
  const current = useSectionInSight(chapters.map(({ id }) => id).join(" "))
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const row = nav.current
    const chip = row?.querySelector<HTMLElement>("[aria-current]")
    if (!row || !chip || row.scrollWidth <= row.clientWidth) return
    const [inRow, inChip] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
    // Only the row is moved: the page is where its reader left it.
    row.scrollBy({ left: inChip.left + inChip.width / 2 - inRow.left - inRow.width / 2 })
  }, [current])
  return (
    <nav ref={nav} className={styles.links} aria-label={chapterTexts("settings").sectionsLabel}>
      <ul role="list">
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a
              href={hrefOfSection(id)}
              aria-current={id === current ? "true" : undefined}
              onClick={(event) => goToSection(event, id)}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const hrefOfSection = (id: string): string => (import.meta.env.PROSA_APP ? hrefOf(`/settings#${id}`) : `#${id}`)

/** The sections are places of one page: Back does not walk through them. */
function goToSection(event: MouseEvent, id: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const state: unknown = history.state
  location.replace(hrefOfSection(id))
  history.replaceState(state, "")
  // A browser finds no place by itself in an address that stands behind the hash.
  if (import.meta.env.PROSA_APP) document.getElementById(id)?.scrollIntoView()
}

/** The first section that reaches the upper part of the screen. */
function useSectionInSight(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const all = ids.split(" ")
    const inSight = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target.id)
          else inSight.delete(target.id)
        }
        setCurrent(all.find((id) => inSight.has(id)))
      },
      { rootMargin: "-180px 0px -55% 0px" },
    )
    for (const id of all) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [ids])
  return current
}
