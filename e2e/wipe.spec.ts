import type { Page } from "@playwright/test"
import { newCode, type Prosa } from "./support/prosa.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { readCopy, type SealedSecrets, unseal } from "./support/read-copy.ts"
import { expect, test } from "./support/test.ts"

const ownKey = "sk-propria-1234567890"

async function openDialog(page: Page) {
  await page.getByRole("main").getByRole("button", { name: "Apagar tudo" }).click()
  const dialog = page.getByRole("dialog", { name: "Apagar tudo deste navegador" })
  await expect(dialog).toBeVisible()
  return {
    dialog,
    save: dialog.getByRole("button", { name: "Salvar a cópia" }),
    word: dialog.getByLabel("Para apagar, escreva APAGAR"),
    erase: dialog.getByRole("button", { name: "Apagar tudo" }),
    without: dialog.getByLabel("Apagar mesmo assim, sem uma cópia completa"),
  }
}

/** A page whose storage holds two chats, a code, own keys and what a sync signs in with. Returns the code. */
async function furnish(page: Page, prosa: Prosa): Promise<string> {
  const code = await newCode(prosa, "5")
  await storeChats(page, prosa.url, [
    storedChat("Receita", ["jabuticaba", "Boa."]),
    storedChat("Viagem", ["pitanga", "Sim."]),
  ])
  await page.evaluate(
    ({ code, ownKey }) => {
      localStorage.setItem(
        "nk-access-control",
        JSON.stringify({ state: { accessCode: code, useCustomConfig: true, openaiApiKey: ownKey }, version: 2 }),
      )
      localStorage.setItem(
        "nk-sync",
        JSON.stringify({ state: { provider: "webdav", webdav: { password: "senha-da-nuvem" } }, version: 1.2 }),
      )
      localStorage.setItem("__anon_session__", "0123456789abcdef0123456789abcdef")
      localStorage.setItem("nk-vault-peers", "chave-de-outro-aparelho")
      localStorage.setItem("nk-app-config", JSON.stringify({ state: { fontSize: 17 }, version: 4.3 }))
      localStorage.setItem("nk-request-log", JSON.stringify([{ errorMessage: `Incorrect key ${ownKey}` }]))
    },
    { code, ownKey },
  )
  await page.goto(`${prosa.url}/settings`)
  return code
}

/** The stored chats; undefined where there is no database. */
function chatsLeft(page: Page): Promise<number | undefined> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "nk-prosa")) return undefined
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open("nk-prosa")
      opening.onerror = () => reject(opening.error ?? new Error("no database"))
      opening.onsuccess = () => {
        const counting = opening.result.transaction("messages").objectStore("messages").count()
        counting.onsuccess = () => {
          opening.result.close()
          resolve(counting.result)
        }
      }
    })
  })
}

interface CopyFile {
  readonly version: number
  readonly local: Readonly<Record<string, string>>
  readonly leftOut: readonly string[]
  readonly unreadable: readonly { readonly store?: string; readonly key?: string }[]
  readonly stores: Readonly<Record<string, readonly unknown[]>>
  readonly secrets?: SealedSecrets
}

test("nothing is deleted before a copy was handed over and the word was typed", async ({ page, prosa }) => {
  const code = await furnish(page, prosa)
  const { dialog, save, word, erase } = await openDialog(page)
  await expect(dialog).toContainText("O código de acesso, as chaves e as senhas ficam fora dela.")
  await expect(dialog).toContainText("nk-vault-peers")
  await word.fill("APAGAR")
  await erase.click({ force: true })
  await expect(dialog).toBeVisible()
  expect(await chatsLeft(page)).toBe(4)

  const saving = page.waitForEvent("download")
  await save.click()
  const text = await readCopy(await saving)
  await expect(dialog).toContainText("Cópia entregue ao navegador")
  const file = JSON.parse(text) as CopyFile
  expect(file.version).toBe(3)
  expect(file.stores["messages"]).toHaveLength(4)
  expect(text).toContain("jabuticaba")
  const secrets = [code, ownKey, "senha-da-nuvem", "0123456789abcdef0123456789abcdef", "chave-de-outro-aparelho"]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(file.leftOut).toEqual(["nk-vault-peers"])
  expect(file.local["nk-app-config"]).toContain("17")

  await word.fill("APAGA")
  await erase.click({ force: true })
  await expect(dialog).toBeVisible()
  expect(await chatsLeft(page)).toBe(4)
  await word.fill(" apagar ")
  await erase.click()
  await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
  await expect(page.getByText("jabuticaba")).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem("nk-access-control") ?? "")).not.toContain(ownKey)
})

test("secrets go along only when ticked, and only a passphrase opens them", async ({ page, prosa }) => {
  const code = await furnish(page, prosa)
  const { dialog, save } = await openDialog(page)
  await dialog.getByLabel("Incluir o código, as chaves e as senhas, protegidos por uma senha").check()
  const passphrase = "quatro palavras bem compridas"
  await dialog.getByLabel("Senha da cópia").fill("curta")
  await dialog.getByLabel("Repita a senha").fill("curta")
  await expect(save).toHaveAttribute("aria-disabled", "true")
  await dialog.getByLabel("Senha da cópia").fill(passphrase)
  await expect(dialog).toContainText("As duas senhas são diferentes.")
  await dialog.getByLabel("Repita a senha").fill(passphrase)
  const saving = page.waitForEvent("download")
  await save.click()
  const text = await readCopy(await saving)
  expect([code, ownKey, "senha-da-nuvem", passphrase].filter((secret) => text.includes(secret))).toEqual([])
  const { secrets } = JSON.parse(text) as CopyFile
  if (secrets === undefined) throw new Error("no secrets in the copy")
  expect(secrets.kdf.iterations).toBeGreaterThanOrEqual(600_000)
  const opened = JSON.parse(await unseal(secrets, passphrase)) as { local: Record<string, string> }
  expect(opened.local["nk-access-control"]).toContain(code)
  expect(opened.local["nk-sync"]).toContain("senha-da-nuvem")
  await expect(unseal(secrets, "outras palavras bem compridas")).rejects.toThrow()
})

test("what changed after the copy is not deleted with it", async ({ page, prosa }) => {
  await furnish(page, prosa)
  const { dialog, save, word, erase } = await openDialog(page)
  const saving = page.waitForEvent("download")
  await save.click()
  await saving
  await expect(dialog).toContainText("Cópia entregue ao navegador")
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("nk-prosa")
        opening.onsuccess = () => {
          const write = opening.result.transaction("drafts", "readwrite")
          write.objectStore("drafts").put({ sessionId: "Viagem", text: "escrito depois" })
          write.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )
  await word.fill("APAGAR")
  await erase.click()
  await expect(dialog).toContainText("Algo mudou depois da cópia.")
  expect(await chatsLeft(page)).toBe(4)
})

test("a record that cannot be read is named, and the rest is offered", async ({ page, prosa }) => {
  await furnish(page, prosa)
  await page.evaluate(() => {
    const fail = () => {
      throw new DOMException("lost", "DataError")
    }
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.getAll = fail
    IDBObjectStore.prototype.get = function (key) {
      return this.name === "messages" && key === "Receita 1" ? fail() : get.call(this, key)
    }
  })
  const { dialog, save, word, erase, without } = await openDialog(page)
  await expect(dialog.getByRole("alert")).toContainText("Mensagem: Receita")
  const saving = page.waitForEvent("download")
  await save.click()
  const text = await readCopy(await saving)
  expect(text).toContain("pitanga")
  expect((JSON.parse(text) as CopyFile).unreadable).toEqual([
    { store: "messages", key: "Receita 1", sessionId: "Receita" },
  ])
  await word.fill("APAGAR")
  await erase.click({ force: true })
  await expect(dialog).toBeVisible()
  expect(await chatsLeft(page)).toBe(4)
  await without.check()
  await erase.click()
  await expect(page.getByRole("heading", { name: "Olá! Como posso ajudá-lo hoje?" })).toBeVisible()
})

for (const [name, breakIt] of [
  [
    "a database that does not open",
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("broken", "UnknownError")
      }
    },
  ],
  [
    "a file that cannot be made",
    () => {
      URL.createObjectURL = () => {
        throw new TypeError("blocked")
      }
    },
  ],
  [
    "a deletion that the browser refuses",
    () => {
      IDBFactory.prototype.deleteDatabase = () => {
        throw new DOMException("refused", "UnknownError")
      }
    },
  ],
] as const) {
  test(`${name} deletes nothing by itself`, async ({ page, prosa }) => {
    const code = await furnish(page, prosa)
    await page.evaluate(breakIt)
    const { dialog, save, word, erase, without } = await openDialog(page)
    await save.click()
    await word.fill("APAGAR")
    // The copy is on its way to the disk: only then may it be deleted. Where no copy can be made it never may.
    if (name.startsWith("a deletion")) await expect(erase).toBeEnabled()
    await erase.click({ force: true })
    if (name.startsWith("a deletion")) await expect(dialog).toContainText("O navegador recusou.")
    else await expect(without).toBeVisible()
    await expect(dialog).toBeVisible()
    const kept = (await page.evaluate(() => localStorage.getItem("nk-access-control"))) ?? ""
    expect(kept.includes(code) && kept.includes(ownKey)).toBe(true)
    await page.reload()
    expect(await chatsLeft(page)).toBe(4)
  })
}
