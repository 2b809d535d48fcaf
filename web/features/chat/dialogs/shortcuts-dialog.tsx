import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { useConfig } from "../../../state/config-store.ts"
import { Dialog } from "../../../ui/dialog.tsx"
import styles from "./shortcuts-dialog.module.css"
import { shortcutKeys, shortcutNames } from "../shortcuts.ts"

/** Every key the chat knows. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { shortcutNames: names, keys: keyNames } = chapterTexts("dialogs")
  const submitKey = useConfig((config) => config.submitKey).split(" + ")
  const newLine = submitKey.length === 1 ? ["Shift", "Enter"] : ["Enter"]
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ...shortcutNames.map((name) => [names[name], shortcutKeys[name]] as const),
    [names.previousChat, ["Alt", "↑"]],
    [names.nextChat, ["Alt", "↓"]],
    [names.lastMessage, ["↑"]],
    [names.prompts, ["/"]],
    [names.commands, [":"]],
    [names.send, submitKey],
    [names.newLine, newLine],
  ]
  return (
    <Dialog open onClose={onClose} title={texts().composer.shortcuts}>
      <dl className={styles.list}>
        {rows.map(([name, keys]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{isMac() && (key === "Control" || key === "Meta") ? "⌘" : (keyNames[key] ?? key)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}
