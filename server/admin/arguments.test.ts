import { expect, test } from "vitest"
import { amountOf, parseArguments, UsageError, wholeOf } from "./arguments.ts"
import { parseCommand } from "./commands.ts"

const refusalOf = (line: string, ...more: readonly string[]): string => {
  try {
    parseCommand(parseArguments([...(line === "" ? [] : line.split(" ")), ...more]))
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return "accepted"
}

test("takes amounts with up to 6 decimals, nothing included", () => {
  expect(amountOf("20.00", "credit")).toBe(20_000_000)
  expect(amountOf("0.00", "credit")).toBe(0)
  expect(amountOf("0.000001", "credit")).toBe(1)
  for (const wrong of ["", "-1", "1,50", "1.0000001", "1e3", "NaN", "Infinity", "9999999999", "0x10", " 1"])
    expect(() => amountOf(wrong, "credit")).toThrow(UsageError)
})

test("takes whole numbers within bounds", () => {
  expect(wholeOf("+5", "CALLS", -10, 10)).toBe(5)
  expect(wholeOf("-5", "CALLS", -10, 10)).toBe(-5)
  for (const wrong of ["", "1.5", "11", "five", "1e1"])
    expect(() => wholeOf(wrong, "CALLS", -10, 10)).toThrow(UsageError)
})

test("reads -5 and +5 as words, --name=value and --name value as the same", () => {
  expect(parseArguments(["calls", "X", "-5", "--ref=r", "--json"])).toEqual({
    words: ["calls", "X", "-5"],
    options: new Map([["ref", "r"]]),
    flags: new Set(),
    json: true,
  })
})

test("gives help however it is asked for, and does nothing else", () => {
  for (const line of [["--help"], ["-h"], ["code", "erase", "X", "--help"]])
    expect(parseArguments(line).words).toEqual(["help"])
})

test("refuses what it does not understand, in a sentence, before anything is touched", () => {
  expect(refusalOf("")).toBe("a command is missing")
  expect(refusalOf("destroy")).toContain('no command "destroy"')
  expect(refusalOf("code")).toContain("create or show or freeze")
  expect(refusalOf("code create")).toContain("--kind must be premium or free")
  expect(refusalOf("code create --kind gold")).toContain("--kind must be premium or free")
  expect(refusalOf("code create --kind free --credit -1")).toContain("--credit")
  expect(refusalOf("code create --kind free --credit")).toBe("--credit needs a value")
  expect(refusalOf("code create --kind free --kind free")).toBe("--kind is given twice")
  expect(refusalOf("code create --kind free --colour red")).toBe("--colour is not an option of this command")
  expect(refusalOf("code create --kind free --count 0")).toContain("--count")
  expect(refusalOf("code show")).toBe("CODE is missing")
  expect(refusalOf("code show A B")).toContain('"B" is not expected')
  expect(refusalOf("credit X 1.00")).toBe("--ref is missing")
  expect(refusalOf("calls X 1.5 --ref r")).toContain("CALLS")
  expect(refusalOf("credit X 1.00 --ref", "a\nb")).toBe("--ref must be one line of text")
  expect(refusalOf("calls X 1 --ref", "r".repeat(201))).toBe("--ref must have at most 200 characters")
  expect(refusalOf("prices set openai m --picture 1 --input 1")).toContain("--picture is a price of its own")
  expect(refusalOf("prices set openai m --speech 1 --transcription 1")).toContain("--transcription beside it")
  expect(refusalOf("prices set openai m --speech 1 --source", "s".repeat(301))).toContain(
    "--source must have at most 300",
  )
  expect(refusalOf("ledger burn")).toContain("verify or export")
  expect(refusalOf("prices set openai m --input 0 --output 1")).toContain("--input")
  for (const wrong of ["free", "1024x1024=0.03", "large medium=0.03", "1024x1024 medium=0", "any=0.03", "="])
    expect(refusalOf("prices set openai m", "--picture", wrong)).toContain("--picture must be a price")
  const twice = "1024x1024 medium=0.03, 1024x1024 medium=0.04"
  const alone = "edited=0.015"
  expect(refusalOf("prices set openai m", "--picture", alone)).toContain("besides that of one that is edited")
  expect(refusalOf("prices set openai m", "--picture", twice)).toBe('--picture names "1024x1024 medium" twice')
  expect(refusalOf("models grow")).toContain("list or add or alias")
  expect(refusalOf("models add openai")).toBe("ID is missing")
  expect(refusalOf("models add openai m --input free --output 1")).toContain("--input")
  expect(refusalOf("models add openai m --window 0")).toContain("--window")
  expect(refusalOf("models add openai m --kind poem")).toContain("--kind must be chat or image")
  expect(refusalOf("models alias gpt-5")).toBe("CALLED is missing")
  expect(refusalOf("models alias gpt-5 gpt-6 --remove")).toContain('"gpt-6" is not expected')
  expect(refusalOf("models retire openai o3 --on 2026-02-30")).toContain("--on must be a day")
  expect(refusalOf("models refresh --keys=yes")).toContain("--keys is not an option")
  expect(refusalOf("models list --write")).toBe("--write is not an option of this command")
  expect(refusalOf("usage --days x")).toContain("--days")
  expect(refusalOf("backup")).toBe("FILE is missing")
})

test("accepts every documented command", () => {
  const lines = [
    "code create --kind premium --credit 20.00 --calls 10 --label Ana --count 2",
    "code show X",
    "code freeze X",
    "code unfreeze X",
    "code rotate X",
    "credit X 10.00 --ref R",
    "credit X -10.00 --ref R",
    "calls X +5 --ref R",
    "calls X -5 --ref R",
    "ledger verify --json",
    "ledger export",
    "models list --all --json",
    "models add openai gpt-6.2-sol --like gpt-6.1-sol --input 2 --output=10 --cached 0.2 --cache-write 2.5",
    "models add openai m --window 1000000 --output-most 128000 --sees text,image --efforts none,low --kind chat --name M",
    "models alias gpt-5 gpt-6.1-sol@OpenAI",
    "models alias gpt-5 --remove",
    "models retire openai o3 --on 2026-12-11 --successor gpt-6.1-terra",
    "models revive openai o3",
    "models refresh --from /tmp/x.json --keys --write --accept one --accept two,three four",
    "prices list",
    "prices set openai m --input 1.25 --output 10 --cached 0.125 --source https://example.com",
    "prices refresh",
    "usage --days 7",
    "backup /tmp/x",
    "restore /tmp/x",
  ]
  for (const line of lines) expect({ line, is: refusalOf(line) }).toEqual({ line, is: "accepted" })
})
