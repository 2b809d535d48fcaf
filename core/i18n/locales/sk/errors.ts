import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const sk: Texts["errors"] = {
  unknown: "Neznáma chyba",
  nothingCharged: "Nič nebolo naúčtované.",
  invalidRequest: (detail: string) =>
    `Požiadavke sa nedalo porozumieť. Nič nebolo naúčtované. (Podrobnosti: ${detail})`,
  refused: {
    "bad-utf8": () => "Telo požiadavky nie je platné UTF-8. Nič nebolo naúčtované.",
    "bad-json": () => "Telo požiadavky nie je platný JSON. Nič nebolo naúčtované.",
    "unknown-field": (name) => `Pole „${name}“ sa tu neprijíma. Nič nebolo naúčtované.`,
    "bad-idempotency-key": () =>
      "Hlavička Idempotency-Key musí mať 1 až 255 viditeľných znakov. Nič nebolo naúčtované.",
    "bad-ceiling": (name) => `Hlavička ${name} musí byť suma v realoch, napríklad 0.50. Nič nebolo naúčtované.`,
    "bad-frame-id": () => "Pole after musí byť číslo udalosti.",
    "bad-code-field": () => "Pole accessCode musí byť text.",
    "bad-usage-record": () => "Toto nie je záznam o použití.",
    "run-not-ended": () => "Táto odpoveď ešte prebieha. Najprv ju zastavte.",
    "no-such-run": () => "Táto odpoveď neexistuje alebo nie je vaša.",
    "no-such-route": () => "Táto adresa neexistuje.",
    "method-not-allowed": () => "Táto adresa túto metódu neprijíma.",
    "answer-completed": () =>
      "Táto odpoveď bola dokončená po tom, čo ste prečítali jej časť. Je stále uložená: pred vymazaním si ju načítajte.",
    "answer-erased": () => "Odpoveď k tomuto Idempotency-Key už bola doručená a vymazaná. Nič nebolo naúčtované.",
    "body-too-large": () => "Požiadavka je príliš veľká. Nič nebolo naúčtované.",
    "body-too-slow": () =>
      "Odosielanie sa cestou zastavilo alebo bolo príliš pomalé. Nič nebolo naúčtované. Skúste to znova.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Toto spojenie stálo príliš dlho a bolo ukončené."
        : `Toto spojenie stálo príliš dlho a bolo ukončené. Odpoveď je uložená 24 hodín: GET ${address}`,
    "no-room": () =>
      "Server teraz prijíma priveľa požiadaviek naraz. Nič nebolo naúčtované. Skúste to znova o pár sekúnd.",
    "not-json-type": () => "Pošlite telo požiadavky ako application/json. Nič nebolo naúčtované.",
    "encoded-body": () => "Pošlite telo požiadavky bez Content-Encoding. Nič nebolo naúčtované.",
    "key-reused": () => "Tento Idempotency-Key už bol použitý pri inej požiadavke. Nič nebolo naúčtované.",
    "no-search-calls": () =>
      "Nezostali vám žiadne vyhľadávania na webe. Ak chcete pokračovať, vypnite vyhľadávanie alebo si dobite kredit. Nič nebolo naúčtované.",
    "model-unpriced": (command) =>
      `Tento model na tomto serveri zatiaľ nemá cenu. Správca ju môže nastaviť príkazom: ${command}. Nič nebolo naúčtované.`,
    "no-provider-key": (names) =>
      `Tento server zatiaľ nemá kľúč pre tohto poskytovateľa. Správca musí nastaviť ${names}. Nič nebolo naúčtované.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "Tento model tvorí obrázky iba zo slov. Odstráňte prílohy alebo vyberte iný model.",
    "bad-base-url": () => "Túto adresu nemožno použiť. Nič nebolo naúčtované.",
    "bad-image-address": () => "Obrázok na tejto adrese sa odtiaľto nedá otvoriť.",
    "image-unavailable": () => "Obrázok sa nenačítal: web neodpovedal alebo poslal niečo iné ako obrázok do 10 MB.",
    "picture-unfetched": () =>
      "Obrázok bol vytvorený, ale od poskytovateľa sa ho nepodarilo stiahnuť. Skúste to znova. Nič nebolo naúčtované.",
    "bad-share": (name) => `Pole „${name}“ nie je v poriadku.`,
    "no-such-share": () => "Tento odkaz neexistuje alebo bol zmazaný.",
    "share-gone": () => "Tento odkaz už nie je dostupný.",
    "bad-picture": () => "Pošlite obrázok PNG, JPEG, GIF alebo WebP do 10 MB a 60 megapixelov.",
    "share-limit": () => "Dnes ste už vytvorili veľa odkazov. Zajtra môžete vytvoriť ďalšie.",
    "share-full": () =>
      "Pre vaše odkazy už nie je miesto. Odstráňte tie, ktoré už nepotrebujete, alebo počkajte, kým niektorému uplynie platnosť.",
    "sharing-unavailable": () => "Tento odkaz sa teraz nepodarilo uložiť alebo prečítať. Skúste to znova o pár sekúnd.",
    "bad-vault-request": () => "Požiadavka na trezor nie je v poriadku.",
    "no-such-vault": () => "Tento trezor neexistuje, alebo je kľúč iný.",
    "vault-out-of-step": () => "Trezor sa zmenil, kým doň toto zariadenie zapisovalo.",
    "vault-superseded": () => "Tento trezor už usporiadalo iné zariadenie.",
    "vault-full": () => "Trezor je plný. V tomto zariadení zostáva všetko uložené.",
    "pairing-over": () =>
      "Táto pozvánka už bola použitá alebo vypršala. Vytvorte novú na zariadení, ktoré už v trezore je.",
    "vault-unavailable": () => "Trezor neodpovedá. Skúste to o chvíľu znova.",
    "plugins-off": () => "Tento server nepovoľuje pluginy.",
    "bad-plugin-address": () => "Túto adresu odtiaľto nemožno volať.",
    redirected: (host) => `Služba presmerovala volanie na inú adresu (${host}), tam sa už nepokračovalo.`,
    "compressed-reply": () => "Služba odpovedala komprimovane, čo sa tu neprijíma.",
    "service-away": () => "Služba neodpovedala, alebo sa jej odpoveď nedala prečítať.",
    "service-timeout": () => "Služba neodpovedala do 30 sekúnd.",
    "run-broken": () =>
      "Na serveri sa uprostred odpovede niečo pokazilo. Ak bola časť naúčtovaná, nájdete ju vo výpise. Skúste to znova o niekoľko sekúnd.",
    "gateway-fault": () => "Vnútorná chyba servera. Nič nebolo naúčtované. Skúste to znova o niekoľko sekúnd.",
  },
  contextLengthExceeded:
    "Konverzácia je pre tento model už príliš dlhá. Skráťte správu, vymažte kontext alebo zvoľte iný model. Nič nebolo naúčtované.",
  unauthorized: "Prístupový kód chýba alebo nebol prijatý. Skontrolujte ho v Nastaveniach.",
  userNotFound: "Používateľ sa nenašiel. Skontrolujte kód v Nastaveniach",
  modelNotAllowed: (model: string) => `Model ${model} nie je vo vašom pláne dostupný.`,
  modelRetired: (model: string, successor: string) =>
    `Model ${model} nie je dostupný: bol vypnutý. Pokračovať môže ${successor}, stojí však viac.`,
  modelRetiredAlone: (model: string) => `Model ${model} nie je dostupný: bol vypnutý. Zvoľte iný model.`,
  modelGone: "Tento model u svojho poskytovateľa nie je. Zvoľte iný model.",
  modelNotFound: (model: string) =>
    `Model ${model} tu neexistuje. Skontrolujte názov alebo zvoľte iný model. Nič nebolo naúčtované.`,
  availableModels: (models: string) => `Dostupné modely: ${models}.`,
  unauthorizedHelp: (url: string) => `[kliknite sem a zadajte prístupový kód](${url})`,
  upgradeToPremium: "Prejdite na Premium a používajte všetky modely.",
  freeLimitReached: "Dnešné správy zadarmo ste vyčerpali. Zajtra budú ďalšie.",
  messageTooLong: (characters: number, limit: number) =>
    `Správa je príliš dlhá! Zadarmo možno v jednej správe poslať najviac ${plural("sk", limit, { one: "# znak", few: "# znaky", other: "# znakov" })}. Tá vaša má ${plural("sk", characters, { one: "# znak", few: "# znaky", other: "# znakov" })}. Ak chcete posielať dlhšie správy, prejdite na Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Príliš veľa správ za krátky čas. Chvíľu počkajte a skúste to znova. Nič nebolo naúčtované."
      : `Príliš veľa správ za krátky čas. Skúste to znova o ${plural("sk", seconds, { one: "# sekundu", few: "# sekundy", other: "# sekúnd" })}. Nič nebolo naúčtované.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Príliš veľa volaní pluginov za krátky čas. Chvíľu počkajte a skúste to znova. Nič nebolo naúčtované."
      : `Príliš veľa volaní pluginov za krátky čas. Skúste to znova o ${plural("sk", seconds, { one: "# sekundu", few: "# sekundy", other: "# sekúnd" })}. Nič nebolo naúčtované.`,
  pluginCallsUsedUp: "Dnešné volania pluginov ste vyčerpali. Zajtra budú ďalšie.",
  alreadyProcessing: "Počkajte, prosím, chvíľočku… Niečo tu overujeme.",
  alreadyProcessingShort: "Správa sa už spracúva",
  insufficientBalance: "Zostatok je vyčerpaný. Ak chcete pokračovať, dobite si kredit. Nič nebolo naúčtované.",
  insufficientBalanceShort: "Nedostatočný zostatok",
  tooLittle: {
    title: (available: string, model: string) => `Váš zostatok ${available} nepokryje odpoveď modelu ${model}.`,
    kept: "Nedostatočný zostatok: odpoveď sa nezačala a vaša otázka zostáva tu.",
    answerOf: (model: string) => `Odpoveď modelu ${model}`,
    balance: "Váš zostatok",
  },
  balanceInUse:
    "Váš zostatok je rezervovaný pre odpovede, ktoré ešte prebiehajú. Počkajte, kým niektorá skončí, a skúste to znova. Nič nebolo naúčtované.",
  recharge: (url: string) => `[Dobiť kredit](${url})`,
  upgrade: (url: string) => `[Prejsť na Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Váš limit ${ceiling} na správu nestačí: táto odpoveď môže stáť ${needed} alebo viac. Nič nebolo naúčtované.`,
  roundsCeiling: (ceiling, spent) =>
    `Táto odpoveď už stála ${spent} a váš limit ${ceiling} na správu nestačí na ďalšie kolo. Čo doteraz prišlo, zostáva.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Táto odpoveď, ktorá môže stáť ${needed} alebo viac, sa nezmestí do vášho limitu ${ceiling} na deň: dnes ste minuli už ${spent} vrátane odpovedí, ktoré ešte prebiehajú. Nič nebolo naúčtované.`,
  changeCeilings: (url: string) => `[Zmeniť limity](${url})`,
  gateway502: "Chyba brány (502). Skúste to znova o niekoľko sekúnd.",
  gateway503: "Služba je dočasne nedostupná (503). Skúste to znova o niekoľko sekúnd.",
  gateway504: "Server je preťažený (504). Skúste to znova o niekoľko sekúnd.",
  upstream: (status: number, detail: string) => `Poskytovateľ modelu požiadavku odmietol (${status}): ${detail}`,
  upstreamKey: "Poskytovateľ modelu neprijal kľúč tohto servera. Napíšte podpore alebo zvoľte iný model.",
  ownKeyRefused: (status: number, detail: string) =>
    `Poskytovateľ modelu odmietol váš vlastný kľúč (${status})${detail === "" ? "" : `: ${detail}`}. Skontrolujte kľúč aj svoj účet u poskytovateľa.`,
  upstreamBusy: "Poskytovateľ modelu je teraz veľmi vyťažený. Chvíľu počkajte a skúste to znova.",
  upstreamTimeout: "Model odpovedal príliš dlho. Skúste to znova alebo zvoľte rýchlejší model.",
  upstreamCut:
    "Poskytovateľ modelu odpoveď prerušil. Čo prišlo, je tu uložené. Platíte len správu a časť, ktorá už vznikla.",
  serverRestarted:
    "Náš server sa reštartoval uprostred odpovede. Čo prišlo, je tu uložené. Platíte len správu a túto časť.",
  emptyAfterSearch: "Model vyhľadával na webe, ale žiadnu odpoveď nenapísal. Skúste to znova alebo sa opýtajte inak.",
  emptyAnswer: "Model nič neodpovedal (empty response from server). Skúste to znova.",
  reasoningTooLong:
    "Model o3 nedokázal odpovedať. Ak je správa dlhá, použite gpt-4.1 alebo text rozdeľte na časti kratšie ako 5000 znakov.",
  notJson: (contentType: string, head: string) => `Odpoveď nie je platný JSON (${contentType}): ${head}`,
  server: (statusText: string) => `Chyba servera: ${statusText}`,
  network: "Chyba spojenia. Skúste to znova.",
  connectivity: "Žiadne spojenie. Skontrolujte pripojenie na internet.",
  aborted: "Spojenie prerušené…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Táto správa bude stáť asi ${estimate}, to je viac ako váš limit ${ceiling} na správu. Zatiaľ sa nič neodoslalo.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Dnes ste minuli už ${spent} a táto správa bude stáť asi ${estimate}: to je nad vaším limitom ${ceiling} na deň. Zatiaľ sa nič neodoslalo.`,
  sendAnyway: "Aj tak odoslať",
}
