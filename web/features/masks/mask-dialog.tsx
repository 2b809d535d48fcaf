import { useEffect, useId, useState } from "react"
import { contentText } from "#core/gateway/content.ts"
import { withWords } from "#core/conversation/message.ts"
import { charactersOf, emptyMask, isSameMask, maskLimits, type Mask, type Preset } from "#core/masks/mask.ts"
import type { ListedMask } from "#core/masks/find-masks.ts"
import { AvatarChoice } from "../../avatar/avatar-choice.tsx"
import { BuiltinMissing } from "../../masks/builtin-missing.tsx"
import { MaskFacts } from "../../masks/mask-facts.tsx"
import { MaskTile } from "../../masks/mask-tile.tsx"
import { pasteInstead, PresetsEditor } from "../../masks/presets-editor.tsx"
import { PresetsView } from "../../masks/presets-view.tsx"
import { newId } from "../../platform/browser/new-id.ts"
import { formatCount } from "../../platform/language/format.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { maskById, refreshMasks, saveMask, useMaskEditions, useMasks } from "../../state/mask-store.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { askToConfirm } from "../../ui/confirm.tsx"
import { Dialog, type DialogProps } from "../../ui/dialog.tsx"
import field from "../../ui/field.module.css"
import { List } from "../../ui/list-item.tsx"
import { Setting } from "../../ui/setting.tsx"
import { SwitchControl } from "../../ui/setting-controls.tsx"
import { SidePanel } from "../../ui/side-panel.tsx"
import { showToast } from "../../ui/toast.tsx"
import { useMedia } from "../../ui/use-media.ts"
import type { MaskDeeds } from "./mask-card.tsx"
import styles from "./mask-dialog.module.css"
import { MaskSettings } from "./mask-settings.tsx"

export interface MaskDialogProps {
  /** The id of a mask, or "new". */
  readonly id: string
  readonly deeds: MaskDeeds
  readonly onClose: () => void
}

/** A mask beside the list, on a narrow screen in a window: one's own to write, one that comes with the program to read. */
export function MaskDialog({ id, deeds, onClose }: MaskDialogProps) {
  const t = chapterTexts("masks")
  useEffect(() => void refreshMasks(), [])
  const state = useMasks()
  const stored = maskById(state, id)
  const [known, setKnown] = useState<ListedMask>()
  // A mask that another tab deletes meanwhile can still be saved.
  if (stored !== undefined && known === undefined) setKnown(stored)
  const mask = stored ?? known
  if (id === "new") return <Editor mask={undefined} deeds={deeds} onClose={onClose} />
  if (mask?.builtin) return <Preview mask={mask} deeds={deeds} onClose={onClose} />
  if (mask) return <Editor mask={mask} deeds={deeds} onClose={onClose} />
  if (!state.isLoaded) return null
  if (state.lacksBuiltin)
    return (
      <Frame onClose={onClose} title={t.title} actions={<Button onClick={onClose}>{t.seeAll}</Button>}>
        <BuiltinMissing />
      </Frame>
    )
  return (
    <Frame onClose={onClose} title={t.notFound} actions={<Button onClick={onClose}>{t.seeAll}</Button>}>
      <p>{t.notFoundHint}</p>
    </Frame>
  )
}

/** Both keep the state of what is in them: it lies outside of them, so that a window that is made wider loses nothing. */
function Frame(props: Omit<DialogProps, "open" | "size">) {
  const isBeside = useMedia("(min-width: 1100px)")
  return isBeside ? <SidePanel {...props} /> : <Dialog open {...props} />
}

/** What was written into a mask and not saved when its screen was left, by its id: it is there when the mask is opened again. */
const unsaved = new Map<string, Mask>()

interface OpenMask {
  readonly deeds: MaskDeeds
  readonly onClose: () => void
}

function Preview({ mask, deeds, onClose }: OpenMask & { readonly mask: ListedMask }) {
  const t = chapterTexts("masks")
  return (
    <Frame
      onClose={onClose}
      title={mask.name}
      actions={
        <>
          <IconButton icon="share" label={t.share} onClick={() => deeds.share(mask)} />
          <IconButton icon="download" label={t.download} onClick={() => deeds.download(mask)} />
          <Button onClick={() => deeds.clone(mask)}>{t.clone}</Button>
          <Button variant="primary" data-autofocus onClick={() => deeds.talk(mask)}>
            {t.talk}
          </Button>
        </>
      }
    >
      <div className={styles.view}>
        <div className={styles.who}>
          <MaskTile mask={mask} isAccented />
          <div>
            <span>{mask.about}</span>
          </div>
        </div>
        <PresetsView context={mask.context} />
        <MaskFacts mask={mask} />
        <p className={styles.hint}>{t.readOnly}</p>
      </div>
    </Frame>
  )
}

function Editor({ mask, deeds, onClose }: OpenMask & { readonly mask: Mask | undefined }) {
  const t = chapterTexts("masks")
  const id = useId()
  const [first] = useState(() => mask ?? emptyMask({ id: newId(), lang: currentLocale(), createdAt: Date.now() }))
  const [before, setBefore] = useState(first)
  const key = mask?.id ?? "new"
  const [draft, setDraft] = useState(() => unsaved.get(key) ?? first)
  const [trouble, setTrouble] = useState<string>()
  const change = (to: Partial<Mask>) => {
    setDraft((now) => ({ ...now, ...to }))
    setTrouble(undefined)
  }
  const isChanged = !isSameMask(draft, before) || draft.hideContext !== before.hideContext
  useEffect(() => {
    if (isChanged) unsaved.set(key, draft)
    else unsaved.delete(key)
  }, [key, draft, isChanged])
  const builtin = useMasks((state) => state.builtin.pt)
  const editions = useMaskEditions(draft.id)
  const { lead, rest } = apart(draft.context)
  const size = contentText(lead?.content).length

  /** Saves what is written; false where that cannot be. */
  const save = async (): Promise<Mask | undefined> => {
    const name = draft.name.trim()
    const context = draft.context.filter(({ content }) => typeof content !== "string" || content.trim() !== "")
    if (name === "") {
      setTrouble(t.needsName)
      document.getElementById(`${id}-name`)?.focus()
      return undefined
    }
    if (context.length > maskLimits.presets || charactersOf(context) > maskLimits.characters) {
      setTrouble(t.tooLong)
      return undefined
    }
    const after = { ...draft, name, context }
    try {
      await saveMask(after, mask === undefined && before === first ? undefined : before)
    } catch {
      setTrouble(t.saveFailed)
      return undefined
    }
    // Its window closes before what is drawn next could see to it.
    unsaved.delete(key)
    setBefore(after)
    setDraft(after)
    return after
  }
  const close = async () => {
    if (isChanged && !(await askToConfirm({ text: t.discardConfirm, confirm: t.discard, danger: true }))) return
    unsaved.delete(key)
    onClose()
  }

  return (
    <Frame
      asksFirst
      onClose={() => void close()}
      title={mask === undefined ? t.add : t.editTitle}
      actions={
        <>
          {mask === undefined ? (
            <p className={styles.foot}>{t.kept}</p>
          ) : (
            <>
              <IconButton icon="share" label={t.share} onClick={() => deeds.share(draft)} />
              <IconButton icon="download" label={t.download} onClick={() => deeds.download(draft)} />
            </>
          )}
          <Button
            onClick={() =>
              void save().then((saved) => {
                if (saved) deeds.talk(saved)
              })
            }
          >
            {t.talk}
          </Button>
          <Button
            variant="primary"
            onClick={() =>
              void save().then((saved) => {
                if (!saved) return
                showToast({ text: t.saved })
                onClose()
              })
            }
          >
            {t.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.who}>
          <AvatarChoice
            first={roleFaces(builtin)}
            value={draft.avatar}
            onChange={(avatar) => change({ avatar })}
            label={t.picture}
          />
          <div>
            <label className={styles.label} htmlFor={`${id}-name`}>
              {t.name}
            </label>
            <input
              id={`${id}-name`}
              className={field.field}
              value={draft.name}
              maxLength={maskLimits.nameCharacters}
              dir="auto"
              data-autofocus
              aria-invalid={trouble === t.needsName}
              onChange={(event) => change({ name: event.target.value })}
            />
          </div>
        </div>
        {trouble !== undefined && (
          <p role="alert" className={styles.warning}>
            {trouble}
          </p>
        )}
        <div className={styles.part}>
          <label className={styles.label} htmlFor={`${id}-lead`}>
            {t.instructions}
            <small>{size > 0 && t.characters(formatCount(size))}</small>
          </label>
          <textarea
            id={`${id}-lead`}
            className={classNames(field.field, styles.instructions)}
            rows={5}
            dir="auto"
            placeholder={t.instructionsHint}
            value={contentText(lead?.content)}
            onChange={(event) => change({ context: withLead(draft.context, event.target.value) })}
            onPaste={(event) => {
              if (contentText(lead?.content) === "")
                pasteInstead(event, (pasted) => change({ context: [...pasted, ...rest] }))
            }}
          />
        </div>
        <div className={styles.part}>
          <h3 className={styles.label}>
            {t.example}
            <small>{rest.length > 0 && t.messages(rest.length)}</small>
          </h3>
          <PresetsEditor
            value={rest}
            before={lead === undefined ? 0 : 1}
            onChange={(next) => change({ context: lead === undefined ? next : [lead, ...next] })}
          />
        </div>
        {editions.map((edition, at) => (
          <section key={at} className={styles.edition} aria-label={t.otherEdition}>
            <p className={styles.hint}>{t.otherEdition}</p>
            <PresetsView context={edition} />
            <Button onClick={() => change({ context: edition })}>{t.useEdition}</Button>
          </section>
        ))}
        <List>
          <Setting title={t.hideExample} hint={t.hideExampleHint}>
            <SwitchControl checked={draft.hideContext === true} onChange={(hideContext) => change({ hideContext })} />
          </Setting>
        </List>
        <MaskSettings mask={draft} onChange={change} />
        {mask !== undefined && (
          <div>
            <Button icon="copy" variant="quiet" onClick={() => deeds.clone(draft)}>
              {t.clone}
            </Button>
            <Button icon="trash" variant="quiet" onClick={() => deeds.remove(mask)}>
              {t.delete}
            </Button>
          </div>
        )}
        {mask !== undefined && <p className={styles.hint}>{t.kept}</p>}
      </div>
    </Frame>
  )
}

/** The faces of the masks that come with the program: each stands for something to do. */
function roleFaces(builtin: readonly Mask[] = []): readonly string[] {
  return builtin.map(({ avatar }) => avatar)
}

/** A mask's messages as the form shows them: the instructions that it begins with, and the rest. */
function apart(context: readonly Preset[]): { readonly lead: Preset | undefined; readonly rest: readonly Preset[] } {
  const [first, ...rest] = context
  return first?.role === "system" ? { lead: first, rest } : { lead: undefined, rest: context }
}

function withLead(context: readonly Preset[], words: string): readonly Preset[] {
  const { lead, rest } = apart(context)
  if (lead === undefined && words === "") return context
  const written = lead ?? { id: newId(), role: "system" as const, content: "", date: 0 }
  return [{ ...written, content: withWords(written.content, words) }, ...rest]
}
