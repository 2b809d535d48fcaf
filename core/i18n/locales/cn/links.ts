import type { Texts } from "../../texts.ts"

export const cn: Texts["links"] = {
  question: "你打开的链接想在这台设备上修改以下内容：",
  questionWithAddress:
    "你打开的链接想在这台设备上修改以下内容。之后你的对话会经过这个地址：只有信任发来链接的人时才接受。",
  apply: "应用",
  key: "你的 OpenAI 密钥",
  keyThere: "这里已有的密钥，将发送到这个地址",
  address: "OpenAI 地址",
  applied: "设置已应用",
  off: "本站不接受通过链接修改设置。你可以在“设置”中手动填写。",
}
