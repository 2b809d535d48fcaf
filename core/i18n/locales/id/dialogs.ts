import type { Texts } from "../../texts.ts"

/** A number as Indonesian writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("id")

export const id: Texts["dialogs"] = {
  memoryHint:
    "Saat percakapan menjadi panjang, bagian awalnya diringkas di sini dan menyertai setiap pertanyaan. Anda dapat mengubah isinya.",
  memoryText: "Ringkasan",
  memoryEmpty: "Belum ada yang disimpan.",
  memoryTooShort: "Isi percakapan ini terlalu pendek untuk diringkas.",
  memoryDue: "Ringkasan akan dibuat setelah jawaban berikutnya.",
  memoryCovers: (count: number) =>
    count === 1 ? "Meringkas pesan pertama." : `Meringkas ${number(count)} pesan pertama.`,
  memoryPaused: "Jeda memori",
  memoryPausedHint: "Ringkasan tidak dikirim dan tidak diperbarui.",
  memoryClear: "Hapus memori",
  memoryClearConfirm: "Hapus ringkasan percakapan ini?",
  memorySaved: "Memori tersimpan",
  presets: "Pesan yang diingat",
  presetsHint: "Model membaca ulang pesan-pesan ini sebelum menjawab.",
  presetRemove: "Jangan ingat pesan ini lagi",
  selectTextHint: "Sentuh dan seret untuk memilih sebagian, atau salin semuanya.",
  copyAll: "Salin semua",
  editDropped: "Perubahan dibuang",
  messageGone: "Pesan ini dihapus di tab lain. Yang Anda tulis masih ada di sini.",
  editTitle: "Edit pesan",
  topic: "Topik",
  messageText: "Pesan",
  answerText: "Jawaban",
  saveOnly: "Simpan saja",
  sendAgain: "Kirim ulang",
  sendAgainHint: "Jawaban sebelumnya tersimpan di ‹ ›.",
  sendInBranch: "Kirim di percakapan lain",
  saveInBranch: "Simpan di percakapan lain",
  shortcutNames: {
    newChat: "Buka percakapan baru",
    focusInput: "Ke kolom pesan",
    lastMessage: "Munculkan lagi pesan terakhir",
    copyReply: "Salin jawaban terakhir",
    copyCode: "Salin blok kode terakhir",
    showShortcuts: "Tampilkan pintasan",
    previousChat: "Percakapan sebelumnya",
    nextChat: "Percakapan berikutnya",
    prompts: "Prompt",
    commands: "Perintah",
    send: "Kirim",
    newLine: "Baris baru",
  },
  keys: { Control: "Ctrl", Shift: "Shift", Alt: "Alt", Escape: "Esc" } as Readonly<Record<string, string>>,
  otherEdition: "Versi lain, ditulis bersamaan di tempat lain",
  useEdition: "Pakai yang ini",
}
