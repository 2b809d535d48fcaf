import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const it: Texts["errors"] = {
  unknown: "Errore sconosciuto",
  nothingCharged: "Nessun addebito.",
  invalidRequest: (detail: string) => `La richiesta non è comprensibile. Nessun addebito. (Dettaglio: ${detail})`,
  refused: {
    "bad-utf8": () => "Il corpo della richiesta non è UTF-8 valido. Nessun addebito.",
    "bad-json": () => "Il corpo della richiesta non è JSON valido. Nessun addebito.",
    "unknown-field": (name) => `Il campo “${name}” qui non è accettato. Nessun addebito.`,
    "bad-idempotency-key": () =>
      "L’intestazione Idempotency-Key deve avere da 1 a 255 caratteri visibili. Nessun addebito.",
    "bad-ceiling": (name) =>
      `L’intestazione ${name} deve essere un importo in reais, ad esempio 0.50. Nessun addebito.`,
    "bad-frame-id": () => "Il campo after deve essere il numero di un evento.",
    "bad-code-field": () => "Il campo accessCode deve essere un testo.",
    "bad-usage-record": () => "Questo non è un registro d’uso.",
    "run-not-ended": () => "Questa risposta è ancora in corso. Prima fermala.",
    "no-such-run": () => "Questa risposta non esiste o non è tua.",
    "no-such-route": () => "Questo indirizzo non esiste.",
    "method-not-allowed": () => "Questo indirizzo non accetta questo metodo.",
    "answer-completed": () =>
      "Questa risposta si è completata dopo che ne avevi letto una parte. È ancora conservata: recuperala prima di cancellarla.",
    "answer-erased": () =>
      "La risposta chiesta con questa Idempotency-Key è già stata consegnata e cancellata. Nessun addebito.",
    "body-too-large": () => "La richiesta è troppo grande. Nessun addebito.",
    "body-too-slow": () => "L’invio si è fermato a metà o è stato troppo lento. Nessun addebito. Riprova.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Questa connessione è rimasta ferma troppo a lungo ed è stata chiusa."
        : `Questa connessione è rimasta ferma troppo a lungo ed è stata chiusa. La risposta è conservata per 24 ore: GET ${address}`,
    "no-room": () =>
      "Il server sta ricevendo troppi invii in questo momento. Nessun addebito. Riprova tra qualche secondo.",
    "not-json-type": () => "Invia il corpo della richiesta come application/json. Nessun addebito.",
    "encoded-body": () => "Invia il corpo della richiesta senza Content-Encoding. Nessun addebito.",
    "key-reused": () => "Questa Idempotency-Key è già stata usata per un’altra richiesta. Nessun addebito.",
    "no-search-calls": () =>
      "Hai finito le ricerche sul web. Disattiva la ricerca per continuare la conversazione, oppure aggiungi credito. Nessun addebito.",
    "model-unpriced": (command) =>
      `Questo modello non ha ancora un prezzo su questo server. Chi lo amministra può impostarlo con: ${command}. Nessun addebito.`,
    "no-provider-key": (names) =>
      `Questo server non ha ancora una chiave per questo fornitore. Chi lo amministra deve impostare ${names}. Nessun addebito.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "Questo modello crea immagini solo dalle parole. Togli gli allegati o scegli un altro modello.",
    "bad-base-url": () => "Questo indirizzo non può essere usato. Nessun addebito.",
    "bad-image-address": () => "Questo indirizzo di immagine non può essere aperto da qui.",
    "image-unavailable": () =>
      "L’immagine non è arrivata: il sito non ha risposto, oppure quello che ha inviato non è un’immagine fino a 10 MB.",
    "picture-unfetched": () =>
      "L’immagine è stata creata, ma non è stato possibile recuperarla dal fornitore. Riprova. Nessun addebito.",
    "bad-share": (name) => `Il campo “${name}” non è come dovrebbe.`,
    "no-such-share": () => "Questo link non esiste o è stato eliminato.",
    "share-gone": () => "Questo link è stato rimosso.",
    "bad-picture": () => "Invia un’immagine PNG, JPEG, GIF o WebP di al massimo 10 MB e 60 megapixel.",
    "share-limit": () => "Oggi hai già creato molti link. Domani potrai crearne altri.",
    "share-full": () =>
      "Non c’è più spazio per i tuoi link. Elimina quelli che non ti servono più o aspetta che uno scada.",
    "sharing-unavailable": () =>
      "Al momento non è stato possibile salvare o leggere questo link. Riprova tra qualche secondo.",
    "bad-vault-request": () => "La richiesta alla cassaforte non è corretta.",
    "no-such-vault": () => "Questa cassaforte non esiste, o la chiave è un’altra.",
    "vault-out-of-step": () => "La cassaforte è cambiata mentre questo dispositivo ci scriveva.",
    "vault-superseded": () => "Un altro dispositivo ha già riordinato questa cassaforte.",
    "vault-full": () => "La cassaforte è piena. Su questo dispositivo resta tutto salvato.",
    "pairing-over": () =>
      "Questo invito è già stato usato o è scaduto. Chiedine un altro sul dispositivo già collegato alla cassaforte.",
    "vault-unavailable": () => "La cassaforte non ha risposto. Riprova tra poco.",
    "plugins-off": () => "Questo server non permette i plugin.",
    "bad-plugin-address": () => "Questo indirizzo non può essere chiamato da qui.",
    redirected: (host) =>
      `Il servizio ha rimandato la chiamata a un altro indirizzo (${host}), che non è stato seguito.`,
    "compressed-reply": () => "Il servizio ha risposto in forma compressa, che qui non è accettata.",
    "service-away": () => "Il servizio non ha risposto, o la risposta non era leggibile.",
    "service-timeout": () => "Il servizio non ha risposto entro 30 secondi.",
    "run-broken": () =>
      "Qualcosa è andato storto sul server a metà della risposta. Se una parte è stata addebitata, compare nell’estratto conto. Riprova tra qualche secondo.",
    "gateway-fault": () => "Errore interno del server. Nessun addebito. Riprova tra qualche secondo.",
  },
  contextLengthExceeded:
    "Questa conversazione è diventata troppo lunga per il modello. Accorcia il messaggio, azzera il contesto o scegli un altro modello. Nessun addebito.",
  unauthorized: "Il codice di accesso manca o non è stato accettato. Controllalo nelle Impostazioni.",
  userNotFound: "Utente non trovato. Controlla il codice nelle Impostazioni",
  modelNotAllowed: (model: string) => `Il modello ${model} non è disponibile nel tuo piano.`,
  modelRetired: (model: string, successor: string) =>
    `Il modello ${model} non è disponibile: è stato ritirato. Può continuare ${successor}, che costa di più.`,
  modelRetiredAlone: (model: string) =>
    `Il modello ${model} non è disponibile: è stato ritirato. Scegli un altro modello.`,
  modelGone: "Questo modello non è disponibile presso il suo fornitore. Scegli un altro modello.",
  modelNotFound: (model: string) =>
    `Il modello ${model} qui non esiste. Controlla il nome o scegli un altro modello. Nessun addebito.`,
  availableModels: (models: string) => `Modelli disponibili: ${models}.`,
  unauthorizedHelp: (url: string) => `[fai clic qui per inserire il codice di accesso](${url})`,
  upgradeToPremium: "Passa a Premium e usa tutti i modelli.",
  freeLimitReached: "I messaggi gratuiti di oggi sono finiti. Domani ce ne sono altri.",
  messageTooLong: (characters: number, limit: number) =>
    `Messaggio troppo lungo! Nel piano gratuito un messaggio può avere al massimo ${limit.toLocaleString("it")} caratteri. Il tuo ne ha ${characters.toLocaleString("it")}. Per inviare messaggi più lunghi, passa a Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Troppi messaggi in poco tempo. Aspetta un momento e riprova. Nessun addebito."
      : `Troppi messaggi in poco tempo. Riprova tra ${plural("it", seconds, { one: "# secondo", other: "# secondi" })}. Nessun addebito.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Troppe chiamate ai plugin in poco tempo. Aspetta un momento e riprova. Nessun addebito."
      : `Troppe chiamate ai plugin in poco tempo. Riprova tra ${plural("it", seconds, { one: "# secondo", other: "# secondi" })}. Nessun addebito.`,
  pluginCallsUsedUp: "Le chiamate ai plugin di oggi sono finite. Domani ce ne sono altre.",
  alreadyProcessing: "Aspetta un minutino… Stiamo verificando una cosa.",
  alreadyProcessingShort: "Messaggio già in elaborazione",
  insufficientBalance: "Il tuo credito è esaurito. Aggiungi credito per continuare. Nessun addebito.",
  insufficientBalanceShort: "Credito insufficiente",
  tooLittle: {
    title: (available: string, model: string) => `Il tuo credito di ${available} non copre una risposta di ${model}.`,
    kept: "Credito insufficiente: la risposta non è iniziata e la tua domanda resta qui.",
    answerOf: (model: string) => `Risposta di ${model}`,
    balance: "Il tuo credito",
  },
  balanceInUse:
    "Il tuo credito è riservato a risposte ancora in corso. Aspetta che una finisca e riprova. Nessun addebito.",
  recharge: (url: string) => `[Aggiungi credito](${url})`,
  upgrade: (url: string) => `[Passa a Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Il tuo limite di ${ceiling} per messaggio non basta: questa risposta può costare ${needed} o più. Nessun addebito.`,
  roundsCeiling: (ceiling, spent) =>
    `Questa risposta è già costata ${spent} e il tuo limite di ${ceiling} per messaggio non lascia spazio a un altro giro. Quello che è arrivato resta.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Il tuo limite di ${ceiling} al giorno non lascia spazio a questa risposta, che può costare ${needed} o più: oggi sei già a ${spent}, comprese quelle in corso. Nessun addebito.`,
  changeCeilings: (url: string) => `[Cambia i limiti](${url})`,
  gateway502: "Errore del gateway (502). Riprova tra qualche secondo.",
  gateway503: "Servizio temporaneamente non disponibile (503). Riprova tra qualche secondo.",
  gateway504: "Server sovraccarico (504). Riprova tra qualche secondo.",
  upstream: (status: number, detail: string) =>
    `Il fornitore del modello ha rifiutato la richiesta (${status}): ${detail}`,
  upstreamKey:
    "Il fornitore del modello non ha accettato la chiave di questo server. Avvisa l’assistenza o scegli un altro modello.",
  ownKeyRefused: (status: number, detail: string) =>
    `Il fornitore del modello ha rifiutato la tua chiave personale (${status})${detail === "" ? "" : `: ${detail}`}. Controlla la chiave e il relativo account presso il fornitore.`,
  upstreamBusy: "Il fornitore del modello in questo momento ha troppe richieste. Aspetta un momento e riprova.",
  upstreamTimeout: "Il modello ha impiegato troppo tempo a rispondere. Riprova o scegli un modello più veloce.",
  upstreamCut:
    "Il fornitore del modello ha interrotto la risposta. Quello che è arrivato è salvato qui. Paghi solo il messaggio e la parte già generata.",
  serverRestarted:
    "Il nostro server si è riavviato a metà risposta. Quello che è arrivato è salvato qui. Paghi solo il messaggio e questa parte.",
  emptyAfterSearch:
    "Il modello ha cercato sul web, ma non ha scritto nessuna risposta. Riprova o chiedi in un altro modo.",
  emptyAnswer: "Il modello non ha risposto nulla (empty response from server). Riprova.",
  reasoningTooLong:
    "o3 non è riuscito a rispondere. Se il messaggio è lungo, usa gpt-4.1 oppure dividi il testo in parti da meno di 5000 caratteri.",
  notJson: (contentType: string, head: string) => `La risposta non è JSON valido (${contentType}): ${head}`,
  server: (statusText: string) => `Errore del server: ${statusText}`,
  network: "Errore di connessione. Riprova.",
  connectivity: "Nessuna connessione. Controlla la connessione a Internet.",
  aborted: "Connessione interrotta…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Questo messaggio dovrebbe costare ${estimate}, oltre il tuo limite di ${ceiling} per messaggio. Non è ancora stato inviato nulla.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Oggi hai già speso ${spent} e questo messaggio dovrebbe costare ${estimate}: supera il tuo limite di ${ceiling} al giorno. Non è ancora stato inviato nulla.`,
  sendAnyway: "Invia comunque",
}
