import type { Texts } from "../../texts.ts"

export const ko: Texts["errors"] = {
  unknown: "알 수 없는 오류",
  nothingCharged: "요금은 청구되지 않았어요.",
  invalidRequest: (detail: string) => `요청을 이해할 수 없어요. 요금은 청구되지 않았어요. (상세 내용: ${detail})`,
  refused: {
    "bad-utf8": () => "요청 본문이 올바른 UTF-8이 아니에요. 요금은 청구되지 않았어요.",
    "bad-json": () => "요청 본문이 올바른 JSON이 아니에요. 요금은 청구되지 않았어요.",
    "unknown-field": (name) => `여기서는 ‘${name}’ 필드를 쓸 수 없어요. 요금은 청구되지 않았어요.`,
    "bad-idempotency-key": () => "Idempotency-Key 헤더는 표시 가능한 문자 1~255자여야 해요. 요금은 청구되지 않았어요.",
    "bad-ceiling": (name) => `${name} 헤더는 0.50처럼 헤알 단위 금액이어야 해요. 요금은 청구되지 않았어요.`,
    "bad-frame-id": () => "after 필드는 이벤트 번호여야 해요.",
    "bad-code-field": () => "accessCode 필드는 텍스트여야 해요.",
    "bad-usage-record": () => "사용 기록이 아니에요.",
    "run-not-ended": () => "이 답변은 아직 진행 중이에요. 먼저 중지해 주세요.",
    "no-such-run": () => "이 답변은 없거나, 내가 요청한 답변이 아니에요.",
    "no-such-route": () => "없는 주소예요.",
    "method-not-allowed": () => "이 주소에서는 이 메서드를 쓸 수 없어요.",
    "answer-completed": () => "이 답변은 일부를 읽은 뒤에 완성됐어요. 아직 보관되어 있으니 지우기 전에 가져와 주세요.",
    "answer-erased": () => "이 Idempotency-Key로 요청한 답변은 이미 전달되어 삭제됐어요. 요금은 청구되지 않았어요.",
    "body-too-large": () => "요청이 너무 커요. 요금은 청구되지 않았어요.",
    "body-too-slow": () => "전송이 도중에 멈췄거나 너무 느렸어요. 요금은 청구되지 않았어요. 다시 시도해 주세요.",
    "reader-too-slow": (address) =>
      address === ""
        ? "이 연결은 너무 오래 멈춰 있어서 종료됐어요."
        : `이 연결은 너무 오래 멈춰 있어서 종료됐어요. 답변은 24시간 동안 보관돼요: GET ${address}`,
    "no-room": () =>
      "지금 서버가 너무 많은 전송을 받고 있어요. 요금은 청구되지 않았어요. 몇 초 뒤에 다시 시도해 주세요.",
    "not-json-type": () => "요청 본문을 application/json으로 보내 주세요. 요금은 청구되지 않았어요.",
    "encoded-body": () => "요청 본문을 Content-Encoding 없이 보내 주세요. 요금은 청구되지 않았어요.",
    "key-reused": () => "이 Idempotency-Key는 이미 다른 요청에 쓰였어요. 요금은 청구되지 않았어요.",
    "no-search-calls": () =>
      "웹 검색 횟수를 모두 썼어요. 검색을 끄고 대화를 이어 가거나 충전해 주세요. 요금은 청구되지 않았어요.",
    "model-unpriced": (command) =>
      `이 모델은 이 서버에 아직 가격이 없어요. 관리자가 다음 명령으로 가격을 정할 수 있어요: ${command}. 요금은 청구되지 않았어요.`,
    "no-provider-key": (names) =>
      `이 서버에는 이 제공업체의 키가 아직 없어요. 관리자가 다음 항목을 설정해야 해요: ${names}. 요금은 청구되지 않았어요.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "이 모델은 글만으로 이미지를 만들어요. 첨부 파일을 빼거나 다른 모델을 골라 주세요.",
    "bad-base-url": () => "이 주소는 쓸 수 없어요. 요금은 청구되지 않았어요.",
    "bad-image-address": () => "이 이미지 주소는 여기서 열 수 없어요.",
    "image-unavailable": () => "이미지를 받지 못했어요. 사이트가 응답하지 않았거나, 10 MB 이하의 이미지가 아니에요.",
    "picture-unfetched": () =>
      "이미지가 만들어졌지만 제공업체에서 가져올 수 없었어요. 다시 시도해 주세요. 요금은 청구되지 않았어요.",
    "bad-share": (name) => `‘${name}’ 필드가 올바르지 않아요.`,
    "no-such-share": () => "이 링크는 없거나 이미 삭제되었어요.",
    "share-gone": () => "이 링크는 내려갔어요.",
    "bad-picture": () => "10 MB, 6천만 화소 이하의 PNG, JPEG, GIF, WebP 이미지를 보내 주세요.",
    "share-limit": () => "오늘은 링크를 많이 만들었어요. 내일 더 만들 수 있어요.",
    "share-full": () =>
      "링크를 저장할 공간이 더 이상 없어요. 필요 없는 링크를 지우거나 기한이 끝날 때까지 기다려 주세요.",
    "sharing-unavailable": () => "지금은 이 링크를 저장하거나 읽을 수 없어요. 몇 초 뒤에 다시 시도해 주세요.",
    "bad-vault-request": () => "보관함 요청이 올바르지 않아요.",
    "no-such-vault": () => "이 보관함이 없거나 키가 달라요.",
    "vault-out-of-step": () => "이 기기가 쓰는 동안 보관함이 바뀌었어요.",
    "vault-superseded": () => "다른 기기가 이미 이 보관함을 정리했어요.",
    "vault-full": () => "보관함이 가득 찼어요. 이 기기에는 모두 그대로 저장되어 있어요.",
    "pairing-over": () => "이 초대는 이미 사용되었거나 만료되었어요. 보관함에 연결된 기기에서 새 초대를 만드세요.",
    "vault-unavailable": () => "보관함이 응답하지 않아요. 잠시 후 다시 시도하세요.",
    "plugins-off": () => "이 서버에서는 플러그인을 사용할 수 없어요.",
    "bad-plugin-address": () => "이 주소는 여기에서 호출할 수 없어요.",
    redirected: (host) => `서비스가 호출을 다른 주소(${host})로 돌려서 따라가지 않았어요.`,
    "compressed-reply": () => "서비스가 압축된 응답을 보냈는데, 여기서는 받을 수 없어요.",
    "service-away": () => "서비스가 응답하지 않았거나 응답을 읽을 수 없어요.",
    "service-timeout": () => "서비스가 30초 안에 응답하지 않았어요.",
    "run-broken": () =>
      "답변 도중 서버에 문제가 생겼어요. 청구된 부분이 있다면 이용 내역에 표시돼요. 몇 초 뒤에 다시 시도해 주세요.",
    "gateway-fault": () => "서버 내부 오류예요. 요금은 청구되지 않았어요. 몇 초 뒤에 다시 시도해 주세요.",
  },
  contextLengthExceeded:
    "대화가 모델이 다루기에 너무 길어졌어요. 메시지를 줄이거나, 맥락을 비우거나, 다른 모델을 골라 주세요. 요금은 청구되지 않았어요.",
  unauthorized: "액세스 코드가 없거나 올바르지 않아요. 설정에서 코드를 확인해 주세요.",
  userNotFound: "사용자를 찾을 수 없어요. 설정에서 코드를 확인해 주세요",
  modelNotAllowed: (model: string) => `${model} 모델은 현재 요금제에서 쓸 수 없어요.`,
  modelRetired: (model: string, successor: string) =>
    `${model} 모델은 쓸 수 없어요. 서비스가 끝났어요. ${successor} 모델이 이어 갈 수 있지만 더 비싸요.`,
  modelRetiredAlone: (model: string) => `${model} 모델은 쓸 수 없어요. 서비스가 끝났어요. 다른 모델을 골라 주세요.`,
  modelGone: "이 모델은 제공업체에 없어요. 다른 모델을 골라 주세요.",
  modelNotFound: (model: string) =>
    `${model} 모델은 여기에 없어요. 이름을 확인하거나 다른 모델을 골라 주세요. 요금은 청구되지 않았어요.`,
  availableModels: (models: string) => `쓸 수 있는 모델: ${models}.`,
  unauthorizedHelp: (url: string) => `[여기를 눌러 액세스 코드 입력하기](${url})`,
  upgradeToPremium: "Premium으로 업그레이드하면 모든 모델을 쓸 수 있어요.",
  freeLimitReached: "오늘의 무료 메시지를 다 썼어요. 내일 또 생겨요.",
  messageTooLong: (characters: number, limit: number) =>
    `메시지가 너무 길어요! 무료 사용자는 메시지당 최대 ${limit}자까지 보낼 수 있는데, 이 메시지는 ${characters}자예요. 더 긴 메시지를 보내려면 Premium으로 업그레이드해 주세요.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "짧은 시간에 메시지가 너무 많아요. 잠시 기다렸다가 다시 시도해 주세요. 요금은 청구되지 않았어요."
      : `짧은 시간에 메시지가 너무 많아요. ${seconds}초 뒤에 다시 시도해 주세요. 요금은 청구되지 않았어요.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "짧은 시간에 플러그인 호출이 너무 많아요. 잠시 기다렸다가 다시 시도해 주세요. 요금은 청구되지 않았어요."
      : `짧은 시간에 플러그인 호출이 너무 많아요. ${seconds}초 뒤에 다시 시도해 주세요. 요금은 청구되지 않았어요.`,
  pluginCallsUsedUp: "오늘의 플러그인 호출을 다 썼어요. 내일 또 생겨요.",
  alreadyProcessing: "잠시만 기다려 주세요… 확인하고 있어요.",
  alreadyProcessingShort: "이미 처리 중인 메시지예요",
  insufficientBalance: "잔액을 모두 썼어요. 계속하려면 충전해 주세요. 요금은 청구되지 않았어요.",
  insufficientBalanceShort: "잔액 부족",
  tooLittle: {
    title: (available: string, model: string) => `잔액(${available})으로는 ${model} 모델의 답변을 받을 수 없어요.`,
    kept: "잔액 부족: 답변은 시작되지 않았고 질문은 그대로 남아 있어요.",
    answerOf: (model: string) => `${model} 모델의 답변`,
    balance: "내 잔액",
  },
  balanceInUse:
    "잔액이 아직 진행 중인 답변에 잡혀 있어요. 하나가 끝나기를 기다렸다가 다시 시도해 주세요. 요금은 청구되지 않았어요.",
  recharge: (url: string) => `[충전하기](${url})`,
  upgrade: (url: string) => `[Premium으로 업그레이드](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `메시지당 한도(${ceiling})로는 부족해요. 이 답변에는 ${needed} 이상 들 수 있어요. 요금은 청구되지 않았어요.`,
  roundsCeiling: (ceiling, spent) =>
    `이 답변에 이미 ${spent} 들었고, 메시지당 한도(${ceiling})로는 한 번 더 진행할 수 없어요. 지금까지 받은 내용은 남아요.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `하루 한도(${ceiling})에 ${needed} 이상 들 수 있는 이 답변을 위한 여유가 없어요. 진행 중인 답변까지 더해 오늘 ${spent} 썼어요. 요금은 청구되지 않았어요.`,
  changeCeilings: (url: string) => `[한도 바꾸기](${url})`,
  gateway502: "게이트웨이 오류예요(502). 몇 초 뒤에 다시 시도해 주세요.",
  gateway503: "서비스를 잠시 이용할 수 없어요(503). 몇 초 뒤에 다시 시도해 주세요.",
  gateway504: "서버에 요청이 몰리고 있어요(504). 몇 초 뒤에 다시 시도해 주세요.",
  upstream: (status: number, detail: string) => `모델 제공업체가 요청을 거절했어요(${status}): ${detail}`,
  upstreamKey: "모델 제공업체가 이 서버의 키를 받아들이지 않았어요. 고객센터에 알리거나 다른 모델을 골라 주세요.",
  ownKeyRefused: (status: number, detail: string) =>
    `모델 제공업체가 내 키를 거절했어요(${status})${detail === "" ? "" : `: ${detail}`}. 키와 제공업체의 계정을 확인해 주세요.`,
  upstreamBusy: "지금 모델 제공업체에 요청이 많아요. 잠시 기다렸다가 다시 시도해 주세요.",
  upstreamTimeout: "모델의 응답이 너무 오래 걸렸어요. 다시 시도하거나 더 빠른 모델을 골라 주세요.",
  upstreamCut:
    "모델 제공업체가 답변을 중단했어요. 받은 내용은 여기에 저장돼 있어요. 메시지와 이미 생성된 부분만 청구돼요.",
  serverRestarted: "답변 도중 서버가 다시 시작됐어요. 받은 내용은 여기에 저장돼 있어요. 메시지와 그 부분만 청구돼요.",
  emptyAfterSearch: "모델이 웹을 검색했지만 답변을 쓰지 않았어요. 다시 시도하거나 다르게 물어봐 주세요.",
  emptyAnswer: "모델이 아무 답도 하지 않았어요(empty response from server). 다시 시도해 주세요.",
  reasoningTooLong:
    "o3 모델이 답하지 못했어요. 메시지가 길다면 gpt-4.1 모델을 쓰거나, 글을 5000자 미만으로 나눠 주세요.",
  notJson: (contentType: string, head: string) => `응답이 올바른 JSON이 아니에요(${contentType}): ${head}`,
  server: (statusText: string) => `서버 오류: ${statusText}`,
  network: "연결 오류예요. 다시 시도해 주세요.",
  connectivity: "연결되지 않았어요. 인터넷 연결을 확인해 주세요.",
  aborted: "연결이 끊겼어요…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `이 메시지는 ${estimate} 정도 들 것으로 보여, 메시지당 한도(${ceiling})를 넘어요. 아직 아무것도 보내지 않았어요.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `오늘 이미 ${spent} 썼고 이 메시지는 ${estimate} 정도 들 것으로 보여, 하루 한도(${ceiling})를 넘어요. 아직 아무것도 보내지 않았어요.`,
  sendAnyway: "그래도 보내기",
}
