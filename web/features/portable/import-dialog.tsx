import { useState, type DragEvent, type ReactNode } from "react"
import { own } from "#core/i18n/isolates.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { settingsOfFile } from "#core/portable/under-way.ts"
import { formatCount, formatList } from "../../platform/language/format.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import type { ImportReport, RestoreLosses } from "../../platform/portable/import-messages.ts"
import { undoneText } from "../../platform/portable/undone-text.ts"
import { droppedFiles } from "../../platform/files/dropped-files.ts"
import { pickFiles } from "../../platform/files/file-picker.ts"
import { useLocation } from "../../platform/browser/links.ts"
import { openAnew } from "../../platform/browser/page-address.ts"
import { adoptOwnKeys } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { useDrawer } from "../../ui/drawer.tsx"
import { Icon } from "../../ui/icon.tsx"
import { showToast } from "../../ui/toast.tsx"
import { useIsMobile } from "../../ui/use-media.ts"
import { Check } from "./check.tsx"
import { hasNews, Note, ReportView } from "./import-report.tsx"
import styles from "./portable.module.css"
import { RestoreStep } from "./restore-step.tsx"
import { SettingChanges } from "./setting-changes.tsx"
import { useImport } from "./use-import.ts"

/** Brings in what another program exported, or a backup of ours: choosing, a preview, and a report of what became of it. */
export function ImportDialog({ files, onClose }: { readonly files: readonly File[]; readonly onClose: () => void }) {
  const t = chapterTexts("portable").import
  const { step, survey, bring, undo, restore, cancel } = useImport(files)
  const [takesSettings, setTakesSettings] = useState(false)
  const [takesKeys, setTakesKeys] = useState(false)
  const isBusy = "part" in step
  const found = step.step === "preview" ? step.report.settings : []
  const appConfig = found.find(({ store }) => store === "app-config")?.value
  const [, navigate] = useLocation()
  const drawer = useDrawer()
  const isMobile = useIsMobile()
  const importNow = async (report: ImportReport) => {
    if (!(await bring())) return
    for (const { store, value } of report.settings) {
      if (store === "app-config" && takesSettings) {
        const { change, ...here } = useConfig.getState()
        change(settingsOfFile(value, here))
      }
      if (store === "access-control" && takesKeys) adoptOwnKeys(value)
    }
  }
  const choose = () =>
    pickFiles(
      { accept: ".zip,.json,.jsonl,.ndjson,.md,.txt,.html,.htm,.tgz,.gz,application/zip,application/json" },
      (chosen) => void survey(chosen),
    )
  const actions = (): ReactNode => {
    switch (step.step) {
      case "choosing":
        return (
          <Button variant="primary" icon="file" onClick={choose}>
            {t.choose}
          </Button>
        )
      case "reading":
      case "importing":
        return <Button onClick={cancel}>{texts().shell.cancel}</Button>
      case "preview":
        if (step.report.copy !== undefined) return null
        return (
          <>
            <Button onClick={choose}>{t.chooseOther}</Button>
            {hasNews(step.report) && (
              <Button variant="primary" onClick={() => void importNow(step.report)}>
                {t.import}
              </Button>
            )}
          </>
        )
      case "done": {
        const { importId } = step.report
        return (
          <>
            {importId !== undefined && (
              <Button variant="danger" icon="retry" onClick={() => void undo(importId)}>
                {t.undo}
                <small>{t.until(dayText(step.undoableUntil))}</small>
              </Button>
            )}
            <Button
              variant="primary"
              onClick={() => {
                onClose()
                navigate("/chat")
                if (isMobile) drawer.open()
              }}
            >
              {t.show}
            </Button>
          </>
        )
      }
      case "restored":
        return (
          <Button variant="primary" onClick={openAnew}>
            {t.show}
          </Button>
        )
      case "undone":
        return <Button onClick={onClose}>{texts().shell.close}</Button>
      default:
        return null
    }
  }
  const close = () => {
    if (step.step === "restoring" || step.step === "undoing") return
    // The page still shows what was here before.
    if (step.step === "restored") return openAnew()
    if (step.step === "importing") {
      cancel()
      showToast({ text: t.cancelled })
    }
    onClose()
  }
  return (
    <Dialog open onClose={close} title={t.title} actions={actions()}>
      <div
        className={styles.body}
        aria-busy={isBusy}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => drop(event, survey)}
      >
        {step.step === "choosing" && (
          <>
            {step.trouble && (
              <div role="alert" className={styles.trouble}>
                <Icon name="warning" />
                <div>
                  <b>{t.failed}</b>
                  <p>{t.troubles[step.trouble.kind]}</p>
                  {step.trouble.fileName && <p dir="auto">{step.trouble.fileName}</p>}
                </div>
              </div>
            )}
            <p>{t.intro}</p>
            <ul className={styles.sources}>
              {sourceList.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
            <p className={styles.soft}>{t.drop}</p>
          </>
        )}
        {"part" in step && (
          <div className={styles.progress}>
            <p role="status">{t.steps[step.step]}</p>
            <progress max={1} value={step.part} aria-label={t.steps[step.step]} />
          </div>
        )}
        {step.step === "preview" && step.report.copy !== undefined && (
          <>
            <RestoreStep copy={step.report.copy} restore={restore} />
            {step.report.cutFiles.length > 0 && (
              <Note icon="warning">{t.cutFiles(formatList(step.report.cutFiles.map(own)))}</Note>
            )}
          </>
        )}
        {step.step === "restored" && <Losses {...step} />}
        {step.step === "preview" && step.report.copy === undefined && (
          <>
            <ReportView report={step.report} isDone={false} />
            {step.report.settings.length > 0 && (
              <section className={styles.card}>
                <p className={styles.soft}>{t.settingsFound}</p>
                {appConfig !== undefined && (
                  <>
                    <SettingChanges coming={(here) => settingsOfFile(appConfig, here)} />
                    <Check checked={takesSettings} onChange={setTakesSettings} text={t.takeSettings} />
                  </>
                )}
                {step.report.settings.some(({ store }) => store === "access-control") && (
                  <Check checked={takesKeys} onChange={setTakesKeys} text={t.takeKeys} />
                )}
              </section>
            )}
          </>
        )}
        {step.step === "done" && (
          <>
            <ReportView report={step.report} isDone />
            {takesKeys && step.report.settings.some(({ store }) => store === "access-control") && (
              <Note icon="settings">{t.keysOff}</Note>
            )}
          </>
        )}
        {step.step === "undone" && <p role="status">{undoneText(step)}</p>}
      </div>
    </Dialog>
  )
}

/** What of a backup could not be read. */
function Losses({ lostPictures, lostRecords, lacksSettings }: RestoreLosses & { readonly lacksSettings: boolean }) {
  const { restore: t, import: other } = chapterTexts("portable")
  const facts = [
    [other.labels.pictures(lostPictures), lostPictures],
    [t.records, lostRecords],
  ] as const
  return (
    <div role="alert">
      {lostPictures + lostRecords > 0 && <Note icon="warning">{t.damaged}</Note>}
      {lacksSettings && <Note icon="warning">{t.settingsLeft}</Note>}
      <dl className={styles.facts}>
        {facts
          .filter(([, count]) => count > 0)
          .map(([name, count]) => (
            <div key={name}>
              <dd>{formatCount(count)}</dd>
              <dt>{name}</dt>
            </div>
          ))}
      </dl>
    </div>
  )
}

const sourceList = ["ChatGPT", "Claude", "Gemini", "NextChat", "Open WebUI", "LibreChat"]

function drop(event: DragEvent, survey: (files: readonly File[]) => Promise<void>): void {
  if (event.dataTransfer.files.length === 0) return
  event.preventDefault()
  event.stopPropagation()
  void droppedFiles(event.dataTransfer).then(survey)
}

function dayText(time: number): string {
  return new Intl.DateTimeFormat(languageTag(currentLocale()), { day: "2-digit", month: "2-digit" }).format(time)
}
