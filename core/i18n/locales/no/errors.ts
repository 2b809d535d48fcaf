import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const no: Texts["errors"] = {
  unknown: "Ukjent feil",
  nothingCharged: "Du er ikke belastet.",
  invalidRequest: (detail: string) => `Forespørselen kunne ikke tolkes. Du er ikke belastet. (Detalj: ${detail})`,
  refused: {
    "bad-utf8": () => "Innholdet i forespørselen er ikke gyldig UTF-8. Du er ikke belastet.",
    "bad-json": () => "Innholdet i forespørselen er ikke gyldig JSON. Du er ikke belastet.",
    "unknown-field": (name) => `Feltet «${name}» godtas ikke her. Du er ikke belastet.`,
    "bad-idempotency-key": () => "Headeren Idempotency-Key må ha fra 1 til 255 synlige tegn. Du er ikke belastet.",
    "bad-ceiling": (name) => `Headeren ${name} må være et beløp i real, for eksempel 0.50. Du er ikke belastet.`,
    "bad-frame-id": () => "Feltet after må være nummeret på en hendelse.",
    "bad-code-field": () => "Feltet accessCode må være en tekst.",
    "bad-usage-record": () => "Dette er ikke en bruksoppføring.",
    "run-not-ended": () => "Dette svaret er fortsatt i gang. Stopp det først.",
    "no-such-run": () => "Dette svaret finnes ikke, eller det er ikke ditt.",
    "no-such-route": () => "Denne adressen finnes ikke.",
    "method-not-allowed": () => "Denne adressen tar ikke imot denne metoden.",
    "answer-completed": () =>
      "Dette svaret ble fullført etter at du hadde lest en del av det. Det er fortsatt lagret: hent det før du sletter det.",
    "answer-erased": () => "Svaret på denne Idempotency-Key er allerede levert og slettet. Du er ikke belastet.",
    "body-too-large": () => "Forespørselen er for stor. Du er ikke belastet.",
    "body-too-slow": () => "Sendingen stoppet underveis eller gikk for sakte. Du er ikke belastet. Prøv igjen.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Denne forbindelsen sto stille for lenge og ble lukket."
        : `Denne forbindelsen sto stille for lenge og ble lukket. Svaret oppbevares i 24 timer: GET ${address}`,
    "no-room": () =>
      "Serveren tar imot for mange sendinger akkurat nå. Du er ikke belastet. Prøv igjen om noen sekunder.",
    "not-json-type": () => "Send innholdet i forespørselen som application/json. Du er ikke belastet.",
    "encoded-body": () => "Send innholdet i forespørselen uten Content-Encoding. Du er ikke belastet.",
    "key-reused": () => "Denne Idempotency-Key er allerede brukt til en annen forespørsel. Du er ikke belastet.",
    "no-search-calls": () =>
      "Du har ingen nettsøk igjen. Slå av søket for å fortsette, eller fyll på. Du er ikke belastet.",
    "model-unpriced": (command) =>
      `Denne modellen har ennå ingen pris på denne serveren. Den som drifter den, kan sette prisen med: ${command}. Du er ikke belastet.`,
    "no-provider-key": (names) =>
      `Denne serveren har ennå ingen nøkkel til denne leverandøren. Den som drifter den, må angi ${names}. Du er ikke belastet.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "Denne modellen lager bilder bare av ord. Fjern vedleggene, eller velg en annen modell.",
    "bad-base-url": () => "Denne adressen kan ikke brukes. Du er ikke belastet.",
    "bad-image-address": () => "Denne bildeadressen kan ikke åpnes herfra.",
    "image-unavailable": () =>
      "Bildet kom ikke: Nettstedet svarte ikke, eller det som kom, er ikke et bilde på høyst 10 MB.",
    "picture-unfetched": () =>
      "Bildet ble laget, men kunne ikke hentes fra leverandøren. Prøv igjen. Du er ikke belastet.",
    "bad-share": (name) => `Feltet «${name}» er ikke som det skal.`,
    "no-such-share": () => "Denne lenken finnes ikke, eller er slettet.",
    "share-gone": () => "Denne lenken er tatt ned.",
    "bad-picture": () => "Send et PNG-, JPEG-, GIF- eller WebP-bilde på høyst 10 MB og 60 megapiksler.",
    "share-limit": () => "Du har laget mange lenker i dag. I morgen kan du lage flere.",
    "share-full": () =>
      "Det er ikke plass til flere av lenkene dine. Slett dem du ikke trenger lenger, eller vent til en utløper.",
    "sharing-unavailable": () => "Denne lenken kunne ikke lagres eller leses akkurat nå. Prøv igjen om noen sekunder.",
    "bad-vault-request": () => "Forespørselen til hvelvet er ikke riktig.",
    "no-such-vault": () => "Dette hvelvet finnes ikke, eller nøkkelen er en annen.",
    "vault-out-of-step": () => "Hvelvet ble endret mens denne enheten skrev til det.",
    "vault-superseded": () => "En annen enhet har allerede ryddet i dette hvelvet.",
    "vault-full": () => "Hvelvet er fullt. På denne enheten er alt fortsatt lagret.",
    "pairing-over": () => "Denne invitasjonen er brukt eller utløpt. Lag en ny på enheten som allerede er i hvelvet.",
    "vault-unavailable": () => "Hvelvet svarer ikke. Prøv igjen om litt.",
    "plugins-off": () => "Denne serveren tillater ikke programtillegg.",
    "bad-plugin-address": () => "Denne adressen kan ikke kalles herfra.",
    redirected: (host) => `Tjenesten viste kallet videre til en annen adresse (${host}), og dit gikk det ikke videre.`,
    "compressed-reply": () => "Tjenesten svarte komprimert, og det tas ikke imot her.",
    "service-away": () => "Tjenesten svarte ikke, eller svaret kunne ikke leses.",
    "service-timeout": () => "Tjenesten svarte ikke innen 30 sekunder.",
    "run-broken": () =>
      "Noe gikk galt på serveren midt i svaret. Er en del belastet, står den i kontoutskriften. Prøv igjen om noen sekunder.",
    "gateway-fault": () => "Intern feil på serveren. Du er ikke belastet. Prøv igjen om noen sekunder.",
  },
  contextLengthExceeded:
    "Samtalen er blitt for lang for modellen. Kort ned meldingen, tøm konteksten eller velg en annen modell. Du er ikke belastet.",
  unauthorized: "Tilgangskoden mangler eller er ugyldig. Sjekk koden i Innstillinger.",
  userNotFound: "Fant ikke brukeren. Sjekk koden i Innstillinger",
  modelNotAllowed: (model: string) => `Modellen ${model} er ikke med i abonnementet ditt.`,
  modelRetired: (model: string, successor: string) =>
    `Modellen ${model} er ikke tilgjengelig: Den er slått av. ${successor} kan fortsette, men koster mer.`,
  modelRetiredAlone: (model: string) =>
    `Modellen ${model} er ikke tilgjengelig: Den er slått av. Velg en annen modell.`,
  modelGone: "Denne modellen er ikke tilgjengelig hos leverandøren. Velg en annen modell.",
  modelNotFound: (model: string) =>
    `Modellen ${model} finnes ikke her. Sjekk navnet eller velg en annen modell. Du er ikke belastet.`,
  availableModels: (models: string) => `Tilgjengelige modeller: ${models}.`,
  unauthorizedHelp: (url: string) => `[klikk her for å skrive inn tilgangskoden](${url})`,
  upgradeToPremium: "Oppgrader til Premium for å bruke alle modellene.",
  freeLimitReached: "Dagens gratis meldinger er brukt opp. I morgen får du flere.",
  messageTooLong: (characters: number, limit: number) =>
    `Meldingen er for lang! Gratisbrukere kan sende høyst ${plural("nb", limit, { other: "# tegn" })} per melding. Din har ${plural("nb", characters, { other: "# tegn" })}. Oppgrader til Premium for å sende lengre meldinger.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "For mange meldinger på kort tid. Vent litt og prøv igjen. Du er ikke belastet."
      : `For mange meldinger på kort tid. Prøv igjen om ${plural("nb", seconds, { one: "# sekund", other: "# sekunder" })}. Du er ikke belastet.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "For mange kall til programtillegg på kort tid. Vent litt og prøv igjen. Du er ikke belastet."
      : `For mange kall til programtillegg på kort tid. Prøv igjen om ${plural("nb", seconds, { one: "# sekund", other: "# sekunder" })}. Du er ikke belastet.`,
  pluginCallsUsedUp: "Dagens kall til programtillegg er brukt opp. I morgen får du flere.",
  alreadyProcessing: "Vent et lite øyeblikk … Vi sjekker noe her.",
  alreadyProcessingShort: "Meldingen behandles allerede",
  insufficientBalance: "Saldoen er brukt opp. Fyll på for å fortsette. Du er ikke belastet.",
  insufficientBalanceShort: "Ikke nok saldo",
  tooLittle: {
    title: (available: string, model: string) => `Saldoen på ${available} dekker ikke et svar fra ${model}.`,
    kept: "Ikke nok saldo: Svaret ble ikke påbegynt, og spørsmålet ditt står her fortsatt.",
    answerOf: (model: string) => `Svar fra ${model}`,
    balance: "Saldoen din",
  },
  balanceInUse:
    "Saldoen din er satt av til svar som fortsatt er i gang. Vent til et av dem er ferdig, og prøv igjen. Du er ikke belastet.",
  recharge: (url: string) => `[Fyll på saldoen](${url})`,
  upgrade: (url: string) => `[Oppgrader til Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Grensen din på ${ceiling} per melding er ikke nok: Dette svaret kan koste ${needed} eller mer. Du er ikke belastet.`,
  roundsCeiling: (ceiling, spent) =>
    `Dette svaret har allerede kostet ${spent}, og grensen din på ${ceiling} per melding gir ikke plass til en runde til. Det som har kommet, blir stående.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Grensen din på ${ceiling} per dag gir ikke plass til dette svaret, som kan koste ${needed} eller mer: Så langt i dag har du brukt ${spent}, medregnet svar som er i gang. Du er ikke belastet.`,
  changeCeilings: (url: string) => `[Endre grensene](${url})`,
  gateway502: "Feil i gatewayen (502). Prøv igjen om noen sekunder.",
  gateway503: "Tjenesten er midlertidig utilgjengelig (503). Prøv igjen om noen sekunder.",
  gateway504: "Serveren er overbelastet (504). Prøv igjen om noen sekunder.",
  upstream: (status: number, detail: string) => `Modelleverandøren avviste forespørselen (${status}): ${detail}`,
  upstreamKey:
    "Modelleverandøren godtok ikke nøkkelen til denne serveren. Si fra til brukerstøtten, eller velg en annen modell.",
  ownKeyRefused: (status: number, detail: string) =>
    `Modelleverandøren avviste din egen nøkkel (${status})${detail === "" ? "" : `: ${detail}`}. Sjekk nøkkelen og kontoen den hører til hos leverandøren.`,
  upstreamBusy: "Modelleverandøren har det veldig travelt nå. Vent litt og prøv igjen.",
  upstreamTimeout: "Modellen brukte for lang tid på å svare. Prøv igjen, eller velg en raskere modell.",
  upstreamCut:
    "Modelleverandøren avbrøt svaret. Det som kom, er tatt vare på her. Du betaler bare for meldingen og det som alt var skrevet.",
  serverRestarted:
    "Serveren vår startet på nytt midt i svaret. Det som kom, er tatt vare på her. Du betaler bare for meldingen og den delen.",
  emptyAfterSearch: "Modellen søkte på nettet, men skrev ikke noe svar. Prøv igjen, eller spør på en annen måte.",
  emptyAnswer: "Modellen svarte ingenting (empty response from server). Prøv igjen.",
  reasoningTooLong:
    "o3 klarte ikke å svare. Hvis meldingen er lang, kan du bruke gpt-4.1 eller dele teksten i biter på under 5000 tegn.",
  notJson: (contentType: string, head: string) => `Svaret er ikke gyldig JSON (${contentType}): ${head}`,
  server: (statusText: string) => `Feil på serveren: ${statusText}`,
  network: "Tilkoblingsfeil. Prøv igjen.",
  connectivity: "Ingen forbindelse. Sjekk at du er på nett.",
  aborted: "Forbindelsen ble brutt …",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Denne meldingen koster trolig ${estimate}, og det er over grensen din på ${ceiling} per melding. Ingenting er sendt ennå.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Du har brukt ${spent} i dag, og denne meldingen koster trolig ${estimate}: Det går over grensen din på ${ceiling} per dag. Ingenting er sendt ennå.`,
  sendAnyway: "Send likevel",
}
