import type { Texts } from "../../texts.ts"

export const cn: Texts["errors"] = {
  unknown: "未知错误",
  nothingCharged: "没有扣费。",
  invalidRequest: (detail: string) => `无法理解这个请求。没有扣费。（详情：${detail}）`,
  refused: {
    "bad-utf8": () => "请求正文不是有效的 UTF-8。没有扣费。",
    "bad-json": () => "请求正文不是有效的 JSON。没有扣费。",
    "unknown-field": (name) => `这里不接受字段“${name}”。没有扣费。`,
    "bad-idempotency-key": () => "Idempotency-Key 请求头必须是 1 到 255 个可见字符。没有扣费。",
    "bad-ceiling": (name) => `${name} 请求头必须是以雷亚尔计的金额，例如 0.50。没有扣费。`,
    "bad-frame-id": () => "字段 after 必须是某个事件的编号。",
    "bad-code-field": () => "字段 accessCode 必须是文本。",
    "bad-usage-record": () => "这不是一条使用记录。",
    "run-not-ended": () => "这条回答还在进行中，请先停止。",
    "no-such-run": () => "这条回答不存在，或者不属于你。",
    "no-such-route": () => "这个地址不存在。",
    "method-not-allowed": () => "这个地址不接受这种请求方法。",
    "answer-erased": () => "这个 Idempotency-Key 对应的回答已经送达并删除。没有扣费。",
    "body-too-large": () => "请求太大了。没有扣费。",
    "body-too-slow": () => "发送中途停住了或太慢。没有扣费。请重试。",
    "reader-too-slow": (address) =>
      address === ""
        ? "这个连接停滞太久，已被关闭。"
        : `这个连接停滞太久，已被关闭。回答会保留 24 小时：GET ${address}`,
    "no-room": () => "服务器目前接收的内容太多。没有扣费。请过几秒再试。",
    "not-json-type": () => "请以 application/json 发送请求正文。没有扣费。",
    "encoded-body": () => "请不要在请求正文上使用 Content-Encoding。没有扣费。",
    "key-reused": () => "这个 Idempotency-Key 已经用于另一个请求。没有扣费。",
    "no-search-calls": () => "你的联网搜索次数用完了。关闭联网搜索可以继续对话，也可以去充值。没有扣费。",
    "model-unpriced": (command) =>
      `这个模型在本服务器上还没有定价。管理员可以用这条命令设置价格：${command}。没有扣费。`,
    "no-provider-key": (names) => `本服务器还没有这家服务商的密钥。需要管理员设置 ${names}。没有扣费。`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "bad-base-url": () => "这个地址不能使用。没有扣费。",
    "bad-image-address": () => "这个图片地址无法从这里打开。",
    "image-unavailable": () => "图片没有取到：网站没有响应，或者返回的不是 10 MB 以内的图片。",
    "run-broken": () => "回答途中服务器出了问题。如有部分已扣费，会显示在账单明细里。请过几秒再试。",
    "gateway-fault": () => "服务器内部错误。没有扣费。请过几秒再试。",
  },
  contextLengthExceeded: "这段对话对模型来说太长了。请缩短消息、清除上下文，或者换一个模型。没有扣费。",
  unauthorized: "没有填写访问码，或访问码未通过验证。请在“设置”中检查。",
  userNotFound: "找不到该用户。请在“设置”中检查访问码",
  modelNotAllowed: (model: string) => `你的套餐不能使用模型 ${model}。`,
  modelRetired: (model: string, successor: string) =>
    `模型 ${model} 不可用：它已停止服务。可以由 ${successor} 接替，但价格更高。`,
  modelRetiredAlone: (model: string) => `模型 ${model} 不可用：它已停止服务。请换一个模型。`,
  modelGone: "提供商那里没有这个模型了。请换一个模型。",
  modelNotFound: (model: string) => `这里没有模型 ${model}。请检查名称，或者换一个模型。没有扣费。`,
  availableModels: (models: string) => `可用的模型：${models}。`,
  unauthorizedHelp: (url: string) => `[点这里输入访问码](${url})`,
  upgradeToPremium: "升级到 Premium，即可使用全部模型。",
  freeLimitReached: "今天的免费额度用完了。明天再来，或者升级到 Premium 马上继续。",
  messageTooLong: (characters: number, limit: number) =>
    `消息太长了！免费用户每条消息最多 ${limit} 个字符，你的消息有 ${characters} 个字符。想发送更长的消息，请升级到 Premium。`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "短时间内消息太多。请稍等片刻再试。没有扣费。"
      : `短时间内消息太多。请在 ${seconds} 秒后再试。没有扣费。`,
  alreadyProcessing: "请稍等片刻…这边正在核对一些东西。",
  alreadyProcessingShort: "消息正在处理中",
  insufficientBalance: "余额用完了。充值后即可继续。没有扣费。",
  insufficientBalanceShort: "余额不足",
  balanceInUse: "你的余额已预留给还在进行中的回答。请等其中一条结束后再试。没有扣费。",
  recharge: (url: string) => `[去充值](${url})`,
  upgrade: (url: string) => `[升级到 Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `你设置的每条消息上限 ${ceiling} 不够：这条回答可能需要 ${needed} 或更多。没有扣费。`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `你设置的每日上限 ${ceiling} 不够这条回答使用（可能需要 ${needed} 或更多）：算上进行中的回答，今天已用 ${spent}。没有扣费。`,
  changeCeilings: (url: string) => `[修改上限](${url})`,
  gateway502: "网关错误（502）。请过几秒再试。",
  gateway503: "服务暂时不可用（503）。请过几秒再试。",
  gateway504: "服务器繁忙（504）。请过几秒再试。",
  upstream: (status: number, detail: string) => `模型服务商拒绝了这个请求（${status}）：${detail}`,
  upstreamKey: "模型服务商不接受本服务器的密钥。请联系客服，或者换一个模型。",
  ownKeyRefused: (status: number, detail: string) =>
    `模型服务商拒绝了你自己的密钥（${status}）${detail === "" ? "" : `：${detail}`}。请检查这个密钥，以及它在服务商那边的账户。`,
  upstreamBusy: "模型服务商现在请求太多。请稍等片刻再试。",
  upstreamTimeout: "模型太久没有回答。请再试一次，或者换一个更快的模型。",
  upstreamCut:
    "模型服务商中断了回答。已收到的内容保存在这里。可能会收取你的消息和模型已生成部分的费用，除此之外不会多收。",
  serverRestarted: "我们的服务器重启，回答被中断了。已收到的内容保存在这里，只收取这部分和你的消息的费用。",
  emptyAfterSearch: "模型联网搜索过了，但没有写出回答。请再试一次，或者换个问法。",
  emptyAnswer: "模型没有给出任何回答（empty response from server）。请再试一次。",
  reasoningTooLong: "o3 没能回答。如果消息很长，请改用 gpt-4.1，或者把文字分成每段不到 5000 个字符。",
  notJson: (contentType: string, head: string) => `返回的内容不是有效的 JSON（${contentType}）：${head}`,
  server: (statusText: string) => `服务器错误：${statusText}`,
  network: "连接出错。请再试一次。",
  connectivity: "网络不通。请检查你的网络连接。",
  aborted: "连接已中断…",
}
