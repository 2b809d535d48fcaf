import { texts } from "../../platform/texts.ts"
import { Screen } from "../../ui/screen.tsx"

export default function StatementScreen() {
  return <Screen title={texts().statement.title}>{null}</Screen>
}
