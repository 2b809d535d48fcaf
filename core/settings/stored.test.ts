import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultAppConfig } from "./app-config.ts"
import { defaultModelConfig } from "./model-config.ts"
import { readAppConfig, readModelConfig } from "./read-app-config.ts"
import { defaultSyncConfig, isSyncComplete, readSyncConfig } from "./sync-config.ts"

/** As this version stores it. */
const own = {
  state: {
    submitKey: "Ctrl + Enter",
    avatar: "1f916",
    fontSize: 18,
    fontFamily: "Georgia",
    theme: "dark",
    tightBorder: true,
    sidebarWidth: 100,
    enableArtifacts: false,
    customModels: "-all,+gpt-5",
    messageCeiling: 500_000,
    modelConfig: { ...defaultModelConfig, temperature: 1.2, compressModel: "gpt-5-mini" },
    ttsConfig: {
      enable: true,
      autoplay: false,
      engine: "Edge-TTS",
      model: "tts-1",
      voice: "pt-BR-AntonioNeural",
      speed: 1.5,
    },
  },
  version: 4.3,
}

/** As NextChat 2.15.3 stored it (`app-config`), shortened. */
const ancestor = {
  state: {
    lastUpdate: 1_727_000_000_000,
    submitKey: "Shift + Enter",
    avatar: "1f603",
    fontSize: 16,
    fontFamily: "",
    theme: "auto",
    tightBorder: false,
    sendPreviewBubble: true,
    enableAutoGenerateTitle: true,
    sidebarWidth: 300,
    enableArtifacts: true,
    disablePromptHint: true,
    dontShowMaskSplashScreen: true,
    hideBuiltinMasks: false,
    customModels: "",
    models: [{ name: "gpt-4", available: true }],
    modelConfig: {
      model: "gpt-4o-mini",
      providerName: "OpenAI",
      temperature: 0.3,
      top_p: 1,
      max_tokens: 4000,
      presence_penalty: 0,
      frequency_penalty: 0,
      sendMemory: true,
      historyMessageCount: 4,
      compressMessageLengthThreshold: 1000,
      compressModel: "gpt-4o-mini",
      compressProviderName: "OpenAI",
      enableInjectSystemPrompts: true,
      template: "{{input}}",
      size: "1024x1024",
      quality: "standard",
      style: "vivid",
    },
    ttsConfig: { enable: true, autoplay: false, engine: "OpenAI-TTS", model: "tts-1", voice: "alloy", speed: 1 },
    lastUpdateTime: 1_727_000_000_000,
    _hasHydrated: true,
  },
  version: 4,
}

describe("settings of this version", () => {
  it("come back as they were, and what was not stored is the default's", () => {
    const read = readAppConfig(own)
    expect(read).toMatchObject(own.state)
    expect(read.disablePromptHint).toBe(false)
  })

  it("stored and read again do not change", () => {
    const { models: _, ...once } = readAppConfig(own)
    expect(readAppConfig({ state: once, version: 4.3 })).toEqual(readAppConfig(own))
  })
})

describe("the ancestor's settings", () => {
  it("are taken over, its table of models is not", () => {
    const read = readAppConfig(ancestor)
    expect(read).toMatchObject({ submitKey: "Shift + Enter", theme: "auto", sendPreviewBubble: true, fontSize: 16 })
    expect(read.modelConfig).toMatchObject({ temperature: 0.3, max_tokens: 4000, historyMessageCount: 4 })
    expect(read.models).toBe(defaultAppConfig.models)
    // Fields that it did not have yet.
    expect(read.modelConfig).toMatchObject({ reasoning_effort: "minimal", verbosity: "low" })
  })

  it("of before version 4 get the compress model, of before 3.4 a short memory", () => {
    const older = readAppConfig({ ...ancestor, version: 3.9 })
    expect(older.modelConfig.compressModel).toBe(defaultModelConfig.compressModel)
    const oldest = readAppConfig({ state: { modelConfig: { historyMessageCount: 32 } }, version: 3.3 })
    expect(oldest.modelConfig).toMatchObject({ historyMessageCount: 4, compressMessageLengthThreshold: 1000 })
  })

  it("as a backup has them, without an envelope, are read too", () => {
    expect(readAppConfig(ancestor.state).submitKey).toBe("Shift + Enter")
  })
})

describe("damaged or hostile settings", () => {
  it("never are anything but settings", () => {
    const names = fc.constantFrom(...Object.keys(defaultAppConfig))
    fc.assert(
      fc.property(fc.dictionary(names, fc.anything()), fc.anything(), (state, anything) => {
        for (const saved of [anything, { state, version: 4.3 }, { state: { modelConfig: state, ttsConfig: state } }]) {
          const read = readAppConfig(saved)
          const again = readAppConfig({ state: read, version: 4.3 })
          expect(again).toEqual(read)
          expect(Object.keys(read).toSorted()).toEqual(Object.keys(defaultAppConfig).toSorted())
          for (const [name, value] of Object.entries(read)) {
            expect(typeof value).toBe(typeof defaultAppConfig[name as keyof typeof defaultAppConfig])
          }
        }
      }),
    )
  })

  it("fall back to fixed values: a temperature of 9 is 1, a missing one 0.5", () => {
    expect(readModelConfig({ temperature: 9, top_p: "1", max_tokens: -1, reasoning_effort: "extreme" })).toMatchObject({
      temperature: 1,
      top_p: 1,
      max_tokens: 100_000,
      reasoning_effort: "medium",
    })
    expect(readModelConfig({}).temperature).toBe(0.5)
  })

  it("bring no fields of their own and no prototype", () => {
    const read = readAppConfig(JSON.parse('{"state":{"__proto__":{"tightBorder":true},"evil":1},"version":4.3}'))
    expect(read).toEqual(defaultAppConfig)
  })
})

describe("the sync settings", () => {
  const webdav = { endpoint: "https://dav.example/", username: "ana", password: "x" }

  it("are complete only with every field of the chosen provider", () => {
    expect(isSyncComplete({ ...defaultSyncConfig, webdav })).toBe(true)
    expect(isSyncComplete({ ...defaultSyncConfig, webdav: { ...webdav, password: " " } })).toBe(false)
    expect(isSyncComplete({ ...defaultSyncConfig, webdav, provider: "upstash" })).toBe(false)
  })

  it("come back as they were; the ancestor's old proxy path is given up", () => {
    const config = { ...defaultSyncConfig, webdav, lastSyncTime: 5, lastProvider: "webdav" }
    expect(readSyncConfig({ state: config, version: 1.2 })).toEqual(config)
    expect(readSyncConfig({ state: { ...config, proxyUrl: "/api/cors/" }, version: 1.1 }).proxyUrl).toBe("")
  })

  it("may be anything at all", () => {
    fc.assert(
      fc.property(fc.anything(), (saved) => {
        expect(readSyncConfig({ state: saved })).toEqual(readSyncConfig({ state: readSyncConfig({ state: saved }) }))
      }),
    )
  })
})
