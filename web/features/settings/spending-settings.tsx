import { texts } from "../../platform/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { ListItem } from "../../ui/list-item.tsx"
import { CeilingSetting } from "./ceiling-setting.tsx"

/** What a message and a day may cost, and where it went. */
export function SpendingSettings() {
  const t = texts().settings
  const { messageCeiling, dayCeiling, change } = useConfig()
  return (
    <>
      <CeilingSetting
        title={t.messageCeiling}
        hint={t.messageCeilingHint}
        value={messageCeiling}
        onChange={(value) => change({ messageCeiling: value })}
      />
      <CeilingSetting
        title={t.dayCeiling}
        hint={t.dayCeilingHint}
        value={dayCeiling}
        onChange={(value) => change({ dayCeiling: value })}
      />
      <ListItem title={t.statement} hint={t.statementHint}>
        <ButtonLink href="/statement">{texts().statement.open}</ButtonLink>
      </ListItem>
    </>
  )
}
