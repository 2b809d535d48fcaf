import type { Texts } from "../../texts.ts"
import { ltr, own } from "../../isolates.ts"
import { plural, type PluralForms } from "../../plural.ts"

const count = (n: number, forms: PluralForms): string => plural("ar", n, forms)

export const ar: Texts["errors"] = {
  unknown: "خطأ غير معروف",
  nothingCharged: "لم يُخصم أي مبلغ.",
  invalidRequest: (detail: string) => `تعذّر فهم الطلب. لم يُخصم أي مبلغ. (التفاصيل: ${own(detail)})`,
  refused: {
    "bad-utf8": () => "محتوى الطلب ليس UTF-8 صالحًا. لم يُخصم أي مبلغ.",
    "bad-json": () => "محتوى الطلب ليس JSON صالحًا. لم يُخصم أي مبلغ.",
    "unknown-field": (name) => `الحقل «${own(name)}» غير مقبول هنا. لم يُخصم أي مبلغ.`,
    "bad-idempotency-key": () => "يجب أن تتكوّن الترويسة Idempotency-Key من 1 إلى 255 محرفًا مرئيًا. لم يُخصم أي مبلغ.",
    "bad-ceiling": (name) => `يجب أن تكون الترويسة ${ltr(name)} مبلغًا بالريال البرازيلي، مثل 0.50. لم يُخصم أي مبلغ.`,
    "bad-frame-id": () => "يجب أن يكون الحقل after رقم حدث.",
    "bad-code-field": () => "يجب أن يكون الحقل accessCode نصًا.",
    "bad-usage-record": () => "هذا ليس سجل استخدام.",
    "run-not-ended": () => "ما زالت هذه الإجابة قيد الإنشاء. أوقفها أولًا.",
    "no-such-run": () => "هذه الإجابة غير موجودة، أو ليست لك.",
    "no-such-route": () => "هذا العنوان غير موجود.",
    "method-not-allowed": () => "هذا العنوان لا يقبل هذه الطريقة.",
    "answer-completed": () => "اكتملت هذه الإجابة بعد أن قرأت جزءًا منها. ما زالت محفوظة: اجلبها قبل حذفها.",
    "answer-erased": () => "سُلّمت الإجابة المطلوبة بهذا المفتاح Idempotency-Key ثم حُذفت. لم يُخصم أي مبلغ.",
    "body-too-large": () => "الطلب كبير جدًا. لم يُخصم أي مبلغ.",
    "body-too-slow": () => "توقف الإرسال في منتصفه أو كان بطيئًا جدًا. لم يُخصم أي مبلغ. حاول مرة أخرى.",
    "reader-too-slow": (address) =>
      address === ""
        ? "بقي هذا الاتصال متوقفًا مدة طويلة فأُغلق."
        : `بقي هذا الاتصال متوقفًا مدة طويلة فأُغلق. الإجابة محفوظة لمدة 24 ساعة: GET ${address}`,
    "no-room": () => "يستقبل الخادم الآن طلبات كثيرة جدًا. لم يُخصم أي مبلغ. حاول مرة أخرى بعد بضع ثوانٍ.",
    "not-json-type": () => "أرسل محتوى الطلب بصيغة application/json. لم يُخصم أي مبلغ.",
    "encoded-body": () => "أرسل محتوى الطلب دون Content-Encoding. لم يُخصم أي مبلغ.",
    "key-reused": () => "سبق استخدام هذا المفتاح Idempotency-Key مع طلب آخر. لم يُخصم أي مبلغ.",
    "no-search-calls": () =>
      "نفدت عمليات البحث في الويب لديك. أوقف البحث لمتابعة المحادثة، أو اشحن رصيدك. لم يُخصم أي مبلغ.",
    "model-unpriced": (command) =>
      `لا سعر لهذا النموذج على هذا الخادم بعد. يمكن للمسؤول عن الخادم تحديده بالأمر: ${ltr(command)}. لم يُخصم أي مبلغ.`,
    "no-provider-key": (names) =>
      `لا مفتاح لهذا المزوّد على هذا الخادم بعد. على المسؤول عن الخادم ضبط ${ltr(names)}. لم يُخصم أي مبلغ.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "هذا النموذج يصنع الصور من الكلمات وحدها. أزل المرفقات أو اختر نموذجًا آخر.",
    "bad-base-url": () => "لا يمكن استخدام هذا العنوان. لم يُخصم أي مبلغ.",
    "bad-image-address": () => "لا يمكن فتح عنوان هذه الصورة من هنا.",
    "image-unavailable": () => "لم تصل الصورة: الموقع لم يستجب، أو أن ما أرسله ليس صورة بحجم لا يتجاوز 10 ميغابايت.",
    "picture-unfetched": () => "أُنشئت الصورة، لكن تعذّر جلبها من المزوّد. حاول مجددًا. لم يُخصم أي مبلغ.",
    "bad-share": (name) => `الحقل "${name}" ليس كما ينبغي.`,
    "no-such-share": () => "هذا الرابط غير موجود أو حُذف.",
    "share-gone": () => "أُزيل هذا الرابط.",
    "bad-picture": () => "أرسل صورة PNG أو JPEG أو GIF أو WebP لا تتجاوز 10 ميغابايت و60 ميغابكسل.",
    "share-limit": () => "أنشأت روابط كثيرة اليوم. يمكنك إنشاء المزيد غدًا.",
    "share-full": () => "لم يعد هناك متسع لروابطك. احذف ما لم تعد تحتاج إليه أو انتظر حتى تنتهي مدة أحدها.",
    "sharing-unavailable": () => "تعذّر حفظ هذا الرابط أو قراءته الآن. حاول مرة أخرى بعد ثوانٍ.",
    "bad-vault-request": () => "الطلب المرسل إلى الخزنة غير صحيح.",
    "no-such-vault": () => "هذه الخزنة غير موجودة، أو أن المفتاح مختلف.",
    "vault-out-of-step": () => "تغيّرت الخزنة بينما كان هذا الجهاز يكتب فيها.",
    "vault-superseded": () => "رتّب جهاز آخر هذه الخزنة بالفعل.",
    "vault-full": () => "الخزنة ممتلئة. كل شيء لا يزال محفوظًا على هذا الجهاز.",
    "pairing-over": () => "هذه الدعوة استُخدمت أو انتهت صلاحيتها. اطلب دعوة أخرى من الجهاز المتصل بالخزنة.",
    "vault-unavailable": () => "لا تستجيب الخزنة. أعد المحاولة بعد قليل.",
    "plugins-off": () => "هذا الخادم لا يسمح بالإضافات.",
    "bad-plugin-address": () => "لا يمكن الاتصال بهذا العنوان من هنا.",
    redirected: (host) => `حوّلت الخدمة الطلب إلى عنوان آخر (${host}) ولم يُتبَع.`,
    "compressed-reply": () => "أجابت الخدمة بشكل مضغوط، وهذا غير مقبول هنا.",
    "service-away": () => "لم تُجب الخدمة، أو تعذّرت قراءة جوابها.",
    "service-timeout": () => "لم تُجب الخدمة خلال 30 ثانية.",
    "run-broken": () =>
      "حدث خلل في الخادم أثناء الإجابة. إن خُصم مبلغ عن جزء منها فسيظهر في كشف الحساب. حاول مجددًا بعد بضع ثوانٍ.",
    "gateway-fault": () => "خطأ داخلي في الخادم. لم يُخصم أي مبلغ. حاول مجددًا بعد بضع ثوانٍ.",
  },
  contextLengthExceeded:
    "أصبحت هذه المحادثة أطول مما يتحمّله النموذج. اختصر الرسالة أو امسح السياق أو اختر نموذجًا آخر. لم يُخصم أي مبلغ.",
  unauthorized: "رمز الوصول غير موجود أو غير مقبول. تحقّق من الرمز في الإعدادات.",
  userNotFound: "المستخدم غير موجود. يُرجى التحقق من الرمز في الإعدادات",
  modelNotAllowed: (model: string) => `النموذج ${own(model)} غير متاح في خطتك.`,
  modelRetired: (model: string, successor: string) =>
    `النموذج ${own(model)} غير متاح: أُوقف. يمكن أن يتابع ${own(successor)}، لكنه أغلى.`,
  modelRetiredAlone: (model: string) => `النموذج ${own(model)} غير متاح: أُوقف. اختر نموذجًا آخر.`,
  modelGone: "هذا النموذج غير متاح لدى مزوّده. اختر نموذجًا آخر.",
  modelNotFound: (model: string) =>
    `النموذج ${own(model)} غير موجود هنا. تحقّق من الاسم أو اختر نموذجًا آخر. لم يُخصم أي مبلغ.`,
  availableModels: (models: string) => `النماذج المتاحة: ${ltr(models)}.`,
  unauthorizedHelp: (url: string) => `[اضغط هنا لإدخال رمز الوصول](${url})`,
  upgradeToPremium: "انتقل إلى Premium لاستخدام كل النماذج.",
  freeLimitReached: "انتهت رسائلك المجانية لهذا اليوم. غدًا تتجدد.",
  messageTooLong: (characters: number, limit: number) =>
    `الرسالة طويلة جدًا! الحد الأقصى لعدد أحرف الرسالة في الوضع المجاني هو ${limit.toLocaleString("ar")}، وعدد أحرف رسالتك ${characters.toLocaleString("ar")}. لإرسال رسائل أطول، انتقل إلى Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "رسائل كثيرة في وقت قصير. انتظر قليلًا ثم حاول مجددًا. لم يُخصم أي مبلغ."
      : `رسائل كثيرة في وقت قصير. حاول مجددًا بعد ${count(seconds, { one: "ثانية واحدة", two: "ثانيتين", few: "# ثوانٍ", other: "# ثانية" })}. لم يُخصم أي مبلغ.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "استدعاءات كثيرة للإضافات في وقت قصير. انتظر قليلًا ثم حاول مجددًا. لم يُخصم أي مبلغ."
      : `استدعاءات كثيرة للإضافات في وقت قصير. حاول مجددًا بعد ${count(seconds, { one: "ثانية واحدة", two: "ثانيتين", few: "# ثوانٍ", other: "# ثانية" })}. لم يُخصم أي مبلغ.`,
  pluginCallsUsedUp: "انتهت استدعاءات الإضافات المتاحة لك لهذا اليوم. غدًا تتجدد.",
  alreadyProcessing: "انتظر دقيقة من فضلك… نتحقق من أمر ما هنا.",
  alreadyProcessingShort: "الرسالة قيد المعالجة بالفعل",
  insufficientBalance: "نفد رصيدك. أضف رصيدًا للمتابعة. لم يُخصم أي مبلغ.",
  insufficientBalanceShort: "الرصيد غير كافٍ",
  tooLittle: {
    title: (available: string, model: string) => `رصيدك ${ltr(available)} لا يغطي إجابة من ${own(model)}.`,
    kept: "الرصيد غير كافٍ: لم تبدأ الإجابة، وسؤالك باقٍ هنا.",
    answerOf: (model: string) => `إجابة ${own(model)}`,
    balance: "رصيدك",
  },
  balanceInUse: "رصيدك محجوز لإجابات ما زالت قيد الإنشاء. انتظر حتى تنتهي إحداها ثم حاول مجددًا. لم يُخصم أي مبلغ.",
  recharge: (url: string) => `[إضافة رصيد](${url})`,
  upgrade: (url: string) => `[الترقية إلى Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `حدّك البالغ ${ltr(ceiling)} للرسالة الواحدة لا يكفي: قد تكلّف هذه الإجابة ${ltr(needed)} أو أكثر. لم يُخصم أي مبلغ.`,
  roundsCeiling: (ceiling, spent) =>
    `كلّفت هذه الإجابة حتى الآن ${spent}، وحدّك ${ceiling} لكل رسالة لا يترك مجالًا لجولة أخرى. ما وصل حتى الآن يبقى.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `حدّك البالغ ${ltr(ceiling)} في اليوم لا يتسع لهذه الإجابة التي قد تكلّف ${ltr(needed)} أو أكثر: بلغ إنفاق اليوم ${ltr(spent)}، مع احتساب الإجابات قيد الإنشاء. لم يُخصم أي مبلغ.`,
  changeCeilings: (url: string) => `[تغيير الحدود](${url})`,
  gateway502: "خطأ في البوابة (502). حاول مجددًا بعد بضع ثوانٍ.",
  gateway503: "الخدمة غير متاحة مؤقتًا (503). حاول مجددًا بعد بضع ثوانٍ.",
  gateway504: "الخادم مثقل بالطلبات (504). حاول مجددًا بعد بضع ثوانٍ.",
  upstream: (status: number, detail: string) => `رفض مزوّد النموذج الطلب (${status}): ${own(detail)}`,
  upstreamKey: "لم يقبل مزوّد النموذج مفتاح هذا الخادم. أبلغ الدعم أو اختر نموذجًا آخر.",
  ownKeyRefused: (status: number, detail: string) =>
    `رفض مزوّد النموذج مفتاحك الخاص (${status})${detail === "" ? "" : `: ${own(detail)}`}. تحقّق من المفتاح ومن حسابه لدى المزوّد.`,
  upstreamBusy: "لدى مزوّد النموذج طلبات كثيرة الآن. انتظر قليلًا ثم حاول مجددًا.",
  upstreamTimeout: "استغرق النموذج وقتًا طويلًا جدًا للرد. حاول مجددًا أو اختر نموذجًا أسرع.",
  upstreamCut: "قطع مزوّد النموذج الإجابة. ما وصل منها محفوظ هنا. لا تدفع إلا ثمن الرسالة والجزء الذي أُنشئ.",
  serverRestarted: "أُعيد تشغيل خادمنا في منتصف الإجابة. ما وصل منها محفوظ هنا. لا تدفع إلا ثمن الرسالة وهذا الجزء.",
  emptyAfterSearch: "بحث النموذج في الويب لكنه لم يكتب أي إجابة. حاول مجددًا أو اسأل بطريقة أخرى.",
  emptyAnswer: "لم يُجب النموذج بشيء (empty response from server). حاول مجددًا.",
  reasoningTooLong:
    "لم يتمكن o3 من الإجابة. إذا كانت الرسالة طويلة فاستخدم gpt-4.1 أو قسّم النص إلى أجزاء أقصر من 5000 حرف.",
  notJson: (contentType: string, head: string) => `الرد ليس JSON صالحًا (${own(contentType)}): ${own(head)}`,
  server: (statusText: string) => `خطأ في الخادم: ${own(statusText)}`,
  network: "خطأ في الاتصال. حاول مجددًا.",
  connectivity: "لا يوجد اتصال. تحقّق من اتصالك بالإنترنت.",
  aborted: "انقطع الاتصال…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `يُتوقع أن تكلّف هذه الرسالة ${ltr(estimate)}، أي أكثر من حدّك البالغ ${ltr(ceiling)} للرسالة. لم يُرسل شيء بعد.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `أنفقت اليوم ${ltr(spent)}، ويُتوقع أن تكلّف هذه الرسالة ${ltr(estimate)}، وهذا يتجاوز حدّك البالغ ${ltr(ceiling)} في اليوم. لم يُرسل شيء بعد.`,
  sendAnyway: "الإرسال على أي حال",
}
