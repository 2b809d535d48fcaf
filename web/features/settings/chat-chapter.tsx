import { useEffect } from "react"
import { submitKeys } from "#core/settings/submit-key.ts"
import { presentCount } from "../../platform/present.ts"
import { texts } from "../../platform/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { refreshPrompts, usePrompts } from "../../state/prompt-store.ts"
import { openPrompts } from "../../state/prompts-dialog.ts"
import { Button } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { ConfigSwitch } from "./config-controls.tsx"
import { SelectControl } from "./controls.tsx"
import { entry, type Chapter } from "./entry.tsx"
import { Setting } from "./setting.tsx"

/** How one writes, and what stands beside it. */
export function chatChapter(): Chapter {
  const t = texts().settings
  return {
    id: "conversa",
    title: t.chat,
    entries: [
      entry(t.submitKey, t.submitKeyHint, <SubmitKeyControl />),
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
  const t = texts().settings
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
    ],
  }
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
  const t = texts().settings
  const { own, builtin } = usePrompts()
  useEffect(() => void refreshPrompts(), [])
  const hint = t.promptListCount(presentCount(own.length), presentCount(builtin.length))
  return (
    <Setting title={t.promptList} hint={hint} isPlain>
      <Button icon="edit" aria-label={`${t.promptListOpen}: ${t.promptList}`} onClick={openPrompts}>
        {t.promptListOpen}
      </Button>
    </Setting>
  )
}
