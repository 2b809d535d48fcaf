import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const es: Texts["errors"] = {
  unknown: "Error desconocido",
  nothingCharged: "No se cobró nada.",
  invalidRequest: (detail: string) => `No se pudo entender la solicitud. No se cobró nada. (Detalle: ${detail})`,
  refused: {
    "bad-utf8": () => "El cuerpo de la solicitud no es UTF-8 válido. No se cobró nada.",
    "bad-json": () => "El cuerpo de la solicitud no es JSON válido. No se cobró nada.",
    "unknown-field": (name) => `El campo “${name}” no se acepta aquí. No se cobró nada.`,
    "bad-idempotency-key": () =>
      "El encabezado Idempotency-Key debe tener entre 1 y 255 caracteres visibles. No se cobró nada.",
    "bad-ceiling": (name) => `El encabezado ${name} debe ser un monto en reales, por ejemplo 0.50. No se cobró nada.`,
    "bad-frame-id": () => "El campo after debe ser el número de un evento.",
    "bad-code-field": () => "El campo accessCode debe ser un texto.",
    "bad-usage-record": () => "Esto no es un registro de uso.",
    "run-not-ended": () => "Esta respuesta todavía está en curso. Detenla primero.",
    "no-such-run": () => "Esta respuesta no existe o no es tuya.",
    "no-such-route": () => "Esta dirección no existe.",
    "method-not-allowed": () => "Esta dirección no acepta este método.",
    "answer-completed": () =>
      "Esta respuesta se completó después de que leyeras una parte. Sigue guardada: recupérala antes de borrarla.",
    "answer-erased": () => "La respuesta pedida con esta Idempotency-Key ya se entregó y se borró. No se cobró nada.",
    "body-too-large": () => "La solicitud es demasiado grande. No se cobró nada.",
    "body-too-slow": () => "El envío se detuvo a medias o fue demasiado lento. No se cobró nada. Inténtalo de nuevo.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Esta conexión estuvo parada demasiado tiempo y se cerró."
        : `Esta conexión estuvo parada demasiado tiempo y se cerró. La respuesta se guarda durante 24 horas en GET ${address}`,
    "no-room": () =>
      "El servidor está recibiendo demasiados envíos ahora. No se cobró nada. Inténtalo de nuevo en unos segundos.",
    "not-json-type": () => "Envía el cuerpo de la solicitud como application/json. No se cobró nada.",
    "encoded-body": () => "Envía el cuerpo de la solicitud sin Content-Encoding. No se cobró nada.",
    "key-reused": () => "Esta Idempotency-Key ya se usó con otra solicitud. No se cobró nada.",
    "no-search-calls": () =>
      "Se te acabaron las búsquedas en la web. Desactiva la búsqueda para seguir conversando o agrega crédito. No se cobró nada.",
    "model-unpriced": (command) =>
      `Este modelo todavía no tiene precio en este servidor. Quien lo administra puede definirlo con: ${command}. No se cobró nada.`,
    "no-provider-key": (names) =>
      `Este servidor todavía no tiene una clave para este proveedor. Quien lo administra debe definir ${names}. No se cobró nada.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () =>
      "Este modelo crea imágenes solo a partir de palabras. Quita los archivos adjuntos o elige otro modelo.",
    "bad-base-url": () => "Esta dirección no se puede usar. No se cobró nada.",
    "bad-image-address": () => "Esta dirección de imagen no se puede abrir desde aquí.",
    "image-unavailable": () =>
      "La imagen no llegó: el sitio no respondió, o lo que envió no es una imagen de hasta 10 MB.",
    "picture-unfetched": () =>
      "La imagen se creó, pero no se pudo recoger de su proveedor. Vuelve a intentarlo. No se cobró nada.",
    "bad-share": (name) => `El campo “${name}” no es como debería.`,
    "no-such-share": () => "Este enlace no existe o ya se borró.",
    "share-gone": () => "Este enlace se retiró.",
    "bad-picture": () => "Envía una imagen PNG, JPEG, GIF o WebP de hasta 10 MB y 60 megapíxeles.",
    "share-limit": () => "Hoy ya creaste muchos enlaces. Mañana podrás crear más.",
    "share-full": () =>
      "Ya no queda espacio para tus enlaces. Elimina los que ya no uses o espera a que alguno caduque.",
    "sharing-unavailable": () => "Ahora no se pudo guardar o leer este enlace. Inténtalo de nuevo en unos segundos.",
    "bad-vault-request": () => "La solicitud al cofre no es correcta.",
    "no-such-vault": () => "Este cofre no existe o la clave es otra.",
    "vault-out-of-step": () => "El cofre cambió mientras este dispositivo escribía en él.",
    "vault-superseded": () => "Otro dispositivo ya ordenó este cofre.",
    "vault-full": () => "El cofre está lleno. En este dispositivo todo sigue guardado.",
    "pairing-over": () => "Esta invitación ya se usó o caducó. Pide otra en el dispositivo que ya está en el cofre.",
    "vault-unavailable": () => "El cofre no respondió. Inténtalo de nuevo en un momento.",
    "plugins-off": () => "Este servidor no permite usar plugins.",
    "bad-plugin-address": () => "No se puede llamar a esta dirección desde aquí.",
    redirected: (host) => `El servicio mandó la llamada a otra dirección (${host}) y ahí no se continuó.`,
    "compressed-reply": () => "El servicio respondió comprimido, y eso no se acepta aquí.",
    "service-away": () => "El servicio no respondió, o su respuesta no se pudo leer.",
    "service-timeout": () => "El servicio no respondió en 30 segundos.",
    "run-broken": () =>
      "Algo falló en el servidor en medio de la respuesta. Si se cobró alguna parte, aparece en el estado de cuenta. Vuelve a intentarlo en unos segundos.",
    "gateway-fault": () => "Error interno del servidor. No se cobró nada. Vuelve a intentarlo en unos segundos.",
  },
  contextLengthExceeded:
    "Esta conversación se hizo demasiado larga para el modelo. Acorta el mensaje, limpia el contexto o elige otro modelo. No se cobró nada.",
  unauthorized: "Falta el código de acceso o no fue aceptado. Revisa el código en Configuración.",
  userNotFound: "Usuario no encontrado. Revisa el código en Configuración",
  modelNotAllowed: (model: string) => `El modelo ${model} no está disponible en tu plan.`,
  modelRetired: (model: string, successor: string) =>
    `El modelo ${model} no está disponible: fue retirado. Puede continuar ${successor}, que cuesta más.`,
  modelRetiredAlone: (model: string) => `El modelo ${model} no está disponible: fue retirado. Elige otro modelo.`,
  modelGone: "Este modelo no está disponible en su proveedor. Elige otro modelo.",
  modelNotFound: (model: string) =>
    `El modelo ${model} no existe aquí. Revisa el nombre o elige otro modelo. No se cobró nada.`,
  availableModels: (models: string) => `Modelos disponibles: ${models}.`,
  unauthorizedHelp: (url: string) => `[haz clic aquí para ingresar tu código de acceso](${url})`,
  upgradeToPremium: "Pásate a Premium y usa todos los modelos.",
  freeLimitReached: "Se acabaron tus mensajes gratis de hoy. Mañana hay más.",
  messageTooLong: (characters: number, limit: number) =>
    `¡Mensaje demasiado largo! Los usuarios gratuitos pueden enviar como máximo ${limit.toLocaleString("es")} caracteres por mensaje. El tuyo tiene ${characters.toLocaleString("es")}. Para enviar mensajes más largos, pásate a Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Demasiados mensajes en poco tiempo. Espera un momento y vuelve a intentarlo. No se cobró nada."
      : `Demasiados mensajes en poco tiempo. Vuelve a intentarlo en ${plural("es", seconds, { one: "# segundo", other: "# segundos" })}. No se cobró nada.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Demasiadas llamadas de plugins en poco tiempo. Espera un momento y vuelve a intentarlo. No se cobró nada."
      : `Demasiadas llamadas de plugins en poco tiempo. Vuelve a intentarlo en ${plural("es", seconds, { one: "# segundo", other: "# segundos" })}. No se cobró nada.`,
  pluginCallsUsedUp: "Se acabaron tus llamadas de plugins de hoy. Mañana hay más.",
  alreadyProcessing: "Espera un minutito, por favor… Estamos verificando algo.",
  alreadyProcessingShort: "El mensaje ya se está procesando",
  insufficientBalance: "Se te acabó el saldo. Agrega crédito para continuar. No se cobró nada.",
  insufficientBalanceShort: "Saldo insuficiente",
  tooLittle: {
    title: (available: string, model: string) => `Tu saldo de ${available} no alcanza para una respuesta de ${model}.`,
    kept: "Saldo insuficiente: la respuesta no empezó y tu pregunta sigue aquí.",
    answerOf: (model: string) => `Respuesta de ${model}`,
    balance: "Tu saldo",
  },
  balanceInUse:
    "Tu saldo está reservado para respuestas que todavía están en curso. Espera a que termine una de ellas y vuelve a intentarlo. No se cobró nada.",
  recharge: (url: string) => `[Agregar crédito](${url})`,
  upgrade: (url: string) => `[Pasarme a Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Tu límite de ${ceiling} por mensaje no alcanza: esta respuesta puede costar ${needed} o más. No se cobró nada.`,
  roundsCeiling: (ceiling, spent) =>
    `Esta respuesta ya costó ${spent} y tu límite de ${ceiling} por mensaje no deja espacio para otra ronda. Lo que llegó hasta aquí se queda.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Tu límite de ${ceiling} por día no deja espacio para esta respuesta, que puede costar ${needed} o más: hoy ya van ${spent}, contando las que están en curso. No se cobró nada.`,
  changeCeilings: (url: string) => `[Cambiar los límites](${url})`,
  gateway502: "Error en la puerta de enlace (502). Vuelve a intentarlo en unos segundos.",
  gateway503: "Servicio temporalmente no disponible (503). Vuelve a intentarlo en unos segundos.",
  gateway504: "Servidor sobrecargado (504). Vuelve a intentarlo en unos segundos.",
  upstream: (status: number, detail: string) => `El proveedor del modelo rechazó la solicitud (${status}): ${detail}`,
  upstreamKey: "El proveedor del modelo no aceptó la clave de este servidor. Avisa al soporte o elige otro modelo.",
  ownKeyRefused: (status: number, detail: string) =>
    `El proveedor del modelo rechazó tu propia clave (${status})${detail === "" ? "" : `: ${detail}`}. Revisa la clave y su cuenta con el proveedor.`,
  upstreamBusy:
    "El proveedor del modelo tiene demasiadas solicitudes en este momento. Espera un momento y vuelve a intentarlo.",
  upstreamTimeout: "El modelo tardó demasiado en responder. Vuelve a intentarlo o elige un modelo más rápido.",
  upstreamCut:
    "El proveedor del modelo interrumpió la respuesta. Lo que llegó está guardado aquí. Solo pagas el mensaje y la parte ya generada.",
  serverRestarted:
    "Nuestro servidor se reinició en medio de la respuesta. Lo que llegó está guardado aquí. Solo pagas el mensaje y esa parte.",
  emptyAfterSearch:
    "El modelo buscó en la web, pero no escribió ninguna respuesta. Vuelve a intentarlo o pregunta de otra manera.",
  emptyAnswer: "El modelo no respondió nada (empty response from server). Vuelve a intentarlo.",
  reasoningTooLong:
    "o3 no pudo responder. Si el mensaje es largo, usa gpt-4.1 o divide el texto en partes de menos de 5000 caracteres.",
  notJson: (contentType: string, head: string) => `La respuesta no es JSON válido (${contentType}): ${head}`,
  server: (statusText: string) => `Error del servidor: ${statusText}`,
  network: "Error de conexión. Vuelve a intentarlo.",
  connectivity: "No hay conexión. Revisa tu conexión a internet.",
  aborted: "Conexión interrumpida…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Este mensaje costaría unos ${estimate}, por encima de tu límite de ${ceiling} por mensaje. Todavía no se envió nada.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Hoy ya gastaste ${spent} y este mensaje costaría unos ${estimate}: supera tu límite de ${ceiling} por día. Todavía no se envió nada.`,
  sendAnyway: "Enviar de todos modos",
}
