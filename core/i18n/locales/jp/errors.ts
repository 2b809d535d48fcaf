import type { Texts } from "../../texts.ts"

export const jp: Texts["errors"] = {
  unknown: "不明なエラー",
  nothingCharged: "料金はかかっていません。",
  invalidRequest: (detail: string) => `リクエストを理解できませんでした。料金はかかっていません。（詳細：${detail}）`,
  refused: {
    "bad-utf8": () => "リクエストの本文が正しいUTF-8ではありません。料金はかかっていません。",
    "bad-json": () => "リクエストの本文が正しいJSONではありません。料金はかかっていません。",
    "unknown-field": (name) => `ここでは「${name}」という項目は使えません。料金はかかっていません。`,
    "bad-idempotency-key": () =>
      "Idempotency-Keyヘッダーは、1～255文字の表示できる文字にしてください。料金はかかっていません。",
    "bad-ceiling": (name) => `${name}ヘッダーは、0.50のようなレアル建ての金額にしてください。料金はかかっていません。`,
    "bad-frame-id": () => "項目「after」には、イベントの番号を指定してください。",
    "bad-code-field": () => "項目「accessCode」には、テキストを指定してください。",
    "bad-usage-record": () => "これは利用記録ではありません。",
    "run-not-ended": () => "この回答はまだ進行中です。先に停止してください。",
    "no-such-run": () => "この回答は存在しないか、あなたのものではありません。",
    "no-such-route": () => "このURLは存在しません。",
    "method-not-allowed": () => "このURLでは、このメソッドは使えません。",
    "answer-completed": () =>
      "この回答は、一部を読まれた後に完成しました。まだ保管されています。削除する前に取得してください。",
    "answer-erased": () =>
      "このIdempotency-Keyで求められた回答は、すでにお届けして削除しました。料金はかかっていません。",
    "body-too-large": () => "リクエストが大きすぎます。料金はかかっていません。",
    "body-too-slow": () => "送信が途中で止まったか、遅すぎました。料金はかかっていません。もう一度お試しください。",
    "reader-too-slow": (address) =>
      address === ""
        ? "この接続は長く止まっていたため、閉じられました。"
        : `この接続は長く止まっていたため、閉じられました。回答は24時間保管されます：GET ${address}`,
    "no-room": () =>
      "サーバーが今、多くの送信を受け取っています。料金はかかっていません。数秒後にもう一度お試しください。",
    "not-json-type": () => "リクエストの本文はapplication/jsonで送ってください。料金はかかっていません。",
    "encoded-body": () => "リクエストの本文はContent-Encodingなしで送ってください。料金はかかっていません。",
    "key-reused": () => "このIdempotency-Keyは、別のリクエストですでに使われています。料金はかかっていません。",
    "no-search-calls": () =>
      "ウェブ検索の回数を使い切りました。検索をオフにして会話を続けるか、チャージしてください。料金はかかっていません。",
    "model-unpriced": (command) =>
      `このモデルは、このサーバーでまだ価格が決まっていません。管理者は次のコマンドで価格を設定できます：${command}。料金はかかっていません。`,
    "no-provider-key": (names) =>
      `このサーバーには、このプロバイダーのキーがまだありません。管理者が${names}を設定する必要があります。料金はかかっていません。`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "このモデルは言葉だけから画像を作ります。添付を外すか、別のモデルを選んでください。",
    "bad-base-url": () => "このURLは使えません。料金はかかっていません。",
    "bad-image-address": () => "この画像URLは、ここからは開けません。",
    "image-unavailable": () =>
      "画像を取得できませんでした。サイトから応答がないか、返ってきたものが10 MB以内の画像ではありません。",
    "picture-unfetched": () =>
      "画像は作成されましたが、提供元から取得できませんでした。もう一度お試しください。料金はかかっていません。",
    "bad-share": (name) => `項目「${name}」の内容が正しくありません。`,
    "no-such-share": () => "このリンクは存在しないか、削除されました。",
    "share-gone": () => "このリンクは公開を停止しました。",
    "bad-picture": () => "10 MB・6000万画素以内のPNG、JPEG、GIF、WebP画像を送ってください。",
    "share-limit": () => "今日はもうたくさんのリンクを作りました。続きは明日作れます。",
    "share-full": () =>
      "リンクを保存する空きがもうありません。不要なリンクを削除するか、期限が切れるまでお待ちください。",
    "sharing-unavailable": () => "今はこのリンクを保存または読み込めません。数秒後にもう一度お試しください。",
    "bad-vault-request": () => "保管庫へのリクエストが正しくありません。",
    "no-such-vault": () => "この保管庫は存在しないか、キーが違います。",
    "vault-out-of-step": () => "このデバイスが書き込んでいる間に保管庫が変わりました。",
    "vault-superseded": () => "別のデバイスがすでにこの保管庫を整理しました。",
    "vault-full": () => "保管庫がいっぱいです。このデバイスにはすべて保存されています。",
    "pairing-over": () => "この招待は使用済みか期限切れです。保管庫に接続済みのデバイスで新しい招待を作ってください。",
    "vault-unavailable": () => "保管庫が応答しません。しばらくしてからもう一度お試しください。",
    "plugins-off": () => "このサーバーではプラグインを使えません。",
    "bad-plugin-address": () => "このアドレスはここから呼び出せません。",
    redirected: (host) => `サービスが別のアドレス（${host}）へ転送しましたが、たどりませんでした。`,
    "compressed-reply": () => "サービスの返答が圧縮されていたため、受け取れません。",
    "service-away": () => "サービスから返答がないか、返答を読めませんでした。",
    "service-timeout": () => "サービスから30秒以内に返答がありませんでした。",
    "run-broken": () =>
      "回答の途中でサーバーに問題が起きました。料金が発生した分があれば、利用明細に表示されます。数秒後にもう一度お試しください。",
    "gateway-fault": () => "サーバー内部のエラーです。料金はかかっていません。数秒後にもう一度お試しください。",
  },
  contextLengthExceeded:
    "このチャットはモデルには長すぎます。メッセージを短くする、コンテキストをクリアする、または別のモデルを選んでください。料金はかかっていません。",
  unauthorized: "アクセスコードが未入力か、正しくありません。「設定」でコードを確認してください。",
  userNotFound: "ユーザーが見つかりません。「設定」でコードを確認してください",
  modelNotAllowed: (model: string) => `モデル「${model}」は、ご利用のプランでは使えません。`,
  modelRetired: (model: string, successor: string) =>
    `モデル「${model}」は使えません。提供が終了しました。${successor}で続けられますが、料金は高くなります。`,
  modelRetiredAlone: (model: string) =>
    `モデル「${model}」は使えません。提供が終了しました。別のモデルを選んでください。`,
  modelGone: "このモデルはプロバイダーで使えなくなっています。別のモデルを選んでください。",
  modelNotFound: (model: string) =>
    `モデル「${model}」はここにはありません。名前を確認するか、別のモデルを選んでください。料金はかかっていません。`,
  availableModels: (models: string) => `使えるモデル：${models}。`,
  unauthorizedHelp: (url: string) => `[ここからアクセスコードを入力](${url})`,
  upgradeToPremium: "Premiumにアップグレードすると、すべてのモデルを使えます。",
  freeLimitReached: "今日の無料メッセージはなくなりました。明日また使えます。",
  messageTooLong: (characters: number, limit: number) =>
    `メッセージが長すぎます！無料で送れるのは1件${limit}文字までですが、このメッセージは${characters}文字あります。もっと長いメッセージを送るには、Premiumにアップグレードしてください。`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "短い時間にメッセージが集中しています。少し待ってからもう一度お試しください。料金はかかっていません。"
      : `短い時間にメッセージが集中しています。${seconds}秒後にもう一度お試しください。料金はかかっていません。`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "短い時間にプラグインの呼び出しが集中しています。少し待ってからもう一度お試しください。料金はかかっていません。"
      : `短い時間にプラグインの呼び出しが集中しています。${seconds}秒後にもう一度お試しください。料金はかかっていません。`,
  pluginCallsUsedUp: "今日のプラグインの呼び出しはなくなりました。明日また使えます。",
  alreadyProcessing: "少々お待ちください…確認しているところです。",
  alreadyProcessingShort: "メッセージはすでに処理中です",
  insufficientBalance: "残高がなくなりました。続けるにはチャージしてください。料金はかかっていません。",
  insufficientBalanceShort: "残高不足",
  tooLittle: {
    title: (available: string, model: string) => `残高${available}では${model}の回答に足りません。`,
    kept: "残高不足です。回答は始まっていません。質問はここに残っています。",
    answerOf: (model: string) => `${model}の回答`,
    balance: "残高",
  },
  balanceInUse:
    "残高は、まだ進行中の回答のために確保されています。どれかが終わるのを待って、もう一度お試しください。料金はかかっていません。",
  recharge: (url: string) => `[チャージする](${url})`,
  upgrade: (url: string) => `[Premiumにアップグレード](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `メッセージ1件の上限${ceiling}では足りません。この回答には${needed}以上かかる可能性があります。料金はかかっていません。`,
  roundsCeiling: (ceiling, spent) =>
    `この回答にはすでに${spent}かかっており、メッセージ1件の上限${ceiling}では次のやり取りができません。ここまでの内容は残ります。`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `1日の上限${ceiling}では、${needed}以上かかる可能性があるこの回答の分が足りません。今日は進行中の分も含めて${spent}使っています。料金はかかっていません。`,
  changeCeilings: (url: string) => `[上限を変更](${url})`,
  gateway502: "ゲートウェイのエラーです（502）。数秒後にもう一度お試しください。",
  gateway503: "サービスを一時的に利用できません（503）。数秒後にもう一度お試しください。",
  gateway504: "サーバーが混み合っています（504）。数秒後にもう一度お試しください。",
  upstream: (status: number, detail: string) =>
    `モデルのプロバイダーがリクエストを拒否しました（${status}）：${detail}`,
  upstreamKey:
    "モデルのプロバイダーが、このサーバーのキーを受け付けませんでした。サポートに知らせるか、別のモデルを選んでください。",
  ownKeyRefused: (status: number, detail: string) =>
    `モデルのプロバイダーが、あなたのキーを拒否しました（${status}）${detail === "" ? "" : `：${detail}`}。キーと、プロバイダーでのアカウントを確認してください。`,
  upstreamBusy: "モデルのプロバイダーが混み合っています。少し待ってからもう一度お試しください。",
  upstreamTimeout: "モデルの応答に時間がかかりすぎました。もう一度お試しいただくか、もっと速いモデルを選んでください。",
  upstreamCut:
    "モデルのプロバイダーが回答を中断しました。届いた分はここに保存されています。料金がかかるのは、メッセージと生成済みの分だけです。",
  serverRestarted:
    "回答の途中でサーバーが再起動しました。届いた分はここに保存されています。料金がかかるのは、メッセージとその分だけです。",
  emptyAfterSearch:
    "モデルはウェブを検索しましたが、回答を書きませんでした。もう一度お試しいただくか、聞き方を変えてみてください。",
  emptyAnswer: "モデルから何も返ってきませんでした（empty response from server）。もう一度お試しください。",
  reasoningTooLong:
    "o3は回答できませんでした。メッセージが長い場合は、gpt-4.1を使うか、文章を5000文字未満に分けてください。",
  notJson: (contentType: string, head: string) => `応答が正しいJSONではありません（${contentType}）：${head}`,
  server: (statusText: string) => `サーバーエラー：${statusText}`,
  network: "接続エラーです。もう一度お試しください。",
  connectivity: "接続できません。インターネット接続を確認してください。",
  aborted: "接続が中断されました…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `このメッセージは${estimate}ほどかかる見込みで、メッセージ1件の上限${ceiling}を超えます。まだ何も送っていません。`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `今日はすでに${spent}使っていて、このメッセージは${estimate}ほどかかる見込みです。1日の上限${ceiling}を超えます。まだ何も送っていません。`,
  sendAnyway: "それでも送信",
}
