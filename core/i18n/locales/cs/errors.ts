import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const cs: Texts["errors"] = {
  unknown: "Neznámá chyba",
  nothingCharged: "Nic nebylo naúčtováno.",
  invalidRequest: (detail: string) =>
    `Požadavku nebylo možné porozumět. Nic nebylo naúčtováno. (Podrobnosti: ${detail})`,
  refused: {
    "bad-utf8": () => "Tělo požadavku není platné UTF-8. Nic nebylo naúčtováno.",
    "bad-json": () => "Tělo požadavku není platný JSON. Nic nebylo naúčtováno.",
    "unknown-field": (name) => `Pole „${name}“ se zde nepřijímá. Nic nebylo naúčtováno.`,
    "bad-idempotency-key": () => "Hlavička Idempotency-Key musí mít 1 až 255 viditelných znaků. Nic nebylo naúčtováno.",
    "bad-ceiling": (name) => `Hlavička ${name} musí být částka v realech, například 0.50. Nic nebylo naúčtováno.`,
    "bad-frame-id": () => "Pole after musí být číslo události.",
    "bad-code-field": () => "Pole accessCode musí být text.",
    "bad-usage-record": () => "Tohle není záznam o použití.",
    "run-not-ended": () => "Tato odpověď ještě probíhá. Nejdřív ji zastavte.",
    "no-such-run": () => "Tato odpověď neexistuje, nebo není vaše.",
    "no-such-route": () => "Tato adresa neexistuje.",
    "method-not-allowed": () => "Tato adresa tuto metodu nepřijímá.",
    "answer-completed": () =>
      "Tato odpověď byla dokončena poté, co jste přečetli její část. Je stále uložená: před smazáním si ji načtěte.",
    "answer-erased": () => "Odpověď k tomuto Idempotency-Key už byla doručena a smazána. Nic nebylo naúčtováno.",
    "body-too-large": () => "Požadavek je příliš velký. Nic nebylo naúčtováno.",
    "body-too-slow": () =>
      "Odesílání se cestou zastavilo nebo bylo příliš pomalé. Nic nebylo naúčtováno. Zkuste to znovu.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Toto spojení příliš dlouho stálo a bylo ukončeno."
        : `Toto spojení příliš dlouho stálo a bylo ukončeno. Odpověď je uložena po dobu 24 hodin: GET ${address}`,
    "no-room": () =>
      "Server teď přijímá příliš mnoho požadavků najednou. Nic nebylo naúčtováno. Zkuste to znovu za pár sekund.",
    "not-json-type": () => "Pošlete tělo požadavku jako application/json. Nic nebylo naúčtováno.",
    "encoded-body": () => "Pošlete tělo požadavku bez Content-Encoding. Nic nebylo naúčtováno.",
    "key-reused": () => "Tento Idempotency-Key už byl použit pro jiný požadavek. Nic nebylo naúčtováno.",
    "no-search-calls": () =>
      "Nezbývají vám žádná hledání na webu. Chcete-li pokračovat, hledání vypněte, nebo dobijte kredit. Nic nebylo naúčtováno.",
    "model-unpriced": (command) =>
      `Tento model na tomto serveru zatím nemá cenu. Správce ji může nastavit příkazem: ${command}. Nic nebylo naúčtováno.`,
    "no-provider-key": (names) =>
      `Tento server zatím nemá klíč pro tohoto poskytovatele. Správce musí nastavit ${names}. Nic nebylo naúčtováno.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "Tento model tvoří obrázky jen ze slov. Odeberte přílohy, nebo zvolte jiný model.",
    "bad-base-url": () => "Tuto adresu nelze použít. Nic nebylo naúčtováno.",
    "bad-image-address": () => "Obrázek na této adrese odsud nelze otevřít.",
    "image-unavailable": () => "Obrázek se nenačetl: web neodpověděl, nebo poslal něco jiného než obrázek do 10 MB.",
    "picture-unfetched": () =>
      "Obrázek byl vytvořen, ale od poskytovatele se ho nepodařilo stáhnout. Zkuste to znovu. Nic nebylo naúčtováno.",
    "bad-share": (name) => `Pole „${name}“ není v pořádku.`,
    "no-such-share": () => "Tento odkaz neexistuje, nebo už byl smazán.",
    "share-gone": () => "Tento odkaz už není dostupný.",
    "bad-picture": () => "Pošlete obrázek PNG, JPEG, GIF nebo WebP do 10 MB a 60 megapixelů.",
    "share-limit": () => "Dnes jste už vytvořili mnoho odkazů. Zítra můžete vytvořit další.",
    "share-full": () =>
      "Pro vaše odkazy už není místo. Smažte ty, které už nepotřebujete, nebo počkejte, až některému vyprší platnost.",
    "sharing-unavailable": () => "Tento odkaz teď nešlo uložit nebo přečíst. Zkuste to znovu za pár sekund.",
    "bad-vault-request": () => "Požadavek na trezor není v pořádku.",
    "no-such-vault": () => "Tento trezor neexistuje, nebo je klíč jiný.",
    "vault-out-of-step": () => "Trezor se změnil, zatímco do něj toto zařízení zapisovalo.",
    "vault-superseded": () => "Tento trezor už uspořádalo jiné zařízení.",
    "vault-full": () => "Trezor je plný. Na tomto zařízení zůstává vše uloženo.",
    "pairing-over": () =>
      "Tato pozvánka už byla použita nebo vypršela. Vytvořte novou na zařízení, které už v trezoru je.",
    "vault-unavailable": () => "Trezor neodpovídá. Zkuste to za chvíli znovu.",
    "plugins-off": () => "Tento server nepovoluje pluginy.",
    "bad-plugin-address": () => "Tuto adresu odsud nelze volat.",
    redirected: (host) => `Služba přesměrovala volání na jinou adresu (${host}), tam se už nepokračovalo.`,
    "compressed-reply": () => "Služba odpověděla komprimovaně, což se zde nepřijímá.",
    "service-away": () => "Služba neodpověděla, nebo její odpověď nešla přečíst.",
    "service-timeout": () => "Služba neodpověděla do 30 sekund.",
    "run-broken": () =>
      "Na serveru se uprostřed odpovědi něco pokazilo. Pokud byla část naúčtována, najdete ji ve výpisu. Zkuste to znovu za několik sekund.",
    "gateway-fault": () => "Vnitřní chyba serveru. Nic nebylo naúčtováno. Zkuste to znovu za několik sekund.",
  },
  contextLengthExceeded:
    "Konverzace je pro tento model už příliš dlouhá. Zkraťte zprávu, vymažte kontext nebo zvolte jiný model. Nic nebylo naúčtováno.",
  unauthorized: "Přístupový kód chybí, nebo nebyl přijat. Zkontrolujte ho v Nastavení.",
  userNotFound: "Uživatel nenalezen. Zkontrolujte prosím kód v Nastavení",
  modelNotAllowed: (model: string) => `Model ${model} není ve vašem tarifu dostupný.`,
  modelRetired: (model: string, successor: string) =>
    `Model ${model} není dostupný: byl vypnut. Pokračovat může ${successor}, stojí ale víc.`,
  modelRetiredAlone: (model: string) => `Model ${model} není dostupný: byl vypnut. Zvolte jiný model.`,
  modelGone: "Tento model u svého poskytovatele není. Zvolte jiný model.",
  modelNotFound: (model: string) =>
    `Model ${model} zde neexistuje. Zkontrolujte název nebo zvolte jiný model. Nic nebylo naúčtováno.`,
  availableModels: (models: string) => `Dostupné modely: ${models}.`,
  unauthorizedHelp: (url: string) => `[klikněte sem a zadejte přístupový kód](${url})`,
  upgradeToPremium: "Přejděte na Premium a používejte všechny modely.",
  freeLimitReached: "Dnešní zprávy zdarma jste vyčerpali. Zítra budou další.",
  messageTooLong: (characters: number, limit: number) =>
    `Zpráva je příliš dlouhá! Zdarma lze v jedné zprávě poslat nejvýše ${plural("cs", limit, { one: "# znak", few: "# znaky", other: "# znaků" })}. Ta vaše má ${plural("cs", characters, { one: "# znak", few: "# znaky", other: "# znaků" })}. Chcete-li posílat delší zprávy, přejděte na Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Příliš mnoho zpráv za krátkou dobu. Chvíli počkejte a zkuste to znovu. Nic nebylo naúčtováno."
      : `Příliš mnoho zpráv za krátkou dobu. Zkuste to znovu za ${plural("cs", seconds, { one: "# sekundu", few: "# sekundy", other: "# sekund" })}. Nic nebylo naúčtováno.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Příliš mnoho volání pluginů za krátkou dobu. Chvíli počkejte a zkuste to znovu. Nic nebylo naúčtováno."
      : `Příliš mnoho volání pluginů za krátkou dobu. Zkuste to znovu za ${plural("cs", seconds, { one: "# sekundu", few: "# sekundy", other: "# sekund" })}. Nic nebylo naúčtováno.`,
  pluginCallsUsedUp: "Dnešní volání pluginů jste vyčerpali. Zítra budou další.",
  alreadyProcessing: "Počkejte prosím chviličku… Něco tu ověřujeme.",
  alreadyProcessingShort: "Zpráva se už zpracovává",
  insufficientBalance: "Zůstatek je vyčerpaný. Chcete-li pokračovat, dobijte kredit. Nic nebylo naúčtováno.",
  insufficientBalanceShort: "Nedostatečný zůstatek",
  tooLittle: {
    title: (available: string, model: string) => `Váš zůstatek ${available} nepokryje odpověď modelu ${model}.`,
    kept: "Nedostatečný zůstatek: odpověď nezačala a vaše otázka zůstává tady.",
    answerOf: (model: string) => `Odpověď modelu ${model}`,
    balance: "Váš zůstatek",
  },
  balanceInUse:
    "Váš zůstatek je rezervovaný pro odpovědi, které ještě probíhají. Počkejte, až některá skončí, a zkuste to znovu. Nic nebylo naúčtováno.",
  recharge: (url: string) => `[Dobít kredit](${url})`,
  upgrade: (url: string) => `[Přejít na Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Váš limit ${ceiling} na zprávu nestačí: tato odpověď může stát ${needed} nebo víc. Nic nebylo naúčtováno.`,
  roundsCeiling: (ceiling, spent) =>
    `Tato odpověď už stála ${spent} a váš limit ${ceiling} na zprávu nestačí na další kolo. Co dosud přišlo, zůstává.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Tato odpověď, která může stát ${needed} nebo víc, se nevejde do vašeho limitu ${ceiling} na den: dnes jste utratili už ${spent}, včetně odpovědí, které ještě probíhají. Nic nebylo naúčtováno.`,
  changeCeilings: (url: string) => `[Změnit limity](${url})`,
  gateway502: "Chyba brány (502). Zkuste to znovu za několik sekund.",
  gateway503: "Služba je dočasně nedostupná (503). Zkuste to znovu za několik sekund.",
  gateway504: "Server je přetížený (504). Zkuste to znovu za několik sekund.",
  upstream: (status: number, detail: string) => `Poskytovatel modelu požadavek odmítl (${status}): ${detail}`,
  upstreamKey: "Poskytovatel modelu nepřijal klíč tohoto serveru. Napište podpoře, nebo zvolte jiný model.",
  ownKeyRefused: (status: number, detail: string) =>
    `Poskytovatel modelu odmítl váš vlastní klíč (${status})${detail === "" ? "" : `: ${detail}`}. Zkontrolujte klíč i svůj účet u poskytovatele.`,
  upstreamBusy: "Poskytovatel modelu je teď velmi vytížený. Chvíli počkejte a zkuste to znovu.",
  upstreamTimeout: "Model odpovídal příliš dlouho. Zkuste to znovu, nebo zvolte rychlejší model.",
  upstreamCut:
    "Poskytovatel modelu odpověď přerušil. Co dorazilo, je tu uložené. Platíte jen zprávu a část, která už vznikla.",
  serverRestarted:
    "Náš server se restartoval uprostřed odpovědi. Co dorazilo, je tu uložené. Platíte jen zprávu a tuto část.",
  emptyAfterSearch: "Model hledal na webu, ale žádnou odpověď nenapsal. Zkuste to znovu, nebo se zeptejte jinak.",
  emptyAnswer: "Model nic neodpověděl (empty response from server). Zkuste to znovu.",
  reasoningTooLong:
    "Model o3 nedokázal odpovědět. Je-li zpráva dlouhá, použijte gpt-4.1, nebo text rozdělte na části kratší než 5000 znaků.",
  notJson: (contentType: string, head: string) => `Odpověď není platný JSON (${contentType}): ${head}`,
  server: (statusText: string) => `Chyba serveru: ${statusText}`,
  network: "Chyba spojení. Zkuste to znovu.",
  connectivity: "Žádné spojení. Zkontrolujte připojení k internetu.",
  aborted: "Spojení přerušeno…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Tato zpráva bude stát asi ${estimate}, to je víc než váš limit ${ceiling} na zprávu. Zatím se nic neodeslalo.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Dnes jste utratili už ${spent} a tato zpráva bude stát asi ${estimate}: to je nad vaším limitem ${ceiling} na den. Zatím se nic neodeslalo.`,
  sendAnyway: "Přesto odeslat",
}
