import type { Outcome } from "../../server/gateway/runs/outcome.ts"
import type { Run } from "../../server/gateway/runs/run.ts"
import { encodeReply } from "../../server/gateway/runs/whole-reply.ts"
import type { Question, Told } from "./oracle.ts"
import { pictureHead } from "./scripts.ts"

/** Notes what a reader was told at the end of a run, and says what of it cannot be. */
export function noteEnd(
  question: Question,
  run: Run,
  outcome: Outcome,
  frames: readonly string[],
  problem: (sentence: string) => void,
  isLast = false,
): void {
  const all = run.framesAfter(0).map((frame) => frame.toString())
  const text = all.join("")
  const { id } = run.facts
  // It stood still for so long that another server closed its run: who has heard that end is right, whatever comes here.
  const endedElsewhere = isFaultOfOurs(outcome) && frames.slice(0, -1).some((frame) => frame.endsWith("[DONE]\n\n"))
  if (outcome.state !== "interrupted" && question.ask.stream && !endedElsewhere && frames.join("") !== text)
    problem(`${id}: its reader has other frames than it: ${firstDifference(frames, all)}`)
  all.forEach(
    (frame, at) => frame.startsWith(`id: ${at + 1}\n`) || problem(`${id}: frame ${at + 1} is ${frame.slice(0, 9)}`),
  )
  const words = wordsOf(question, run, text)
  checkWords(question, run, { outcome, frames: text, words }, problem)
  // A fault of ours says nothing of what is on disk.
  if (isFaultOfOurs(outcome)) return
  const earlier = question.told.get(id)
  // Whose server stood still while another closed its run may have more words than were kept; what it cost is one.
  if (outcome.state === "interrupted" && !run.attachable) {
    if (earlier && earlier.outcome.cost !== outcome.cost)
      problem(`${id}: interrupted for ${outcome.cost}, elsewhere for ${earlier.outcome.cost}`)
    return
  }
  // Whose server stood still comes back with the whole, which takes the place of what was kept. It may have been read before.
  const [before, now] = [earlier?.outcome.state, outcome.state]
  if (before !== undefined && before !== "interrupted" && now === "interrupted" && !isLast) return
  const isMadeWhole = before === "interrupted" && now !== "interrupted"
  const told = {
    outcome,
    frames: text,
    words,
    reply: run.reply && encodeReply(run.reply).toString(),
    attachable: run.attachable,
  }
  if (
    earlier?.attachable &&
    !isMadeWhole &&
    (earlier.frames !== text || earlier.reply !== told.reply || earlier.outcome.cost !== outcome.cost)
  )
    problem(
      `${id}: read again it is another answer: ${earlier.outcome.state} for ${earlier.outcome.cost}, then ${outcome.state} for ${outcome.cost}`,
    )
  question.told.set(id, told)
}

/** No word is lost or twice: what is there is the provider's text, or the beginning of it. */
function checkWords(
  question: Question,
  run: Run,
  { outcome, frames, words }: Pick<Told, "outcome" | "frames" | "words">,
  problem: (sentence: string) => void,
): void {
  const { ask, script } = question
  const whole = script.pieces.join("")
  if (!whole.startsWith(words)) problem(`${run.facts.id}: says what the provider did not`)
  if (outcome.state === "done" && words !== whole)
    problem(`${run.facts.id}: done with ${words.length} of ${whole.length}`)
  if (outcome.state === "done" && ask.stream && !frames.endsWith("data: [DONE]\n\n"))
    problem(`${run.facts.id}: no [DONE]`)
  if (outcome.cost > 0 && words === "") problem(`${run.facts.id}: ${outcome.cost} for nothing`)
}

function firstDifference(some: readonly string[], others: readonly string[]): string {
  const at = Array.from(some.concat(others), (_, at) => at).find((at) => some[at] !== others[at]) ?? 0
  return `${some[at]?.slice(0, 300)} / ${others[at]?.slice(0, 300)}`
}

function isFaultOfOurs({ failure }: Outcome): boolean {
  return failure?.kind === "refused" && failure.reason === "run-broken"
}

function wordsOf({ ask }: Question, run: Run, frames: string): string {
  if (ask.stream) return textOfFrames(frames)
  const reply = run.reply?.kind === "json" ? run.reply.bytes.toString() : undefined
  return ask.isPicture ? textOfPicture(reply) : textOfReply(reply)
}

/** The bytes of our pictures are words, behind their head. */
function textOfPicture(reply: string | undefined): string {
  if (reply === undefined) return ""
  const { data = [] } = JSON.parse(reply) as { data?: { b64_json?: string }[] }
  return Buffer.from(data[0]?.b64_json ?? "", "base64")
    .subarray(pictureHead.length)
    .toString()
}

function textOfFrames(frames: string): string {
  const isChunk = (line: string) => line.startsWith("data: {")
  const chunks = frames.split("\n").filter(isChunk)
  return chunks.map((line) => contentOf(line.slice("data: ".length), "delta")).join("")
}

function textOfReply(reply: string | undefined): string {
  return reply === undefined ? "" : contentOf(reply, "message")
}

function contentOf(json: string, where: "delta" | "message"): string {
  const { choices = [] } = JSON.parse(json) as { choices?: { [name in typeof where]?: { content?: string } }[] }
  return choices[0]?.[where]?.content ?? ""
}
