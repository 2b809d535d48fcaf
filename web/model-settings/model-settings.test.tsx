import { renderToStaticMarkup } from "react-dom/server"
import { beforeAll, expect, test, vi } from "vitest"
import { defaultModelConfig, type ModelConfig } from "#core/settings/model-config.ts"
import { formatCount } from "../platform/language/format.ts"
import { chapterTexts, loadChapters, loadTexts } from "../platform/language/texts.ts"
import { memoryEntries, modelEntries, type SettableAbilities } from "./model-entries.tsx"
import { ModelSettings } from "./model-form.tsx"

// The page's address is read when its modules are; there is no page here.
vi.hoisted(() => vi.stubGlobal("location", new URL("http://localhost/")))

beforeAll(async () => {
  await loadTexts("pt")
  await loadChapters("settings")
})

const all: SettableAbilities = { efforts: ["low", "high"], sampling: "always", verbosity: true, outputMost: 8_000 }

/** The form as it is drawn, for a model with these abilities and these settings. */
function formOf(abilities: SettableAbilities, settings: Partial<ModelConfig> = {}): string {
  const entries = [...modelEntries(abilities), ...memoryEntries()].flatMap((entry) => entry || [])
  return renderToStaticMarkup(
    <ModelSettings value={{ ...defaultModelConfig, ...settings }} onChange={() => {}}>
      {entries.map(({ title, row }) => (
        <div key={title}>{row}</div>
      ))}
    </ModelSettings>,
  )
}

test("shows the settings it is given, whosever they are", () => {
  const html = formOf(all, { temperature: 1.3, historyMessageCount: 7, template: "Só em versos: {{input}}" })
  expect(html).toContain('value="1.3"')
  expect(html).toContain('value="7"')
  expect(html).toContain("Só em versos: {{input}}")
})

test("has no setting that the model does not accept", () => {
  const t = chapterTexts("settings")
  const titles = (abilities: SettableAbilities) =>
    modelEntries(abilities).flatMap((entry) => (entry ? [entry.title] : []))
  const plain: SettableAbilities = { efforts: [], sampling: "never", verbosity: false, outputMost: 8_000 }
  expect(titles(all)).toEqual(expect.arrayContaining([t.temperature, t.verbosity]))
  expect(titles(plain)).not.toEqual(expect.arrayContaining([t.temperature]))
  expect(titles(all).length - titles(plain).length).toBe(6)
})

test("says where more output is set than the model can give", () => {
  expect(formOf(all, { max_tokens: 9_000 })).toContain(formatCount(8_000))
  expect(formOf(all, { max_tokens: 7_000 })).not.toContain(formatCount(8_000))
})

test("a control outside of a form is a mistake that is told", () => {
  const [first] = modelEntries(all)
  expect(() => renderToStaticMarkup(<>{first && first.row}</>)).toThrow("outside of a form")
})
