import { expect, test } from "vitest"
import { defaultAppConfig } from "../settings/app-config.ts"
import { settingChanges } from "./setting-changes.ts"
import { settingsOfFile } from "./under-way.ts"

test("what a file would change is told setting by setting, as it is now and then, and nothing that stays", () => {
  const { modelConfig, ttsConfig } = defaultAppConfig
  const file = {
    state: {
      fontSize: 18,
      theme: defaultAppConfig.theme,
      sidebarWidth: 480,
      modelConfig: { ...modelConfig, temperature: 1.2 },
      ttsConfig: { ...ttsConfig, voice: "nova" },
    },
    version: 4.1,
  }
  expect(settingChanges(settingsOfFile(file, defaultAppConfig), defaultAppConfig)).toEqual([
    { name: "fontSize", before: 14, after: 18 },
    { name: "temperature", before: modelConfig.temperature, after: 1.2 },
    { name: "tts-voice", before: "alloy", after: "nova" },
  ])
  expect(settingChanges(settingsOfFile({ state: {}, version: 4.1 }, defaultAppConfig), defaultAppConfig)).toEqual([])
})
