import { useState, type DragEvent, type ReactNode } from "react"
import type { SourceName } from "#core/portable/imported-chat.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { readAppConfig } from "#core/settings/read-app-config.ts"
import { formatCount, formatList } from "../../platform/language/format.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import type { ImportReport } from "../../platform/portable/import-messages.ts"
import { pickFiles } from "../../platform/files/file-picker.ts"
import { useLocation } from "../../platform/browser/links.ts"
import { adoptOwnKeys } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Icon, type IconName } from "../../ui/icon.tsx"
import { showToast } from "../../ui/toast.tsx"
import { Check } from "./check.tsx"
import styles from "./portable.module.css"
import { RestoreStep } from "./restore-step.tsx"
import { useImport } from "./use-import.ts"

/** Brings in what another program exported, or a backup of ours: choosing, a preview, and a report of what became of it. */
export function ImportDialog({ files, onClose }: { readonly files: readonly File[]; readonly onClose: () => void }) {
  const t = chapterTexts("portable").import
  const { step, survey, bring, undo, restore, cancel } = useImport(files)
  const [takesSettings, setTakesSettings] = useState(false)
  const [takesKeys, setTakesKeys] = useState(false)
  const isBusy = "part" in step
  const [, navigate] = useLocation()
  const importNow = async (report: ImportReport) => {
    if (!(await bring())) return
    for (const { store, value } of report.settings) {
      if (store === "app-config" && takesSettings) {
        const { models: _models, sidebarWidth: _width, ...config } = readAppConfig(value)
        useConfig.getState().change(config)
      }
      if (store === "access-control" && takesKeys) adoptOwnKeys(value)
    }
  }
  const choose = () =>
    pickFiles(
      { accept: ".zip,.json,.jsonl,.ndjson,.md,.txt,.html,.htm,application/zip,application/json" },
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
              }}
            >
              {t.show}
            </Button>
          </>
        )
      }
      case "undone":
        return <Button onClick={onClose}>{texts().shell.close}</Button>
      default:
        return null
    }
  }
  const close = () => {
    if (step.step === "restoring" || step.step === "undoing") return
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
          <RestoreStep copy={step.report.copy} restore={restore} />
        )}
        {step.step === "preview" && step.report.copy === undefined && (
          <>
            <ReportView report={step.report} isDone={false} />
            {step.report.settings.length > 0 && (
              <section className={styles.card}>
                <p className={styles.soft}>{t.settingsFound}</p>
                {step.report.settings.some(({ store }) => store === "app-config") && (
                  <Check checked={takesSettings} onChange={setTakesSettings} text={t.takeSettings} />
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
        {step.step === "undone" && (
          <p role="status">{t.undone(formatCount(step.removed), step.kept, formatCount(step.kept))}</p>
        )}
      </div>
    </Dialog>
  )
}

const sourceNames: Readonly<Partial<Record<SourceName, string>>> = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  gemini: "Gemini",
  nextchat: "NextChat",
  deepseek: "DeepSeek",
  "open-webui": "Open WebUI",
  librechat: "LibreChat",
  markdown: "Markdown",
  messages: "JSON",
  prosa: "Prosa",
}
const sourceList = ["ChatGPT", "Claude", "Gemini", "NextChat", "Open WebUI", "LibreChat"]

function hasNews({ came, grown, masks, prompts, plugins, settings }: ImportReport): boolean {
  return came + grown + masks + prompts + plugins + settings.length > 0
}

/** What is in a file, or what came of it. */
function ReportView({ report, isDone }: { readonly report: ImportReport; readonly isDone: boolean }) {
  const t = chapterTexts("portable").import
  const { came, grown, entries, skipped, missingPictures, otherFiles, cutFiles, leftOut } = report
  const taken = came + grown
  const left = entries - taken
  const sources = formatList(report.sources.map((name) => sourceNames[name] ?? name))
  const more = [
    [t.labels.messages, report.messages],
    [t.labels.pictures, report.pictures],
    [t.labels.versions, report.versions],
    [t.labels.branches, report.branches],
    [t.labels.masks, report.masks],
    [t.labels.prompts, report.prompts],
    [t.labels.plugins, report.plugins],
  ] as const
  const period = report.from === undefined ? "" : t.period(monthText(report.from), monthText(report.to ?? report.from))
  return (
    <>
      <div role="status">
        {isDone && (
          <span className={styles.tile} aria-hidden="true">
            <Icon name={taken > 0 ? "check" : "info"} size={20} />
          </span>
        )}
        <h3 className={styles.big}>
          {taken === 0 && entries > 0 ? t.nothingNew : isDone ? t.came(taken) : t.found(taken)}
        </h3>
        <p className={styles.soft}>{[sources, period].filter((text) => text !== "").join(" · ")}</p>
        {report.isCancelled && <p role="alert">{t.cancelled}</p>}
      </div>
      <dl className={styles.facts}>
        {more
          .filter(([, count], at) => count > 0 || at === 0)
          .map(([name, count]) => (
            <div key={name}>
              <dd>{formatCount(count)}</dd>
              <dt>{name}</dt>
            </div>
          ))}
      </dl>
      {grown > 0 && <Note icon="chat">{t.grown(grown)}</Note>}
      {left > 0 && (
        <section className={styles.card}>
          <h4>
            {t.leftOut(left)}
            <span>{t.sum(formatCount(taken), formatCount(left), formatCount(entries))}</span>
          </h4>
          <ul className={styles.reasons}>
            {skipped.map(({ reason, count, titles }) => (
              <li key={reason}>
                <b>{formatCount(count)}</b>
                <span>
                  {t.reasons[reason]}
                  {reason !== "known" &&
                    titles.length > 0 &&
                    `: ${formatList(titles.slice(0, 5).map((title) => `“${title}”`))}`}
                  {reason !== "known" && count > 5 && titles.length > 5 && " …"}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {missingPictures > 0 && <Note icon="image">{t.missingPictures(missingPictures)}</Note>}
      {leftOut > 0 && <Note icon="info">{t.hidden(formatCount(leftOut))}</Note>}
      {cutFiles.length > 0 && <Note icon="warning">{t.cutFiles(formatList(cutFiles.slice(0, 3)))}</Note>}
      {otherFiles.length > 0 && (
        <Note icon="file">{t.otherFiles(formatList(otherFiles.slice(0, 5)), formatCount(otherFiles.length))}</Note>
      )}
      {!isDone && report.sample.length > 0 && (
        <section className={styles.card}>
          <h4>{t.sample}</h4>
          <ul className={styles.sample}>
            {report.sample.slice(0, 5).map((title, at) => (
              <li key={`${at} ${title}`} dir="auto">
                {title || texts().shell.newConversation}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Note({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <div className={styles.note}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}

function drop(event: DragEvent, survey: (files: readonly File[]) => Promise<void>): void {
  const files = [...event.dataTransfer.files]
  if (files.length === 0) return
  event.preventDefault()
  event.stopPropagation()
  void survey(files)
}

function dayText(time: number): string {
  return new Intl.DateTimeFormat(languageTag(currentLocale()), { day: "2-digit", month: "2-digit" }).format(time)
}

function monthText(time: number): string {
  return new Intl.DateTimeFormat(languageTag(currentLocale()), { month: "long", year: "numeric" }).format(time)
}
