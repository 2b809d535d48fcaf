import { modelConfigOf, type Session } from "#core/conversation/session.ts"
import type { Message } from "#core/conversation/message.ts"
import { providerNameOf } from "#core/models/model-list.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"
import { PresetsEditor } from "../../../masks/presets-editor.tsx"
import { PresetsView } from "../../../masks/presets-view.tsx"
import { memoryEntries, modelEntries } from "../../../model-settings/model-entries.tsx"
import { ModelSettings } from "../../../model-settings/model-form.tsx"
import { ModelSelect } from "../../../model-settings/model-select.tsx"
import { modelAbilities } from "../../../platform/gateway/model-abilities.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { useConfig } from "../../../state/config-store.ts"
import { dispatch, useConversations } from "../../../state/conversation-store.ts"
import { useEditions } from "../../../state/editions.ts"
import { sessionModel } from "../../../state/fresh-session.ts"
import { modelFacts } from "../../../state/model-facts.ts"
import { Button } from "../../../ui/button.tsx"
import { askToConfirm } from "../../../ui/confirm.tsx"
import { Dialog } from "../../../ui/dialog.tsx"
import { List } from "../../../ui/list-item.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { SwitchControl } from "../../../ui/setting-controls.tsx"
import styles from "./mask-chat.module.css"

/** The settings of one conversation: its model's, and the messages that go before it. */
export default function ChatSettingsDialog({
  sessionId,
  onClose,
}: {
  readonly sessionId: string
  readonly onClose: () => void
}) {
  const session = useConversations((state) => state.sessions[sessionId])
  return session === undefined ? null : (
    <Dialog open onClose={onClose} title={chapterTexts("masks").chatSettings} size="wide">
      <ChatSettings session={session} />
    </Dialog>
  )
}

function ChatSettings({ session }: { readonly session: Session }) {
  const t = chapterTexts("masks")
  const { id: sessionId, mask } = session
  const globalConfig = useConfig((config) => config.modelConfig)
  const value = modelConfigOf(session, globalConfig)
  const follow = async (on: boolean) => {
    if (!on) return dispatch({ type: "mask-changed", sessionId, mask: { syncGlobalConfig: false, modelConfig: value } })
    if (!(await askToConfirm({ text: t.globalConfirm, confirm: t.useGlobal }))) return
    const modelConfig = { ...useConfig.getState().modelConfig, ...sessionModel() }
    dispatch({ type: "mask-changed", sessionId, mask: { syncGlobalConfig: true, modelConfig } })
  }
  const change = (to: Partial<ModelConfig>) =>
    dispatch({ type: "mask-changed", sessionId, mask: { syncGlobalConfig: false, modelConfig: { ...value, ...to } } })
  const changeContext = (context: readonly Message[]) =>
    dispatch({ type: "mask-changed", sessionId, mask: { context } })
  const editions = useEditions("sessions", sessionId, "mask.context", mask.context)
  const abilities = modelAbilities(value.model, modelFacts(value))
  const entries = [...modelEntries(abilities), ...memoryEntries()].filter((one) => one !== false)
  return (
    <div className={styles.form}>
      <List>
        <Setting title={t.useGlobal} hint={t.useGlobalHint}>
          <SwitchControl checked={mask.syncGlobalConfig} onChange={(on) => void follow(on)} />
        </Setting>
        <Setting title={t.model} hint={chapterTexts("settings").modelHint}>
          <ModelSelect
            value={`${value.model}@${value.providerName}`}
            onChange={(chosen) => chosen && change({ model: chosen.name, providerName: providerNameOf(chosen) })}
          />
        </Setting>
        <ModelSettings value={value} onChange={change}>
          {entries.map(({ title, row }) => (
            <div key={title}>{row}</div>
          ))}
        </ModelSettings>
        <Setting title={t.hideExample} hint={t.hideExampleHint}>
          <SwitchControl
            checked={mask.hideContext === true}
            onChange={(hideContext) => dispatch({ type: "mask-changed", sessionId, mask: { hideContext } })}
          />
        </Setting>
      </List>
      <h3>{t.presets}</h3>
      <PresetsEditor value={mask.context} onChange={(context) => changeContext(context as readonly Message[])} />
      {editions.map((edition, at) => (
        <section key={at} className={styles.edition} aria-label={t.otherEdition}>
          <p>{t.otherEdition}</p>
          <PresetsView context={edition as readonly Message[]} />
          <Button onClick={() => changeContext(edition as readonly Message[])}>{t.useEdition}</Button>
        </section>
      ))}
    </div>
  )
}
