import type { Texts } from "../../texts.ts"

export const jp: Texts["server"] = {
  title: "サーバーのアドレス",
  hint: "このアプリはサーバーを通して会話します。アドレスは運営者にお尋ねください。",
  connect: "接続",
  connecting: "サーバーを探しています…",
  noAddress: "これはアドレスではありません。https://chat.example.jpのような形です",
  notSecure: "途中で会話を読まれないように、アドレスはhttps://で始まる必要があります。",
  noAnswer:
    "そこではサーバーが応答しないか、このアプリを受け付けていません。アドレスを確かめるか、運営者にお尋ねください。",
  settingHint: "メッセージに答えるサーバーです。変更するとアクセスコードはこのデバイスから消えますが、会話は残ります。",
}
