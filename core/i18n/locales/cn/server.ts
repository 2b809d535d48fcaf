import type { Texts } from "../../texts.ts"

export const cn: Texts["server"] = {
  title: "服务器地址",
  hint: "此应用通过服务器进行对话。地址请向服务器的维护者索取。",
  connect: "连接",
  connecting: "正在寻找服务器…",
  noAddress: "这不是地址。地址类似 https://chat.example.cn",
  notSecure: "地址必须以 https:// 开头，这样途中没有人能读到你的对话。",
  noAnswer: "该地址没有服务器应答，或者它不接受此应用。请检查地址，或询问服务器的维护者。",
  settingHint: "你的消息在那里得到回答。更换服务器会从此设备移除访问码；对话会保留。",
}
