import { afterEach, expect, test, vi } from "vitest"
import { NoMicrophone, openMicrophone } from "./microphone.ts"

afterEach(() => void vi.unstubAllGlobals())

/** A browser with a microphone whose recorder fails where it is told to. Returns the microphone's track. */
function browserWhere(fails: "making" | "starting") {
  const track = { isOn: true, stop: () => void (track.isOn = false), onended: null }
  const stream = { getTracks: () => [track] }
  class Recorder {
    static isTypeSupported = () => false
    mimeType = ""
    constructor() {
      if (fails === "making") throw new DOMException("no codec", "NotSupportedError")
    }
    start() {
      throw new DOMException("no encoder", "NotSupportedError")
    }
  }
  vi.stubGlobal("MediaRecorder", Recorder)
  vi.stubGlobal("navigator", { userAgent: "", mediaDevices: { getUserMedia: async () => stream } })
  return track
}

test.each(["making", "starting"] as const)("a microphone is let go where %s its recorder fails", async (fails) => {
  const track = browserWhere(fails)
  await expect(openMicrophone({ onSlice() {}, onLost() {} })).rejects.toBeInstanceOf(NoMicrophone)
  expect(track.isOn).toBe(false)
})
