import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from "react"
import { readImageReference, storedImageIds } from "#core/conversation/image-reference.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { fileName } from "#core/lib/file-name.ts"
import { chatJson, chatMarkdown, pictureFile } from "#core/portable/export-chat.ts"
import { copyPicture } from "../../platform/browser/clipboard.ts"
import { saveFile } from "../../platform/files/save-file.ts"
import { imageData } from "../../platform/images/image-data.ts"
import { formatBytes, formatCount } from "../../platform/language/format.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { drawCard, type ChatPicture } from "../../platform/portable/chat-picture.ts"
import { joinedPicture } from "../../platform/portable/join-client.ts"
import { canJoinPictures } from "../../platform/portable/join-pictures.ts"
import { writeZip } from "../../platform/portable/zip-writer.ts"
import { loadImage } from "../../platform/storage/image-storage.ts"
import { fitOnPaper } from "../../message/fit-on-paper.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { showToast } from "../../ui/toast.tsx"
import { copyAndSay } from "../../ui/use-copy.ts"
import { useIsDark } from "../../ui/use-is-dark.ts"
import { ExportCard } from "./export-card.tsx"
import { ExportPaper } from "./export-paper.tsx"
import type { Chosen } from "./export-dialog.tsx"
import styles from "./portable.module.css"
import { settled } from "./settled.ts"

const formats = ["markdown", "image", "json", "print"] as const
type Format = (typeof formats)[number]

/** More pictures than this are handed over in one file. */
const mostFiles = 3

interface Props {
  readonly chosen: Chosen
  readonly all: number
  readonly onBack: () => void
  readonly onClose: () => void
}

/** The second step: the file as it will be, and what becomes of it. */
export function ExportPreview({ chosen, all, onBack, onClose }: Props) {
  const t = chapterTexts("portable").export
  const [format, setFormat] = useState<Format>("markdown")
  const [isDark, setDark] = useState(useIsDark())
  const [isOne, setOne] = useState(false)
  /** How often it was handed to the printer, and whether the last time is being prepared. */
  const [prints, setPrints] = useState({ count: 0, isBusy: false })
  const [text, setText] = useState("")
  const card = useRef<HTMLElement>(null)
  const [pictures, setPictures] = useState<
    readonly (ChatPicture & { readonly address: string })[] | "making" | "failed"
  >("making")

  useEffect(() => {
    let isWanted = true
    // The text of another format is never handed over as this one, however long this one takes.
    setText(format === "markdown" ? markdownOf(chosen) : "")
    if (format === "json") void jsonOf(chosen).then((json) => isWanted && setText(json))
    return () => {
      isWanted = false
    }
  }, [format, chosen])

  useEffect(() => {
    if (format !== "image") return undefined
    let isWanted = true
    let made: string[] = []
    setPictures("making")
    const draw = async () => {
      const element = card.current
      if (element === null) return
      await settled(element)
      fitOnPaper(element)
      const drawn = await drawCard({ card: element, isDark })
      made = drawn.map(({ blob }) => URL.createObjectURL(blob))
      if (isWanted) setPictures(drawn.map((one, at) => ({ ...one, address: made[at] ?? "" })))
    }
    void draw().catch(() => isWanted && setPictures("failed"))
    return () => {
      isWanted = false
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [format, chosen, isDark])

  const chooseFormat = (chosenFormat: Format) => {
    setFormat(chosenFormat)
    setPrints({ count: 0, isBusy: false })
  }
  const isReady = format === "image" ? Array.isArray(pictures) : format !== "print" && text !== ""
  // Of several pictures the clipboard takes one.
  const canCopy = format !== "image" || !Array.isArray(pictures) || pictures.length <= 1 || canJoinPictures()
  const files = () => filesOf(format, chosen, text, Array.isArray(pictures) ? pictures : [], isOne)
  const download = async () => {
    try {
      for (const file of await files()) saveFile(file.name, file)
      showToast({ text: t.downloaded })
    } catch {
      showToast({ text: t.downloadFailed })
    }
  }
  const copy = async () => {
    if (format !== "image") return void (await copyAndSay(text))
    const drawn = Array.isArray(pictures) ? pictures.map(({ blob }) => blob) : []
    const [first] = drawn
    const isDone = first !== undefined && (await copyPicture(drawn.length > 1 ? joinedPicture(drawn) : first))
    showToast({ text: isDone ? texts().chat.copied : texts().chat.copyFailed })
  }
  const share = async () => {
    try {
      await navigator.share({ files: [...(await files())], title: chosen.title })
      showToast({ text: t.shared })
    } catch (trouble) {
      // Who closes the phone's sheet knows it.
      if (!(trouble instanceof DOMException && trouble.name === "AbortError")) showToast({ text: t.downloadFailed })
    }
  }
  const printed = useCallback(
    (isPrinted: boolean) => {
      setPrints(({ count }) => ({ count: isPrinted ? count : 0, isBusy: false }))
      if (!isPrinted) showToast({ text: t.printFailed })
    },
    [t],
  )
  const run = (act: () => Promise<void>) => () => void (isReady && act())
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      size="wide"
      actions={
        format === "print" ? (
          <Button
            variant="primary"
            icon="file"
            aria-busy={prints.isBusy}
            onClick={() => setPrints(({ count }) => ({ count: count + 1, isBusy: true }))}
          >
            {t.print}
          </Button>
        ) : (
          <>
            {canCopy && (
              <Button icon="copy" aria-disabled={!isReady} onClick={run(copy)}>
                {t.copy}
              </Button>
            )}
            <Button
              icon="download"
              variant={canShare() ? "plain" : "primary"}
              aria-disabled={!isReady}
              onClick={run(download)}
            >
              {t.download}
            </Button>
            {canShare() && (
              <Button icon="share" variant="primary" aria-disabled={!isReady} onClick={run(share)}>
                {t.share}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={styles.body}>
        <div className={styles.steps}>
          <span>
            {t.chosen(formatCount(chosen.messages.length), formatCount(all))}{" "}
            <Button variant="quiet" onClick={onBack}>
              {t.change}
            </Button>
          </span>
          <span className={styles.soft}>{t.step(formatCount(2), formatCount(2))}</span>
        </div>
        <div className={styles.tabs} role="tablist" aria-label={t.format}>
          {formats.map((one) => (
            <button
              key={one}
              id={tabId(one)}
              type="button"
              role="tab"
              aria-selected={format === one}
              aria-controls="export-format"
              tabIndex={format === one ? 0 : -1}
              onClick={() => chooseFormat(one)}
              onKeyDown={(event) => {
                const next = formatByKey(event, format)
                if (next === undefined) return
                event.preventDefault()
                chooseFormat(next)
                document.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
              }}
            >
              {one === "markdown" ? "Markdown" : one === "json" ? "JSON" : t[one]}
            </button>
          ))}
        </div>
        <div id="export-format" className={styles.panel} role="tabpanel" aria-labelledby={tabId(format)}>
          {format === "print" && <p>{t.printHint}</p>}
          {prints.count > 0 && <ExportPaper key={prints.count} chosen={chosen} onDone={printed} />}
          {(format === "markdown" || format === "json") && (
            <div className={styles.preview} tabIndex={0} role="region" aria-label={t.title}>
              <pre dir="auto">{text.length > longestPreview ? `${text.slice(0, longestPreview)}…` : text}</pre>
            </div>
          )}
          {format === "image" && (
            <>
              <div
                className={styles.preview}
                tabIndex={0}
                role="region"
                aria-label={t.title}
                aria-busy={pictures === "making"}
              >
                {pictures === "making" && <p role="status">{t.making}</p>}
                {pictures === "failed" && <p role="alert">{t.imageFailed}</p>}
                {Array.isArray(pictures) &&
                  pictures.map(({ address }, at) => (
                    <img key={address} src={address} alt={`${chosen.title} ${at + 1}`} />
                  ))}
              </div>
              <div className={styles.below}>
                <span>{Array.isArray(pictures) && sizeText(pictures)}</span>
                <span className={styles.tabs}>
                  {Array.isArray(pictures) && pictures.length > 1 && canJoinPictures() && (
                    <button type="button" aria-pressed={isOne} onClick={() => setOne(!isOne)}>
                      {t.oneImage}
                    </button>
                  )}
                  <button type="button" aria-pressed={!isDark} onClick={() => setDark(false)}>
                    {t.light}
                  </button>
                  <button type="button" aria-pressed={isDark} onClick={() => setDark(true)}>
                    {t.dark}
                  </button>
                </span>
              </div>
              <ExportCard
                ref={(element) => (card.current = element)}
                title={chosen.title}
                date={dayText(chosen.date)}
                messages={[...chosen.context, ...chosen.messages]}
                hasReasoning={chosen.choices.reasoning}
                costOf={chosen.costOf}
                isDark={isDark}
              />
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const tabId = (format: Format) => `export-format-${format}`

/** The format that a key by itself leads to from another one: the arrows go round, in the direction of reading. */
function formatByKey(event: KeyboardEvent<HTMLElement>, from: Format): Format | undefined {
  const { key, currentTarget } = event
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  if (key === "Home") return formats[0]
  if (key === "End") return formats.at(-1)
  if (key !== "ArrowRight" && key !== "ArrowLeft") return undefined
  const isOn = (key === "ArrowRight") === (getComputedStyle(currentTarget).direction === "ltr")
  return formats.at((formats.indexOf(from) + (isOn ? 1 : -1)) % formats.length)
}

/** Longest text that is shown before it is handed over, in characters. */
const longestPreview = 50_000

function markdownOf({ title, context, messages, choices, costOf }: Chosen): string {
  const t = chapterTexts("portable").export
  const words = { user: t.you, assistant: t.assistant, system: t.system, reasoning: t.reasoning, cost: costOf }
  return chatMarkdown(title, [...context, ...messages], choices, words)
}

async function jsonOf({ sessionId, title, context, messages, choices }: Chosen): Promise<string> {
  const ids = [...new Set([...context, ...messages].flatMap(storedImageIds))]
  const data = new Map(await Promise.all(ids.map(async (id) => [id, await imageData(id)] as const)))
  const dataOf = (reference: string) => data.get(readImageReference(reference)?.id ?? "")
  return chatJson({ id: sessionId, title, context }, messages, choices, dataOf)
}

/** The files that are handed over; several that belong together as one. */
async function filesOf(
  format: Format,
  chosen: Chosen,
  text: string,
  pictures: readonly ChatPicture[],
  isOne: boolean,
): Promise<readonly File[]> {
  const { title, context, messages } = chosen
  if (format === "json") return [new File([text], fileName(title, "json"), { type: "application/json" })]
  if (format === "markdown") {
    const ids = [...new Set([...context, ...messages].flatMap(storedImageIds))]
    const found = await Promise.all(ids.map(async (id) => ({ name: pictureFile(id), content: await loadImage(id) })))
    const images = found.flatMap(({ name, content }) =>
      content === undefined ? [] : [{ name, content, isFolded: false }],
    )
    const page = new Blob([text], { type: "text/markdown" })
    if (images.length === 0) return [new File([page], fileName(title, "md"), { type: "text/markdown" })]
    const archive = await writeZip(
      [{ name: fileName(title, "md"), content: page, isFolded: true }, ...images],
      new Date(),
    )
    return [new File([archive], fileName(title, "zip"), { type: "application/zip" })]
  }
  const name = (at: number) => fileName(pictures.length === 1 ? title : `${title.slice(0, 74)} ${at + 1}`, "png")
  if (isOne && pictures.length > 1) {
    const joined = await joinedPicture(pictures.map(({ blob }) => blob))
    return [new File([joined], fileName(title, "png"), { type: "image/png" })]
  }
  if (pictures.length <= mostFiles) {
    return pictures.map(({ blob }, at) => new File([blob], name(at), { type: "image/png" }))
  }
  const parts = pictures.map(({ blob }, at) => ({ name: name(at), content: blob, isFolded: false }))
  return [new File([await writeZip(parts, new Date())], fileName(title, "zip"), { type: "application/zip" })]
}

function canShare(): boolean {
  try {
    return navigator.canShare?.({ files: [new File([""], "a.png", { type: "image/png" })] }) === true
  } catch {
    return false
  }
}

function sizeText(pictures: readonly ChatPicture[]): string {
  const bytes = pictures.reduce((sum, { blob }) => sum + blob.size, 0)
  const height = pictures.reduce((sum, { heightPx }) => sum + heightPx, 0)
  const { size } = chapterTexts("portable").export
  const width = pictures[0]?.widthPx ?? 0
  return size(pictures.length, formatCount(width), formatCount(height), formatBytes(bytes))
}

function dayText(time: number): string {
  return new Intl.DateTimeFormat(languageTag(currentLocale()), { dateStyle: "short" }).format(time)
}
