import { plural } from "../../plural.ts"
import type { Texts } from "../../texts.ts"

export const fr: Texts["portable"] = {
  import: {
    title: "Importer",
    hint: "Conversations de ChatGPT, Claude, Gemini, NextChat, Open WebUI ou LibreChat, ou une sauvegarde d’ici.",
    button: "Importer un fichier",
    intro: "Choisissez le fichier exporté, en ZIP ou JSON. Il est lu ici, sur votre appareil, et ne part nulle part.",
    drop: "Ou déposez le fichier ici. Avant d’importer quoi que ce soit, vous voyez ce qu’il contient.",
    choose: "Choisir un fichier",
    chooseOther: "Un autre fichier",
    steps: {
      reading: "Lecture du fichier…",
      importing: "Import des conversations…",
      restoring: "Restauration…",
      undoing: "Annulation de l’import…",
    },
    found: (count: number) =>
      plural("fr", count, {
        one: "# nouvelle conversation dans le fichier",
        other: "# nouvelles conversations dans le fichier",
      }),
    came: (count: number) =>
      plural("fr", count, { one: "# conversation importée", other: "# conversations importées" }),
    nothingNew: "Rien de nouveau dans ce fichier",
    foundOther: "Du nouveau dans ce fichier",
    cameOther: "Importation terminée",
    period: (from: string, to: string) => (from === to ? from : `de ${from} à ${to}`),
    labels: {
      chats: (count: number) => plural("fr", count, { one: "conversation", other: "conversations" }),
      messages: (count: number) => plural("fr", count, { one: "message", other: "messages" }),
      pictures: (count: number) => plural("fr", count, { one: "image", other: "images" }),
      versions: (count: number) => plural("fr", count, { one: "version", other: "versions" }),
      branches: (count: number) => plural("fr", count, { one: "branche", other: "branches" }),
      masks: (count: number) => plural("fr", count, { one: "masque", other: "masques" }),
      prompts: (count: number) => plural("fr", count, { one: "prompt", other: "prompts" }),
      plugins: (count: number) => plural("fr", count, { one: "plugin", other: "plugins" }),
    },
    grown: (count: number) =>
      plural("fr", count, {
        one: "# conversation déjà présente a de nouveaux messages.",
        other: "# conversations déjà présentes ont de nouveaux messages.",
      }),
    filled: (n: string) =>
      `Discussions déjà ici qui reçoivent des images ou des textes de pièces jointes manquants : ${n}.`,
    leftOut: (count: number) => plural("fr", count, { one: "# n’est pas importée", other: "# ne sont pas importées" }),
    sum: (taken: string, left: string, all: string) => `${taken} + ${left} = ${all} dans le fichier`,
    reasons: {
      empty: "sans message",
      known: "déjà présente",
      damaged: "endommagée dans le fichier",
      activity: "autre activité, pas une conversation",
      unsupported: "d’un type qui n’est pas lu ici",
      double: "en double dans le fichier",
    },
    missingPictures: (count: number) =>
      plural("fr", count, {
        one: "# image n’est pas dans le fichier. Sa place est marquée dans la conversation.",
        other: "# images ne sont pas dans le fichier. Leur place est marquée dans les conversations.",
      }),
    missingFiles: (count: number) =>
      plural("fr", count, {
        one: "# pièce jointe n’a que son nom : le texte n’est pas dans le fichier ou n’a pas pu être lu.",
        other: "# pièces jointes n’ont que leur nom : le texte n’est pas dans le fichier ou n’a pas pu être lu.",
      }),
    hidden: (n: string) => `Messages que l’autre application ne montrait plus, laissés de côté : ${n}.`,
    otherFiles: (names: string, n: string) => `Fichiers sans conversation (${n}) : ${names}`,
    cutFiles: (names: string) =>
      `Il manque la fin de ces fichiers : ${names}. Téléchargez-les à nouveau pour avoir le reste.`,
    sample: "Quelques-unes",
    settingsFound:
      "Le fichier contient aussi des réglages ou des clés d’accès. Ils ne viennent que si vous les cochez.",
    settingsChange: "Ce qui changerait",
    nowThen: (now, then) => `${now} → ${then}`,
    moreChanges: (n) => `et ${n} de plus`,
    sameSettings: "Les réglages d’ici sont déjà ceux-là : rien ne changerait.",
    on: "activé",
    off: "désactivé",
    takeSettings: "Importer les réglages",
    takeKeys: "Importer les adresses et les clés, désactivées",
    keysOff:
      "Les adresses et les clés du fichier sont désactivées. Vérifiez-les dans les Paramètres avant de les activer.",
    import: "Importer ici",
    show: "Voir les conversations",
    undo: "Annuler l’import",
    until: (day: string) => `jusqu’au ${day}`,
    undone: (count: number) =>
      plural("fr", count, { one: "Import annulé : # élément retiré.", other: "Import annulé : # éléments retirés." }),
    undoneKept: (count: number) =>
      plural("fr", count, { one: "Vous en avez modifié #, qui reste.", other: "Vous en avez modifié #, qui restent." }),
    undonePassedOn: (count: number) =>
      plural("fr", count, {
        one: "# conversation est restée telle quelle, car un import plus récent l’a continuée. Annulez aussi cet import.",
        other:
          "# conversations sont restées telles quelles, car des imports plus récents les ont continuées. Annulez aussi ces imports.",
      }),
    cancelled: "Interrompu. Ce qui est déjà là reste et peut être annulé.",
    history: "Imports récents",
    historyHint: "Ils peuvent être annulés pendant 30 jours. Ce que vous avez modifié depuis reste.",
    historyItem: (day: string, sources: string, n: string) => `${day} · ${sources} · ${n} conversations`,
    failed: "Le fichier n’a pas pu être importé",
    troubles: {
      future: "Le fichier vient d’une version plus récente. Actualisez la page et réessayez. Rien n’a changé ici.",
      bomb: "Le fichier se déplie en quelque chose de bien trop grand et a été refusé. Rien n’a changé ici.",
      damaged: "Le fichier est endommagé ou incomplet. Téléchargez-le à nouveau.",
      several: "Une sauvegarde se restaure seule : choisissez-en une, sans autres fichiers. Rien n’a été modifié ici.",
      locked:
        "Le fichier est protégé par un mot de passe. Décompressez-le sur votre appareil, recompressez-le sans mot de passe et choisissez le nouveau.",
      unsupported: "Aucune conversation n’a été reconnue dans ce fichier.",
      packed:
        "Ce fichier est compressé dans un format qui n’est pas lu ici. Décompressez-le sur votre appareil et choisissez ce qu’il contient, ou demandez-le en ZIP.",
      html: "Ce fichier de Google est en HTML. Dans Takeout, demandez Mon activité en JSON.",
      unreadable:
        "Le fichier n’a pas pu être lu : il a changé, a été déplacé ou n’est pas encore sur cet appareil. Choisissez-le de nouveau.",
      storage: "Le navigateur n’a pas permis d’enregistrer les conversations. Réessayez.",
      full: "Il n’y a plus de place dans ce navigateur. Ce qui est déjà là reste.",
    },
    missingPicture: "image non incluse",
    branch: "{title} (branche {number})",
  },
  restore: {
    title: "Sauvegarde reconnue",
    savedAt: (moment: string) => `Enregistrée le ${moment}`,
    join: "Fusionner",
    joinHint: "Ce qui est ici reste, et ce qui manque revient.",
    replace: "Remplacer",
    replaceHint: "Tout ce qui est ici part. Une copie est d’abord enregistrée dans vos téléchargements.",
    takeSettings: "Importer aussi les réglages de la sauvegarde",
    passphrase: "Phrase secrète de la sauvegarde, pour le code et les clés (facultatif)",
    noRoom: (size: string) => `Ce navigateur n’a pas la place pour les ${size} de la sauvegarde.`,
    troubles: {
      passphrase: "La phrase secrète n’ouvre pas cette sauvegarde.",
      copy: "La copie de sécurité n’a pas pu être enregistrée, donc rien n’a été remplacé.",
    },
    settingsLeft:
      "La sauvegarde est restaurée, mais ses réglages ou ses clés n’ont pas tenu dans ce navigateur, et ceux d’ici restent valables. Libérez de la place et restaurez-la de nouveau pour les importer.",
    damaged: "La sauvegarde a été restaurée, mais une partie n’a pas pu être lue :",
    records: "messages et autres éléments",
    button: "Restaurer",
  },
  backup: {
    title: "Sauvegarde",
    hint: "Un fichier avec tout ce que contient ce navigateur, images comprises. NextChat peut le lire.",
    button: "Enregistrer la sauvegarde",
    text: "La sauvegarde met tout ce qui est enregistré dans ce navigateur dans un seul fichier, à restaurer sous Importer.",
    save: "Enregistrer la sauvegarde",
    saving: "Préparation du fichier…",
  },
  export: {
    title: "Exporter la conversation",
    step: (now: string, all: string) => `étape ${now} sur ${all}`,
    chosen: (some: string, all: string) => `${some} messages sur ${all}`,
    change: "Modifier",
    preview: "Voir l’aperçu",
    all: "Tous",
    latest: "4 derniers",
    none: "Aucun",
    filter: "Filtrer les messages",
    messages: "Messages",
    mask: "Inclure les messages du masque",
    reasoning: "Raisonnement",
    files: "Texte des pièces jointes",
    costs: "Coûts",
    failed: "en erreur",
    running: "en cours d’arrivée",
    format: "Format",
    image: "Image",
    print: "Imprimer",
    printHint:
      "Ouvre la fenêtre d’impression du navigateur avec ce qui est choisi. Vous pouvez aussi l’y enregistrer en PDF.",
    printFailed: "Ce navigateur n’a pas ouvert la fenêtre d’impression",
    oneImage: "Une seule image",
    light: "Fond clair",
    dark: "Fond sombre",
    size: (count: number, width: string, height: string, bytes: string) =>
      `${plural("fr", count, { one: "# image", other: "# images" })} · ${width} × ${height} px · ${bytes}`,
    making: "Préparation de l’aperçu…",
    copy: "Copier",
    download: "Télécharger",
    share: "Partager",
    downloaded: "Fichier téléchargé",
    shared: "Partagé",
    downloadFailed: "Échec du téléchargement.",
    imageFailed: "Ce navigateur n’a pas pu dessiner l’image. Essayez Markdown ou Imprimer.",
    you: "Vous",
    assistant: "Assistant",
    system: "Instructions",
    cost: (amount: string) => `Coût : ${amount}`,
  },
}
