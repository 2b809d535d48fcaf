import type { Texts } from "../../texts.ts"

export const jp: Texts["offline"] = {
  newVersion: "新しいバージョンの準備ができました",
  update: "更新",
  updateLoses: "ページが再読み込みされ、このタブにしかないものは失われます（一時チャットと、保存できなかったもの）。",
  app: "アプリ",
  appHint: "ホーム画面に追加すると、専用のウィンドウで開き、オフラインでも使えます。",
  install: "インストール",
  installed: "このデバイスにはインストール済みです。",
  installOnIos: "インストールするには、「共有」をタップし、「ホーム画面に追加」を選びます。",
  installByMenu: "インストールするには、ブラウザーのメニューから「インストール」または「ホーム画面に追加」を選びます。",
  installOffer: "ホーム画面からすぐにチャットを開けるようにしますか？オフラインでも使えます。",
}
