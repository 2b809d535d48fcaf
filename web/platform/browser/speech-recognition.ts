/** The part of the browser's recognition that is used; its types are in no library yet. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  processLocally?: boolean
  onstart: (() => void) | null
  onresult: ((event: { readonly results: Iterable<Iterable<{ readonly transcript: string }>> }) => void) | null
  onerror: ((event: { readonly error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
  abort(): void
}
interface RecognitionClass {
  new (): Recognition
  available?(options: { readonly langs: readonly string[]; readonly processLocally: true }): Promise<string>
}

/** An installed page of an iPhone has the object, which does nothing: so long is waited for it to begin, in ms. */
const beginMs = 3_000
/** So long the browser's question about the microphone may stand on the screen before this press is given up, in ms. */
const answerMs = 120_000

function recognitionClass(): RecognitionClass | undefined {
  const here = globalThis as unknown as Readonly<Record<string, RecognitionClass | undefined>>
  return here["SpeechRecognition"] ?? here["webkitSpeechRecognition"]
}

export function canRecognise(): boolean {
  return recognitionClass() !== undefined
}

/** Whether speech is recognised on this device, so that the voice leaves it for nobody. */
export async function isRecognisedHere(lang: string): Promise<boolean> {
  try {
    return (await recognitionClass()?.available?.({ langs: [lang], processLocally: true })) === "available"
  } catch {
    return false
  }
}

/** The question about the microphone, where the browser asks it and tells of it. */
async function microphoneQuestion(): Promise<PermissionStatus | undefined> {
  // An iPhone's installed page says of a question which it never asks that it will be asked.
  if ("standalone" in navigator && navigator.standalone === true) return undefined
  try {
    const question = await navigator.permissions.query({ name: "microphone" })
    return question.state === "prompt" ? question : undefined
  } catch {
    return undefined
  }
}

export type RecognitionTrouble = "denied" | "silent" | "failed"

/** Speech that is being recognised. */
export interface Recognising {
  /** Ends it and resolves to the words. */
  readonly stop: () => Promise<string>
  readonly abort: () => void
}

/** Begins to recognise. Rejects with a `RecognitionTrouble` in words where it does not begin. */
export function recognise(
  lang: string,
  isLocal: boolean,
  onLost: () => void,
): Promise<Recognising | RecognitionTrouble> {
  const Made = recognitionClass()
  if (Made === undefined) return Promise.resolve("silent")
  const recognition = new Made()
  recognition.lang = lang
  recognition.continuous = true
  recognition.interimResults = false
  if (isLocal) recognition.processLocally = true
  let words = ""
  let isStopping = false
  let ended: () => void = () => {}
  const end = new Promise<void>((resolve) => (ended = resolve))
  recognition.onresult = ({ results }) => {
    words = [...results].map((result) => [...result][0]?.transcript ?? "").join(" ")
  }
  return new Promise((resolve) => {
    let watchdog: ReturnType<typeof setTimeout> | undefined
    let isSettled = false
    const settle = (begun: Recognising | RecognitionTrouble) => {
      isSettled = true
      clearTimeout(watchdog)
      resolve(begun)
    }
    const giveUpAfter = (ms: number, trouble: RecognitionTrouble) => {
      clearTimeout(watchdog)
      if (isSettled) return
      watchdog = setTimeout(() => {
        recognition.abort()
        settle(trouble)
      }, ms)
    }
    giveUpAfter(beginMs, "silent")
    // Who reads the question before it begins does not make a browser one that does nothing.
    void microphoneQuestion().then((question) => {
      if (question === undefined) return
      giveUpAfter(answerMs, "failed")
      question.onchange = () => {
        if (question.state !== "prompt") giveUpAfter(beginMs, "silent")
      }
    })
    recognition.onstart = () => {
      settle({
        async stop() {
          isStopping = true
          recognition.stop()
          await Promise.race([end, new Promise((late) => setTimeout(late, beginMs))])
          return words.replace(/\s+/g, " ").trim()
        },
        abort() {
          isStopping = true
          recognition.abort()
        },
      })
    }
    recognition.onerror = ({ error }) => {
      settle(error === "not-allowed" || error === "service-not-allowed" ? "denied" : "failed")
    }
    recognition.onend = () => {
      ended()
      if (!isStopping) onLost()
    }
    recognition.start()
  })
}
