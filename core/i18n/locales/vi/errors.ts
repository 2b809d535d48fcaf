import type { Texts } from "../../texts.ts"

/** A number as Vietnamese writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("vi")

export const vi: Texts["errors"] = {
  unknown: "Lỗi không xác định",
  nothingCharged: "Bạn không bị trừ tiền.",
  invalidRequest: (detail: string) => `Không hiểu được yêu cầu. Bạn không bị trừ tiền. (Chi tiết: ${detail})`,
  refused: {
    "bad-utf8": () => "Nội dung yêu cầu không phải UTF-8 hợp lệ. Bạn không bị trừ tiền.",
    "bad-json": () => "Nội dung yêu cầu không phải JSON hợp lệ. Bạn không bị trừ tiền.",
    "unknown-field": (name) => `Trường “${name}” không được chấp nhận ở đây. Bạn không bị trừ tiền.`,
    "bad-idempotency-key": () =>
      "Tiêu đề Idempotency-Key phải có từ 1 đến 255 ký tự hiển thị được. Bạn không bị trừ tiền.",
    "bad-ceiling": (name) =>
      `Tiêu đề ${name} phải là một số tiền bằng real Brazil, chẳng hạn 0.50. Bạn không bị trừ tiền.`,
    "bad-frame-id": () => "Trường after phải là số thứ tự của một sự kiện.",
    "bad-code-field": () => "Trường accessCode phải là văn bản.",
    "bad-usage-record": () => "Đây không phải là bản ghi sử dụng.",
    "run-not-ended": () => "Câu trả lời này vẫn đang được tạo. Hãy dừng nó trước.",
    "no-such-run": () => "Câu trả lời này không tồn tại hoặc không phải của bạn.",
    "no-such-route": () => "Địa chỉ này không tồn tại.",
    "method-not-allowed": () => "Địa chỉ này không chấp nhận phương thức này.",
    "answer-completed": () =>
      "Câu trả lời này đã hoàn tất sau khi bạn đọc một phần. Nó vẫn được lưu: hãy lấy về trước khi xóa.",
    "answer-erased": () => "Câu trả lời cho Idempotency-Key này đã được gửi đi và đã xóa. Bạn không bị trừ tiền.",
    "body-too-large": () => "Yêu cầu quá lớn. Bạn không bị trừ tiền.",
    "body-too-slow": () => "Việc gửi bị dừng giữa chừng hoặc quá chậm. Bạn không bị trừ tiền. Hãy thử lại.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Kết nối này đứng yên quá lâu nên đã bị đóng."
        : `Kết nối này đứng yên quá lâu nên đã bị đóng. Câu trả lời được lưu trong 24 giờ: GET ${address}`,
    "no-room": () => "Máy chủ đang nhận quá nhiều yêu cầu cùng lúc. Bạn không bị trừ tiền. Hãy thử lại sau vài giây.",
    "not-json-type": () => "Hãy gửi nội dung yêu cầu dưới dạng application/json. Bạn không bị trừ tiền.",
    "encoded-body": () => "Hãy gửi nội dung yêu cầu không kèm Content-Encoding. Bạn không bị trừ tiền.",
    "key-reused": () => "Idempotency-Key này đã được dùng cho một yêu cầu khác. Bạn không bị trừ tiền.",
    "no-search-calls": () =>
      "Bạn đã hết lượt tìm kiếm trên web. Hãy tắt tìm kiếm để trò chuyện tiếp, hoặc nạp thêm. Bạn không bị trừ tiền.",
    "model-unpriced": (command) =>
      `Mô hình này chưa có giá trên máy chủ. Người quản trị có thể đặt giá bằng lệnh: ${command}. Bạn không bị trừ tiền.`,
    "no-provider-key": (names) =>
      `Máy chủ này chưa có khóa của nhà cung cấp này. Người quản trị cần thiết lập ${names}. Bạn không bị trừ tiền.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "Mô hình này chỉ tạo hình ảnh từ lời văn. Hãy bỏ tệp đính kèm hoặc chọn mô hình khác.",
    "bad-base-url": () => "Không thể dùng địa chỉ này. Bạn không bị trừ tiền.",
    "bad-image-address": () => "Không thể mở địa chỉ hình ảnh này từ đây.",
    "image-unavailable": () =>
      "Không tải được hình ảnh: trang web không phản hồi, hoặc nội dung trả về không phải hình ảnh tối đa 10 MB.",
    "picture-unfetched": () =>
      "Hình ảnh đã được tạo nhưng không lấy được từ nhà cung cấp. Hãy thử lại. Bạn không bị trừ tiền.",
    "bad-share": (name) => `Trường “${name}” không đúng.`,
    "no-such-share": () => "Liên kết này không tồn tại hoặc đã bị xóa.",
    "share-gone": () => "Liên kết này đã bị gỡ.",
    "bad-picture": () => "Hãy gửi hình PNG, JPEG, GIF hoặc WebP tối đa 10 MB và 60 megapixel.",
    "share-limit": () => "Hôm nay bạn đã tạo nhiều liên kết. Ngày mai bạn có thể tạo thêm.",
    "share-full": () =>
      "Không còn chỗ cho liên kết của bạn nữa. Hãy xóa những liên kết không cần nữa hoặc đợi đến khi có liên kết hết hạn.",
    "sharing-unavailable": () => "Hiện chưa lưu hoặc đọc được liên kết này. Hãy thử lại sau vài giây.",
    "bad-vault-request": () => "Yêu cầu gửi tới két không đúng.",
    "no-such-vault": () => "Két này không tồn tại, hoặc khóa không khớp.",
    "vault-out-of-step": () => "Két đã thay đổi trong lúc thiết bị này đang ghi.",
    "vault-superseded": () => "Một thiết bị khác đã dọn dẹp két này rồi.",
    "vault-full": () => "Két đã đầy. Trên thiết bị này mọi thứ vẫn được lưu.",
    "pairing-over": () =>
      "Lời mời này đã được dùng hoặc đã hết hạn. Hãy tạo lời mời khác trên thiết bị đã kết nối với két.",
    "vault-unavailable": () => "Két không phản hồi. Hãy thử lại sau giây lát.",
    "plugins-off": () => "Máy chủ này không cho dùng plugin.",
    "bad-plugin-address": () => "Không thể gọi địa chỉ này từ đây.",
    redirected: (host) => `Dịch vụ chuyển lời gọi sang địa chỉ khác (${host}) nên không được gọi tiếp.`,
    "compressed-reply": () => "Dịch vụ trả lời ở dạng nén, ở đây không nhận.",
    "service-away": () => "Dịch vụ không trả lời, hoặc không đọc được câu trả lời.",
    "service-timeout": () => "Dịch vụ không trả lời trong 30 giây.",
    "run-broken": () =>
      "Máy chủ gặp sự cố giữa chừng khi trả lời. Nếu có phần nào bị tính tiền, phần đó sẽ có trong sao kê. Hãy thử lại sau vài giây.",
    "gateway-fault": () => "Lỗi nội bộ của máy chủ. Bạn không bị trừ tiền. Hãy thử lại sau vài giây.",
  },
  contextLengthExceeded:
    "Cuộc trò chuyện này đã quá dài đối với mô hình. Hãy rút ngắn tin nhắn, xóa ngữ cảnh hoặc chọn mô hình khác. Bạn không bị trừ tiền.",
  unauthorized: "Chưa có mã truy cập hoặc mã không hợp lệ. Hãy kiểm tra mã trong Cài đặt.",
  userNotFound: "Không tìm thấy người dùng. Vui lòng kiểm tra mã trong Cài đặt",
  modelNotAllowed: (model: string) => `Mô hình ${model} không có trong gói của bạn.`,
  modelRetired: (model: string, successor: string) =>
    `Mô hình ${model} không dùng được: đã ngừng hoạt động. ${successor} có thể tiếp tục nhưng đắt hơn.`,
  modelRetiredAlone: (model: string) => `Mô hình ${model} không dùng được: đã ngừng hoạt động. Hãy chọn mô hình khác.`,
  modelGone: "Mô hình này không còn ở nhà cung cấp. Hãy chọn mô hình khác.",
  modelNotFound: (model: string) =>
    `Ở đây không có mô hình ${model}. Hãy kiểm tra tên hoặc chọn mô hình khác. Bạn không bị trừ tiền.`,
  availableModels: (models: string) => `Các mô hình dùng được: ${models}.`,
  unauthorizedHelp: (url: string) => `[nhấn vào đây để nhập mã truy cập](${url})`,
  upgradeToPremium: "Nâng cấp lên Premium để dùng tất cả mô hình.",
  freeLimitReached: "Bạn đã dùng hết tin nhắn miễn phí hôm nay. Ngày mai lại có thêm.",
  messageTooLong: (characters: number, limit: number) =>
    `Tin nhắn quá dài! Người dùng miễn phí chỉ gửi được tối đa ${limit} ký tự mỗi tin nhắn. Tin nhắn của bạn có ${characters} ký tự. Để gửi tin nhắn dài hơn, hãy nâng cấp lên Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Quá nhiều tin nhắn trong thời gian ngắn. Hãy đợi một lát rồi thử lại. Bạn không bị trừ tiền."
      : `Quá nhiều tin nhắn trong thời gian ngắn. Hãy thử lại sau ${number(seconds)} giây. Bạn không bị trừ tiền.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Quá nhiều lệnh gọi plugin trong thời gian ngắn. Hãy đợi một lát rồi thử lại. Bạn không bị trừ tiền."
      : `Quá nhiều lệnh gọi plugin trong thời gian ngắn. Hãy thử lại sau ${number(seconds)} giây. Bạn không bị trừ tiền.`,
  pluginCallsUsedUp: "Bạn đã dùng hết lượt gọi plugin hôm nay. Ngày mai lại có thêm.",
  alreadyProcessing: "Vui lòng đợi một chút… Chúng tôi đang kiểm tra vài điều.",
  alreadyProcessingShort: "Tin nhắn đang được xử lý",
  insufficientBalance: "Bạn đã hết số dư. Hãy nạp thêm để tiếp tục. Bạn không bị trừ tiền.",
  insufficientBalanceShort: "Số dư không đủ",
  tooLittle: {
    title: (available: string, model: string) =>
      `Số dư ${available} của bạn không đủ cho một câu trả lời của ${model}.`,
    kept: "Số dư không đủ: câu trả lời chưa bắt đầu, câu hỏi của bạn vẫn ở đây.",
    answerOf: (model: string) => `Câu trả lời của ${model}`,
    balance: "Số dư của bạn",
  },
  balanceInUse:
    "Số dư của bạn đang được giữ cho các câu trả lời còn đang tạo. Hãy đợi một câu trả lời kết thúc rồi thử lại. Bạn không bị trừ tiền.",
  recharge: (url: string) => `[Nạp tiền](${url})`,
  upgrade: (url: string) => `[Nâng cấp lên Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Giới hạn ${ceiling} mỗi tin nhắn của bạn không đủ: câu trả lời này có thể tốn ${needed} trở lên. Bạn không bị trừ tiền.`,
  roundsCeiling: (ceiling, spent) =>
    `Câu trả lời này đã tốn ${spent}, và giới hạn ${ceiling} mỗi tin nhắn của bạn không còn chỗ cho một lượt nữa. Phần đã nhận vẫn được giữ lại.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Giới hạn ${ceiling} mỗi ngày của bạn không còn đủ cho câu trả lời này, có thể tốn ${needed} trở lên: hôm nay đã dùng ${spent}, tính cả các câu trả lời đang tạo. Bạn không bị trừ tiền.`,
  changeCeilings: (url: string) => `[Thay đổi giới hạn](${url})`,
  gateway502: "Lỗi cổng kết nối (502). Hãy thử lại sau vài giây.",
  gateway503: "Dịch vụ tạm thời không hoạt động (503). Hãy thử lại sau vài giây.",
  gateway504: "Máy chủ quá tải (504). Hãy thử lại sau vài giây.",
  upstream: (status: number, detail: string) => `Nhà cung cấp mô hình đã từ chối yêu cầu (${status}): ${detail}`,
  upstreamKey:
    "Nhà cung cấp mô hình không chấp nhận khóa của máy chủ này. Hãy báo cho bộ phận hỗ trợ hoặc chọn mô hình khác.",
  ownKeyRefused: (status: number, detail: string) =>
    `Nhà cung cấp mô hình đã từ chối khóa riêng của bạn (${status})${detail === "" ? "" : `: ${detail}`}. Hãy kiểm tra khóa và tài khoản của khóa tại nhà cung cấp.`,
  upstreamBusy: "Nhà cung cấp mô hình đang nhận quá nhiều yêu cầu. Hãy đợi một lát rồi thử lại.",
  upstreamTimeout: "Mô hình mất quá nhiều thời gian để trả lời. Hãy thử lại hoặc chọn mô hình nhanh hơn.",
  upstreamCut:
    "Nhà cung cấp mô hình đã ngắt câu trả lời. Phần đã nhận được lưu ở đây. Bạn chỉ trả tiền cho tin nhắn và phần đã được tạo.",
  serverRestarted:
    "Máy chủ của chúng tôi khởi động lại giữa chừng. Phần đã nhận được lưu ở đây. Bạn chỉ trả tiền cho tin nhắn và phần đó.",
  emptyAfterSearch:
    "Mô hình đã tìm kiếm trên web nhưng không viết câu trả lời nào. Hãy thử lại hoặc hỏi theo cách khác.",
  emptyAnswer: "Mô hình không trả lời gì (empty response from server). Hãy thử lại.",
  reasoningTooLong:
    "o3 không trả lời được. Nếu tin nhắn dài, hãy dùng gpt-4.1 hoặc chia văn bản thành các phần dưới 5000 ký tự.",
  notJson: (contentType: string, head: string) => `Phản hồi không phải JSON hợp lệ (${contentType}): ${head}`,
  server: (statusText: string) => `Lỗi máy chủ: ${statusText}`,
  network: "Lỗi kết nối. Hãy thử lại.",
  connectivity: "Không có kết nối. Hãy kiểm tra kết nối internet của bạn.",
  aborted: "Kết nối bị gián đoạn…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Tin nhắn này ước tính tốn ${estimate}, vượt giới hạn ${ceiling} mỗi tin nhắn của bạn. Chưa có gì được gửi đi.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Hôm nay bạn đã dùng ${spent}, và tin nhắn này ước tính tốn ${estimate}: vượt giới hạn ${ceiling} mỗi ngày của bạn. Chưa có gì được gửi đi.`,
  sendAnyway: "Vẫn gửi",
}
