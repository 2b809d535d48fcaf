import { texts } from "../../platform/texts.ts"
import { Screen } from "../../ui/screen.tsx"
import { AccessCodeSetting } from "./access-code-setting.tsx"
import { AppearanceSettings } from "./appearance-settings.tsx"
import { ChatSettings } from "./chat-settings.tsx"
import { Section } from "./section.tsx"
import { SpendingSettings } from "./spending-settings.tsx"
import styles from "./settings.module.css"

/** Every setting in one document, open, each saved at once. */
export default function SettingsScreen() {
  const t = texts().settings
  return (
    <Screen title={t.title}>
      <div className={styles.sections}>
        <Section title={t.access}>
          <AccessCodeSetting />
        </Section>
        <Section title={t.spending}>
          <SpendingSettings />
        </Section>
        <Section title={t.appearance}>
          <AppearanceSettings />
        </Section>
        <Section title={t.chat}>
          <ChatSettings />
        </Section>
        <p className={styles.saved}>{t.savedAtOnce}</p>
      </div>
    </Screen>
  )
}
