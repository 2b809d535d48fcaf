import { useEffect } from "react"
import type { ScreenAddress } from "#core/screens/screens.ts"
import { submitKeys } from "#core/settings/submit-key.ts"
import { formatCount } from "../../platform/language/format.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { refreshPrompts, usePrompts } from "../../state/prompt-store.ts"
import { openPrompts } from "../../state/prompts-dialog.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { ConfigSwitch } from "./config-controls.tsx"
import { SelectControl } from "../../ui/setting-controls.tsx"
import type { Chapter } from "./chapter.ts"
import { entry, type Entry } from "../../ui/setting-entry.tsx"
import { Setting } from "../../ui/setting.tsx"

/** How one writes, and what stands beside it. */
export function chatChapter({ hasKeys }: { readonly hasKeys: boolean }): Chapter {
  const t = chapterTexts("settings")
  return {
    id: "conversa",
    title: t.chat,
    entries: [
      // A device that is only touched has no key to send with.
      hasKeys && entry(t.submitKey, t.submitKeyHint, <SubmitKeyControl />),
      entry(t.showCostEstimate, t.showCostEstimateHint, <ConfigSwitch name="showCostEstimate" />),
      entry(t.autoTitle, t.autoTitleHint, <ConfigSwitch name="enableAutoGenerateTitle" />),
      entry(t.promptHints, t.promptHintsHint, <ConfigSwitch name="disablePromptHint" isOff />),
      { title: t.promptList, hint: t.promptHintsHint, row: <PromptList /> },
      entry(t.artifacts, t.artifactsHint, <ConfigSwitch name="enableArtifacts" />),
    ],
  }
}

/** The ready-made roles conversations may begin with. */
export function masksChapter(): Chapter {
  const t = chapterTexts("settings")
  const beforeOff = () => askToConfirm({ text: t.maskSplashConfirm, confirm: t.maskSplashOff })
  return {
    id: "mascaras",
    title: t.masks,
    entries: [
      entry(
        t.maskSplash,
        t.maskSplashHint,
        <ConfigSwitch name="dontShowMaskSplashScreen" isOff beforeOff={beforeOff} />,
      ),
      entry(t.builtinMasks, t.builtinMasksHint, <ConfigSwitch name="hideBuiltinMasks" isOff />),
      leadsTo("/masks", t.maskList, t.maskListHint),
    ],
  }
}

/** What the model may call. */
export function pluginsChapter(): Chapter {
  const t = chapterTexts("settings")
  return { id: "plugins", title: texts().shell.plugins, entries: [leadsTo("/plugins", t.plugins, t.pluginsHint)] }
}

/** What has a screen of its own: who looks for it here is led there. */
function leadsTo(href: ScreenAddress, title: string, hint: string): Entry {
  const open = chapterTexts("sync").open
  return entry(
    title,
    hint,
    <ButtonLink href={href} aria-label={`${open}: ${title}`}>
      {open}
    </ButtonLink>,
    { isPlain: true },
  )
}

function SubmitKeyControl() {
  const submitKey = useConfig((config) => config.submitKey)
  return (
    <SelectControl
      value={submitKey}
      options={submitKeys.map((key) => ({ value: key, text: key }))}
      onChange={(chosen) => useConfig.getState().change({ submitKey: chosen })}
    />
  )
}

function PromptList() {
  const t = chapterTexts("settings")
  const { own, builtin } = usePrompts()
  useEffect(() => void refreshPrompts(), [])
  const hint = t.promptListCount(formatCount(own.length), formatCount(builtin.length))
  return (
    <Setting title={t.promptList} hint={hint} isPlain>
      <Button icon="edit" aria-label={`${t.promptListOpen}: ${t.promptList}`} onClick={openPrompts}>
        {t.promptListOpen}
      </Button>
    </Setting>
  )
}
