import type { ReactNode } from "react"
import { own } from "#core/i18n/isolates.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { formatCount, formatList } from "../../platform/language/format.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import type { ImportReport } from "../../platform/portable/import-messages.ts"
import { sourceName } from "../../platform/portable/source-name.ts"
import { Icon, type IconName } from "../../ui/icon.tsx"
import styles from "./portable.module.css"

/** Whether a file holds anything that is not here yet. */
export function hasNews({ came, grown, filled, masks, prompts, plugins, settings }: ImportReport): boolean {
  return came + grown + filled + masks + prompts + plugins + settings.length > 0
}

/** What is in a file, or what came of it. */
export function ReportView({ report, isDone }: { readonly report: ImportReport; readonly isDone: boolean }) {
  const t = chapterTexts("portable").import
  const { came, grown, filled, entries, skipped, missingPictures, missingFiles, otherFiles, cutFiles, leftOut } = report
  const taken = came + grown + filled
  const left = entries - taken
  const sources = formatList(report.sources.map(sourceName))
  const more = [
    [t.labels.messages(report.messages), report.messages],
    [t.labels.pictures(report.pictures), report.pictures],
    [t.labels.versions(report.versions), report.versions],
    [t.labels.branches(report.branches), report.branches],
    [t.labels.masks(report.masks), report.masks],
    [t.labels.prompts(report.prompts), report.prompts],
    [t.labels.plugins(report.plugins), report.plugins],
  ] as const
  const period = report.from === undefined ? "" : t.period(monthText(report.from), monthText(report.to ?? report.from))
  return (
    <>
      <div role="status">
        {isDone && (
          <span className={styles.tile} aria-hidden="true">
            <Icon name={hasNews(report) ? "check" : "info"} size={20} />
          </span>
        )}
        <h3 className={styles.big}>
          {came + grown > 0
            ? t[isDone ? "came" : "found"](came + grown)
            : hasNews(report)
              ? t[isDone ? "cameOther" : "foundOther"]
              : t.nothingNew}
        </h3>
        <p className={styles.soft}>{[sources, period].filter((text) => text !== "").join(" · ")}</p>
        {report.isCancelled && <p role="alert">{t.cancelled}</p>}
      </div>
      <dl className={styles.facts}>
        {more
          .filter(([, count], at) => count > 0 || (at === 0 && (entries > 0 || !hasNews(report))))
          .map(([name, count]) => (
            <div key={name}>
              <dd>{formatCount(count)}</dd>
              <dt>{name}</dt>
            </div>
          ))}
      </dl>
      {grown > 0 && <Note icon="chat">{t.grown(grown)}</Note>}
      {filled > 0 && <Note icon="image">{t.filled(formatCount(filled))}</Note>}
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
      {missingFiles > 0 && <Note icon="file">{t.missingFiles(missingFiles)}</Note>}
      {leftOut > 0 && <Note icon="info">{t.hidden(formatCount(leftOut))}</Note>}
      {cutFiles.length > 0 && <Note icon="warning">{t.cutFiles(formatList(cutFiles.slice(0, 3).map(own)))}</Note>}
      {otherFiles.length > 0 && (
        <Note icon="file">
          {t.otherFiles(formatList(otherFiles.slice(0, 5).map(own)), formatCount(otherFiles.length))}
        </Note>
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

/** A line that says something apart. */
export function Note({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <div className={styles.note}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}

function monthText(time: number): string {
  return new Intl.DateTimeFormat(languageTag(currentLocale()), { month: "long", year: "numeric" }).format(time)
}
