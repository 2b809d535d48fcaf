import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const de: Texts["errors"] = {
  unknown: "Unbekannter Fehler",
  nothingCharged: "Es wurde nichts berechnet.",
  invalidRequest: (detail: string) =>
    `Die Anfrage war nicht verständlich. Es wurde nichts berechnet. (Einzelheit: ${detail})`,
  refused: {
    "bad-utf8": () => "Der Inhalt der Anfrage ist kein gültiges UTF-8. Es wurde nichts berechnet.",
    "bad-json": () => "Der Inhalt der Anfrage ist kein gültiges JSON. Es wurde nichts berechnet.",
    "unknown-field": (name) => `Das Feld „${name}“ wird hier nicht angenommen. Es wurde nichts berechnet.`,
    "bad-idempotency-key": () =>
      "Der Header Idempotency-Key muss 1 bis 255 sichtbare Zeichen haben. Es wurde nichts berechnet.",
    "bad-ceiling": (name) =>
      `Der Header ${name} muss ein Betrag in Reais sein, zum Beispiel 0.50. Es wurde nichts berechnet.`,
    "bad-frame-id": () => "Das Feld after muss die Nummer eines Ereignisses sein.",
    "bad-code-field": () => "Das Feld accessCode muss ein Text sein.",
    "bad-usage-record": () => "Das ist kein Nutzungseintrag.",
    "run-not-ended": () => "Diese Antwort läuft noch. Stoppe sie zuerst.",
    "no-such-run": () => "Diese Antwort gibt es nicht, oder sie gehört nicht dir.",
    "no-such-route": () => "Diese Adresse gibt es nicht.",
    "method-not-allowed": () => "Diese Adresse nimmt diese Methode nicht an.",
    "answer-completed": () =>
      "Diese Antwort wurde vollständig, nachdem du einen Teil gelesen hattest. Sie ist noch gespeichert: Rufe sie ab, bevor du sie löschst.",
    "answer-erased": () =>
      "Die Antwort zu diesem Idempotency-Key wurde bereits zugestellt und gelöscht. Es wurde nichts berechnet.",
    "body-too-large": () => "Die Anfrage ist zu groß. Es wurde nichts berechnet.",
    "body-too-slow": () =>
      "Das Senden ist unterwegs stehen geblieben oder war zu langsam. Es wurde nichts berechnet. Versuche es noch einmal.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Diese Verbindung stand zu lange still und wurde geschlossen."
        : `Diese Verbindung stand zu lange still und wurde geschlossen. Die Antwort wird 24 Stunden aufbewahrt: GET ${address}`,
    "no-room": () =>
      "Der Server empfängt gerade zu viele Anfragen auf einmal. Es wurde nichts berechnet. Versuche es in ein paar Sekunden noch einmal.",
    "not-json-type": () => "Sende den Inhalt der Anfrage als application/json. Es wurde nichts berechnet.",
    "encoded-body": () => "Sende den Inhalt der Anfrage ohne Content-Encoding. Es wurde nichts berechnet.",
    "key-reused": () =>
      "Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet. Es wurde nichts berechnet.",
    "no-search-calls": () =>
      "Deine Websuchen sind aufgebraucht. Schalte die Suche aus, um weiterzuchatten, oder lade neue auf. Es wurde nichts berechnet.",
    "model-unpriced": (command) =>
      `Dieses Modell hat auf diesem Server noch keinen Preis. Wer den Server betreibt, kann den Preis so festlegen: ${command}. Es wurde nichts berechnet.`,
    "no-provider-key": (names) =>
      `Dieser Server hat noch keinen Schlüssel für diesen Anbieter. Wer den Server betreibt, muss ${names} setzen. Es wurde nichts berechnet.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () =>
      "Dieses Modell macht Bilder nur aus Worten. Nimm die Anhänge heraus oder wähle ein anderes Modell.",
    "bad-base-url": () => "Diese Adresse kann nicht verwendet werden. Es wurde nichts berechnet.",
    "bad-image-address": () => "Diese Bildadresse kann von hier aus nicht geöffnet werden.",
    "image-unavailable": () =>
      "Das Bild kam nicht an: Die Website hat nicht geantwortet, oder ihre Antwort ist kein Bild bis 10 MB.",
    "picture-unfetched": () =>
      "Das Bild wurde erstellt, lässt sich aber beim Anbieter nicht abholen. Versuche es noch einmal. Es wurde nichts berechnet.",
    "bad-share": (name) => `Das Feld „${name}“ ist nicht, wie es sein sollte.`,
    "no-such-share": () => "Diesen Link gibt es nicht, oder er wurde gelöscht.",
    "share-gone": () => "Dieser Link wurde entfernt.",
    "bad-picture": () => "Sende ein PNG-, JPEG-, GIF- oder WebP-Bild mit höchstens 10 MB und 60 Megapixeln.",
    "share-limit": () => "Du hast heute schon viele Links erstellt. Morgen geht es weiter.",
    "share-full": () =>
      "Für deine Links ist kein Platz mehr. Lösche die, die du nicht mehr brauchst, oder warte, bis einer abläuft.",
    "sharing-unavailable": () =>
      "Dieser Link konnte gerade nicht gespeichert oder gelesen werden. Versuch es in ein paar Sekunden noch einmal.",
    "bad-vault-request": () => "Die Anfrage an den Tresor stimmt nicht.",
    "no-such-vault": () => "Diesen Tresor gibt es nicht, oder der Schlüssel ist ein anderer.",
    "vault-out-of-step": () => "Der Tresor hat sich geändert, während dieses Gerät hineinschrieb.",
    "vault-superseded": () => "Ein anderes Gerät hat diesen Tresor schon aufgeräumt.",
    "vault-full": () => "Der Tresor ist voll. Auf diesem Gerät bleibt alles gespeichert.",
    "pairing-over": () =>
      "Diese Einladung wurde schon benutzt oder ist abgelaufen. Hol dir auf dem Gerät, das schon im Tresor ist, eine neue.",
    "vault-unavailable": () => "Der Tresor antwortet nicht. Versuch es gleich noch einmal.",
    "plugins-off": () => "Dieser Server lässt keine Plugins zu.",
    "bad-plugin-address": () => "Diese Adresse kann von hier nicht aufgerufen werden.",
    redirected: (host) =>
      `Der Dienst hat den Aufruf an eine andere Adresse (${host}) verwiesen; dem wurde nicht gefolgt.`,
    "compressed-reply": () => "Der Dienst hat komprimiert geantwortet, das wird hier nicht angenommen.",
    "service-away": () => "Der Dienst hat nicht geantwortet, oder seine Antwort war nicht lesbar.",
    "service-timeout": () => "Der Dienst hat nicht innerhalb von 30 Sekunden geantwortet.",
    "run-broken": () =>
      "Auf dem Server ist mitten in der Antwort etwas schiefgegangen. Wurde ein Teil berechnet, steht er im Kontoauszug. Versuche es in ein paar Sekunden noch einmal.",
    "gateway-fault": () =>
      "Interner Serverfehler. Es wurde nichts berechnet. Versuche es in ein paar Sekunden noch einmal.",
  },
  contextLengthExceeded:
    "Dieser Chat ist für das Modell zu lang geworden. Kürze die Nachricht, leere den Kontext oder wähle ein anderes Modell. Es wurde nichts berechnet.",
  unauthorized: "Der Zugangscode fehlt oder wurde nicht angenommen. Prüfe den Code in den Einstellungen.",
  userNotFound: "Nutzer nicht gefunden. Bitte prüfe den Code in den Einstellungen",
  modelNotAllowed: (model: string) => `Das Modell ${model} ist in deinem Tarif nicht verfügbar.`,
  modelRetired: (model: string, successor: string) =>
    `Das Modell ${model} ist nicht verfügbar: Es wurde abgeschaltet. ${successor} kann weitermachen, kostet aber mehr.`,
  modelRetiredAlone: (model: string) =>
    `Das Modell ${model} ist nicht verfügbar: Es wurde abgeschaltet. Wähle ein anderes Modell.`,
  modelGone: "Dieses Modell ist bei seinem Anbieter nicht verfügbar. Wähle ein anderes Modell.",
  modelNotFound: (model: string) =>
    `Das Modell ${model} gibt es hier nicht. Prüfe den Namen oder wähle ein anderes Modell. Es wurde nichts berechnet.`,
  availableModels: (models: string) => `Verfügbare Modelle: ${models}.`,
  unauthorizedHelp: (url: string) => `[Klicke hier, um den Zugangscode einzugeben](${url})`,
  upgradeToPremium: "Hol dir Premium und nutze alle Modelle.",
  freeLimitReached: "Deine kostenlosen Nachrichten für heute sind aufgebraucht. Morgen gibt es neue.",
  messageTooLong: (characters: number, limit: number) =>
    `Nachricht zu lang! In der kostenlosen Nutzung darf eine Nachricht höchstens ${limit.toLocaleString("de")} Zeichen haben. Deine hat ${characters.toLocaleString("de")} Zeichen. Für längere Nachrichten hol dir Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Zu viele Nachrichten in kurzer Zeit. Warte einen Moment und versuche es noch einmal. Es wurde nichts berechnet."
      : `Zu viele Nachrichten in kurzer Zeit. Versuche es in ${plural("de", seconds, { one: "# Sekunde", other: "# Sekunden" })} noch einmal. Es wurde nichts berechnet.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Zu viele Plugin-Aufrufe in kurzer Zeit. Warte einen Moment und versuche es noch einmal. Es wurde nichts berechnet."
      : `Zu viele Plugin-Aufrufe in kurzer Zeit. Versuche es in ${plural("de", seconds, { one: "# Sekunde", other: "# Sekunden" })} noch einmal. Es wurde nichts berechnet.`,
  pluginCallsUsedUp: "Deine Plugin-Aufrufe für heute sind aufgebraucht. Morgen gibt es neue.",
  alreadyProcessing: "Bitte warte ein Minütchen … Wir prüfen hier gerade etwas.",
  alreadyProcessingShort: "Nachricht wird bereits verarbeitet",
  insufficientBalance:
    "Dein Guthaben ist aufgebraucht. Lade Guthaben auf, um weiterzumachen. Es wurde nichts berechnet.",
  insufficientBalanceShort: "Guthaben reicht nicht aus",
  tooLittle: {
    title: (available: string, model: string) => `Dein Guthaben von ${available} deckt keine Antwort von ${model}.`,
    kept: "Guthaben reicht nicht aus: Die Antwort hat nicht begonnen, und deine Frage bleibt hier stehen.",
    answerOf: (model: string) => `Antwort von ${model}`,
    balance: "Dein Guthaben",
  },
  balanceInUse:
    "Dein Guthaben ist für Antworten reserviert, die noch laufen. Warte, bis eine davon fertig ist, und versuche es noch einmal. Es wurde nichts berechnet.",
  recharge: (url: string) => `[Guthaben aufladen](${url})`,
  upgrade: (url: string) => `[Premium holen](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Dein Limit von ${ceiling} pro Nachricht reicht nicht: Diese Antwort kann ${needed} oder mehr kosten. Es wurde nichts berechnet.`,
  roundsCeiling: (ceiling, spent) =>
    `Diese Antwort hat schon ${spent} gekostet, und deine Grenze von ${ceiling} je Nachricht lässt keine weitere Runde zu. Was bisher kam, bleibt.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Dein Limit von ${ceiling} pro Tag lässt keinen Platz für diese Antwort, die ${needed} oder mehr kosten kann: Heute sind es schon ${spent}, laufende Antworten eingerechnet. Es wurde nichts berechnet.`,
  changeCeilings: (url: string) => `[Limits ändern](${url})`,
  gateway502: "Gateway-Fehler (502). Versuche es in ein paar Sekunden noch einmal.",
  gateway503: "Dienst vorübergehend nicht verfügbar (503). Versuche es in ein paar Sekunden noch einmal.",
  gateway504: "Server überlastet (504). Versuche es in ein paar Sekunden noch einmal.",
  upstream: (status: number, detail: string) =>
    `Der Anbieter des Modells hat die Anfrage abgelehnt (${status}): ${detail}`,
  upstreamKey:
    "Der Anbieter des Modells hat den Schlüssel dieses Servers nicht angenommen. Gib dem Support Bescheid oder wähle ein anderes Modell.",
  ownKeyRefused: (status: number, detail: string) =>
    `Der Anbieter des Modells hat deinen eigenen Schlüssel abgelehnt (${status})${detail === "" ? "" : `: ${detail}`}. Prüfe den Schlüssel und das zugehörige Konto beim Anbieter.`,
  upstreamBusy: "Beim Anbieter des Modells ist gerade sehr viel los. Warte einen Moment und versuche es noch einmal.",
  upstreamTimeout:
    "Das Modell hat zu lange für die Antwort gebraucht. Versuche es noch einmal oder wähle ein schnelleres Modell.",
  upstreamCut:
    "Der Anbieter des Modells hat die Antwort abgebrochen. Was angekommen ist, ist hier gespeichert. Du zahlst nur die Nachricht und den schon erzeugten Teil.",
  serverRestarted:
    "Unser Server ist mitten in der Antwort neu gestartet. Was angekommen ist, ist hier gespeichert. Du zahlst nur die Nachricht und diesen Teil.",
  emptyAfterSearch:
    "Das Modell hat im Web gesucht, aber keine Antwort geschrieben. Versuche es noch einmal oder frage anders.",
  emptyAnswer: "Das Modell hat nichts geantwortet (empty response from server). Versuche es noch einmal.",
  reasoningTooLong:
    "o3 konnte nicht antworten. Wenn deine Nachricht lang ist, nimm gpt-4.1 oder teile den Text in Stücke von weniger als 5000 Zeichen.",
  notJson: (contentType: string, head: string) => `Die Antwort ist kein gültiges JSON (${contentType}): ${head}`,
  server: (statusText: string) => `Serverfehler: ${statusText}`,
  network: "Verbindungsfehler. Versuche es noch einmal.",
  connectivity: "Keine Verbindung. Prüfe deine Internetverbindung.",
  aborted: "Verbindung unterbrochen …",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Diese Nachricht kostet voraussichtlich ${estimate}, mehr als dein Limit von ${ceiling} pro Nachricht. Es wurde noch nichts gesendet.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Du hast heute schon ${spent} ausgegeben, und diese Nachricht kostet voraussichtlich ${estimate}: Das übersteigt dein Limit von ${ceiling} pro Tag. Es wurde noch nichts gesendet.`,
  sendAnyway: "Trotzdem senden",
}
