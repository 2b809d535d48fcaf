import type { Texts } from "../../texts.ts"

export const cn: Texts["money"] = {
  short: (needed: string) => `余额不足：这条消息需要预留 ${needed}。`,
  fits: (model: string) => `换用 ${model} 就够了。`,
  cheaper: "请缩短对话，或选择更便宜的模型。",
  inUse: (held: string, available: string, needed: string) =>
    `你的余额中有 ${held} 已预留给还在进行中的回答，剩下 ${available}，而这条消息需要预留 ${needed}。请等其中一条结束后再试。`,
  searchesInUse: (searches: string) =>
    `你剩下的联网搜索次数（${searches}）已预留给还在进行中的回答。请等其中一条结束，或关闭联网搜索。`,
  frozen: "余额不足：这个访问码已被冻结。请联系客服。",
  overdrawn: (missing: string) => `余额不足：有一笔付款被退回，还差 ${missing} 才能补上。请充值或联系客服。`,
  frozenMeanwhile: "这个访问码在回答途中被冻结了。已收到的内容保存在这里，你只需支付消息和这部分的费用。请联系客服。",
}
