import type { Texts } from "../../texts.ts"

/** A number as Indonesian writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("id")

export const id: Texts["errors"] = {
  unknown: "Kesalahan tidak dikenal",
  nothingCharged: "Tidak ada biaya yang dikenakan.",
  invalidRequest: (detail: string) =>
    `Permintaan tidak dapat dipahami. Tidak ada biaya yang dikenakan. (Rincian: ${detail})`,
  refused: {
    "bad-utf8": () => "Isi permintaan bukan UTF-8 yang valid. Tidak ada biaya yang dikenakan.",
    "bad-json": () => "Isi permintaan bukan JSON yang valid. Tidak ada biaya yang dikenakan.",
    "unknown-field": (name) => `Kolom “${name}” tidak diterima di sini. Tidak ada biaya yang dikenakan.`,
    "bad-idempotency-key": () =>
      "Header Idempotency-Key harus terdiri dari 1 sampai 255 karakter yang terlihat. Tidak ada biaya yang dikenakan.",
    "bad-ceiling": (name) =>
      `Header ${name} harus berupa jumlah dalam real Brasil, seperti 0.50. Tidak ada biaya yang dikenakan.`,
    "bad-frame-id": () => "Kolom after harus berupa nomor peristiwa.",
    "bad-code-field": () => "Kolom accessCode harus berupa teks.",
    "bad-usage-record": () => "Ini bukan catatan pemakaian.",
    "run-not-ended": () => "Jawaban ini masih berlangsung. Hentikan dulu.",
    "no-such-run": () => "Jawaban ini tidak ada, atau bukan milik Anda.",
    "no-such-route": () => "Alamat ini tidak ada.",
    "method-not-allowed": () => "Alamat ini tidak menerima metode ini.",
    "answer-completed": () =>
      "Jawaban ini menjadi lengkap setelah Anda membaca sebagiannya. Jawaban masih disimpan: ambil dulu sebelum menghapusnya.",
    "answer-erased": () =>
      "Jawaban untuk Idempotency-Key ini sudah dikirim lalu dihapus. Tidak ada biaya yang dikenakan.",
    "body-too-large": () => "Permintaan terlalu besar. Tidak ada biaya yang dikenakan.",
    "body-too-slow": () =>
      "Pengiriman terhenti di tengah jalan atau terlalu lambat. Tidak ada biaya yang dikenakan. Coba lagi.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Koneksi ini terlalu lama diam dan telah ditutup."
        : `Koneksi ini terlalu lama diam dan telah ditutup. Jawaban disimpan selama 24 jam: GET ${address}`,
    "no-room": () =>
      "Server sedang menerima terlalu banyak kiriman. Tidak ada biaya yang dikenakan. Coba lagi beberapa detik lagi.",
    "not-json-type": () => "Kirim isi permintaan sebagai application/json. Tidak ada biaya yang dikenakan.",
    "encoded-body": () => "Kirim isi permintaan tanpa Content-Encoding. Tidak ada biaya yang dikenakan.",
    "key-reused": () => "Idempotency-Key ini sudah dipakai untuk permintaan lain. Tidak ada biaya yang dikenakan.",
    "no-search-calls": () =>
      "Jatah pencarian web Anda habis. Matikan pencarian untuk melanjutkan percakapan, atau isi saldo. Tidak ada biaya yang dikenakan.",
    "model-unpriced": (command) =>
      `Model ini belum punya harga di server ini. Pengelola server dapat menentukannya dengan: ${command}. Tidak ada biaya yang dikenakan.`,
    "no-provider-key": (names) =>
      `Server ini belum punya kunci untuk penyedia ini. Pengelola server perlu mengatur ${names}. Tidak ada biaya yang dikenakan.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "Model ini hanya membuat gambar dari kata-kata. Lepaskan lampirannya atau pilih model lain.",
    "bad-base-url": () => "Alamat ini tidak dapat digunakan. Tidak ada biaya yang dikenakan.",
    "bad-image-address": () => "Alamat gambar ini tidak dapat dibuka dari sini.",
    "image-unavailable": () =>
      "Gambar tidak berhasil diambil: situsnya tidak merespons, atau yang dikirim bukan gambar berukuran maksimal 10 MB.",
    "picture-unfetched": () =>
      "Gambar sudah dibuat, tetapi tidak bisa diambil dari penyedianya. Coba lagi. Tidak ada biaya yang dikenakan.",
    "bad-share": (name) => `Kolom “${name}” tidak sesuai.`,
    "no-such-share": () => "Tautan ini tidak ada, atau sudah dihapus.",
    "share-gone": () => "Tautan ini sudah diturunkan.",
    "bad-picture": () => "Kirim gambar PNG, JPEG, GIF, atau WebP, paling besar 10 MB dan 60 megapiksel.",
    "share-limit": () => "Anda sudah membuat banyak tautan hari ini. Besok bisa lagi.",
    "share-full": () =>
      "Tidak ada ruang lagi untuk tautan Anda. Hapus yang tidak diperlukan lagi atau tunggu sampai salah satunya kedaluwarsa.",
    "sharing-unavailable": () => "Tautan ini belum bisa disimpan atau dibaca. Coba lagi beberapa detik lagi.",
    "bad-vault-request": () => "Permintaan ke brankas tidak benar.",
    "no-such-vault": () => "Brankas ini tidak ada, atau kuncinya lain.",
    "vault-out-of-step": () => "Brankas berubah saat perangkat ini menulis ke dalamnya.",
    "vault-superseded": () => "Perangkat lain sudah merapikan brankas ini.",
    "vault-full": () => "Brankas sudah penuh. Di perangkat ini semuanya tetap tersimpan.",
    "pairing-over": () =>
      "Undangan ini sudah dipakai atau sudah kedaluwarsa. Minta yang baru di perangkat yang sudah terhubung ke brankas.",
    "vault-unavailable": () => "Brankas tidak menjawab. Coba lagi sebentar lagi.",
    "plugins-off": () => "Server ini tidak mengizinkan plugin.",
    "bad-plugin-address": () => "Alamat ini tidak dapat dipanggil dari sini.",
    redirected: (host) => `Layanan mengalihkan panggilan ke alamat lain (${host}), dan pengalihan itu tidak diikuti.`,
    "compressed-reply": () => "Layanan menjawab dalam bentuk terkompresi, yang tidak diterima di sini.",
    "service-away": () => "Layanan tidak menjawab, atau jawabannya tidak terbaca.",
    "service-timeout": () => "Layanan tidak menjawab dalam 30 detik.",
    "run-broken": () =>
      "Terjadi gangguan di server di tengah jawaban. Jika ada bagian yang ditagih, itu terlihat di mutasi saldo. Coba lagi dalam beberapa detik.",
    "gateway-fault": () =>
      "Terjadi kesalahan internal di server. Tidak ada biaya yang dikenakan. Coba lagi dalam beberapa detik.",
  },
  contextLengthExceeded:
    "Percakapan ini sudah terlalu panjang untuk modelnya. Persingkat pesan, bersihkan konteks, atau pilih model lain. Tidak ada biaya yang dikenakan.",
  unauthorized: "Kode akses belum ada atau tidak valid. Periksa kodenya di Pengaturan.",
  userNotFound: "Pengguna tidak ditemukan. Silakan periksa kode di Pengaturan",
  modelNotAllowed: (model: string) => `Model ${model} tidak tersedia di paket Anda.`,
  modelRetired: (model: string, successor: string) =>
    `Model ${model} tidak tersedia: sudah dihentikan. ${successor} dapat melanjutkan, tetapi lebih mahal.`,
  modelRetiredAlone: (model: string) => `Model ${model} tidak tersedia: sudah dihentikan. Pilih model lain.`,
  modelGone: "Model ini tidak tersedia di penyedianya. Pilih model lain.",
  modelNotFound: (model: string) =>
    `Model ${model} tidak ada di sini. Periksa namanya atau pilih model lain. Tidak ada biaya yang dikenakan.`,
  availableModels: (models: string) => `Model yang tersedia: ${models}.`,
  unauthorizedHelp: (url: string) => `[klik di sini untuk memasukkan kode akses](${url})`,
  upgradeToPremium: "Tingkatkan ke Premium untuk memakai semua model.",
  freeLimitReached: "Pesan gratis Anda hari ini sudah habis. Besok ada lagi.",
  messageTooLong: (characters: number, limit: number) =>
    `Pesan terlalu panjang! Pengguna gratis dapat mengirim paling banyak ${limit} karakter per pesan. Pesan Anda berisi ${characters} karakter. Untuk mengirim pesan yang lebih panjang, tingkatkan ke Premium.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Terlalu banyak pesan dalam waktu singkat. Tunggu sebentar lalu coba lagi. Tidak ada biaya yang dikenakan."
      : `Terlalu banyak pesan dalam waktu singkat. Coba lagi dalam ${number(seconds)} detik. Tidak ada biaya yang dikenakan.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Terlalu banyak panggilan plugin dalam waktu singkat. Tunggu sebentar lalu coba lagi. Tidak ada biaya yang dikenakan."
      : `Terlalu banyak panggilan plugin dalam waktu singkat. Coba lagi dalam ${number(seconds)} detik. Tidak ada biaya yang dikenakan.`,
  pluginCallsUsedUp: "Panggilan plugin Anda hari ini sudah habis. Besok ada lagi.",
  alreadyProcessing: "Mohon tunggu sebentar, ya… Kami sedang memeriksa sesuatu di sini.",
  alreadyProcessingShort: "Pesan sedang diproses",
  insufficientBalance: "Saldo Anda habis. Isi saldo untuk melanjutkan. Tidak ada biaya yang dikenakan.",
  insufficientBalanceShort: "Saldo tidak cukup",
  tooLittle: {
    title: (available: string, model: string) => `Saldo Anda ${available} tidak cukup untuk satu jawaban ${model}.`,
    kept: "Saldo tidak cukup: jawaban belum dimulai, dan pertanyaan Anda tetap di sini.",
    answerOf: (model: string) => `Jawaban ${model}`,
    balance: "Saldo Anda",
  },
  balanceInUse:
    "Saldo Anda sedang dicadangkan untuk jawaban yang masih berlangsung. Tunggu salah satunya selesai lalu coba lagi. Tidak ada biaya yang dikenakan.",
  recharge: (url: string) => `[Isi saldo](${url})`,
  upgrade: (url: string) => `[Tingkatkan ke Premium](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Batas ${ceiling} per pesan yang Anda tetapkan tidak cukup: jawaban ini bisa menghabiskan ${needed} atau lebih. Tidak ada biaya yang dikenakan.`,
  roundsCeiling: (ceiling, spent) =>
    `Jawaban ini sudah menghabiskan ${spent}, dan batas Anda ${ceiling} per pesan tidak cukup untuk satu putaran lagi. Yang sudah diterima tetap ada.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Batas ${ceiling} per hari yang Anda tetapkan tidak menyisakan ruang untuk jawaban ini, yang bisa menghabiskan ${needed} atau lebih: hari ini sudah terpakai ${spent}, termasuk jawaban yang masih berlangsung. Tidak ada biaya yang dikenakan.`,
  changeCeilings: (url: string) => `[Ubah batas](${url})`,
  gateway502: "Kesalahan gateway (502). Coba lagi dalam beberapa detik.",
  gateway503: "Layanan sedang tidak tersedia (503). Coba lagi dalam beberapa detik.",
  gateway504: "Server kelebihan beban (504). Coba lagi dalam beberapa detik.",
  upstream: (status: number, detail: string) => `Penyedia model menolak permintaan (${status}): ${detail}`,
  upstreamKey: "Penyedia model tidak menerima kunci server ini. Beri tahu tim dukungan atau pilih model lain.",
  ownKeyRefused: (status: number, detail: string) =>
    `Penyedia model menolak kunci Anda sendiri (${status})${detail === "" ? "" : `: ${detail}`}. Periksa kunci itu dan akunnya di penyedia.`,
  upstreamBusy: "Penyedia model sedang menerima banyak permintaan. Tunggu sebentar lalu coba lagi.",
  upstreamTimeout: "Model terlalu lama menjawab. Coba lagi atau pilih model yang lebih cepat.",
  upstreamCut:
    "Jawaban diputus oleh penyedia model. Bagian yang sudah diterima tersimpan di sini. Anda hanya membayar pesan dan bagian yang sudah dihasilkan.",
  serverRestarted:
    "Server kami dimulai ulang di tengah jawaban. Bagian yang sudah diterima tersimpan di sini. Anda hanya membayar pesan dan bagian itu.",
  emptyAfterSearch:
    "Model sudah mencari di web, tetapi tidak menulis jawaban apa pun. Coba lagi atau bertanyalah dengan cara lain.",
  emptyAnswer: "Model tidak menjawab apa pun (empty response from server). Coba lagi.",
  reasoningTooLong:
    "o3 tidak berhasil menjawab. Jika pesannya panjang, gunakan gpt-4.1 atau bagi teksnya menjadi bagian-bagian di bawah 5000 karakter.",
  notJson: (contentType: string, head: string) => `Balasan bukan JSON yang valid (${contentType}): ${head}`,
  server: (statusText: string) => `Kesalahan server: ${statusText}`,
  network: "Kesalahan koneksi. Coba lagi.",
  connectivity: "Tidak ada koneksi. Periksa koneksi internet Anda.",
  aborted: "Koneksi terputus…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Pesan ini diperkirakan menghabiskan ${estimate}, di atas batas Anda ${ceiling} per pesan. Belum ada yang dikirim.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Hari ini Anda sudah memakai ${spent}, dan pesan ini diperkirakan menghabiskan ${estimate}: melewati batas Anda ${ceiling} per hari. Belum ada yang dikirim.`,
  sendAnyway: "Tetap kirim",
}
