import type { Texts } from "../../../texts.ts"

export const jp: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "このページでエラーが起き、止まってしまいました。チャットはこのデバイスに残っています。再読み込みすると元に戻れます。",
  details: "エラーの詳細",
  reload: "ページを再読み込み",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "エラーが繰り返すときは、「設定」（左下のボタン）でアクセスコードを確認するか、サポートにお知らせください。",
  saveFailed: "コピーを保存できなかったため、何も消去していません。",
  screen: (error: string) => `この画面でエラーが起きました（${error}）。ページのほかの部分は引き続き使えます。`,
  retry: "再試行",
}
