import { hintOf, type AccessLink } from "#core/access/access-link.ts"
import { takeAccessLink } from "../../platform/browser/access-link.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { changeAccessCode, changeOwnAccess, freshConfig, useAccess } from "../../state/access-store.ts"
import { askToConfirm } from "../../ui/confirm.tsx"
import { showToast } from "../../ui/toast.tsx"

/** Takes the access settings out of the address and follows them. */
export async function followAddress(): Promise<void> {
  const link = takeAccessLink()
  if (link) await followAccessLink(link)
}

/** Shows what a link would set, and sets it if that is wanted. What the server forbids is not even asked. */
async function followAccessLink(link: AccessLink): Promise<void> {
  const t = chapterTexts("links")
  const config = await freshConfig()
  if (config === undefined) return showToast({ text: chapterTexts("access").unreachable })
  const wanted = config.hideUserApiKey ? onlyCode(link) : link
  const facts = factsOf(wanted)
  if (config.disableFastLink || facts.length === 0) return showToast({ text: t.off })
  const text = wanted.url === undefined ? t.question : t.questionWithAddress
  const isWanted = await askToConfirm({ text, facts, confirm: t.apply, danger: wanted.url !== undefined })
  if (isWanted) await apply(wanted)
}

function onlyCode({ accessCode }: AccessLink): AccessLink {
  return accessCode === undefined ? {} : { accessCode }
}

function factsOf({ accessCode, key, url }: AccessLink): { name: string; value: string }[] {
  const t = chapterTexts("links")
  const { openaiApiKey } = useAccess.getState().own.fields
  return [
    ...(accessCode === undefined ? [] : [{ name: chapterTexts("access").title, value: hintOf(accessCode) }]),
    ...(key === undefined ? [] : [{ name: t.key, value: hintOf(key) }]),
    ...(url === undefined ? [] : [{ name: t.address, value: url }]),
    ...(url === undefined || key !== undefined || openaiApiKey === ""
      ? []
      : [{ name: t.keyThere, value: hintOf(openaiApiKey) }]),
  ]
}

async function apply({ accessCode, key, url }: AccessLink): Promise<void> {
  const { own } = useAccess.getState()
  if (key !== undefined || url !== undefined) {
    const fields = {
      ...own.fields,
      openaiApiKey: key ?? own.fields.openaiApiKey,
      openaiUrl: url ?? own.fields.openaiUrl,
    }
    changeOwnAccess({ useCustomConfig: true, provider: "openai", fields })
  }
  showToast({
    text: accessCode === undefined ? chapterTexts("links").applied : said(await changeAccessCode(accessCode)),
  })
}

function said(result: Awaited<ReturnType<typeof changeAccessCode>>): string {
  const t = chapterTexts("access")
  switch (result) {
    case "invalid":
      return t.invalid
    case "insufficient":
      return t.insufficient
    case "frozen":
      return t.frozen
    case "unreachable":
      return t.unreachable
    case "none":
    case "superseded":
    case "valid":
      return t.valid
  }
}
