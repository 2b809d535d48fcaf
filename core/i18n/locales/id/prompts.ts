import type { Texts } from "../../texts.ts"

/** A number as Indonesian writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("id")

export const id: Texts["prompts"] = {
  title: "Prompt",
  search: "Cari prompt",
  count: (own: number, builtin: number) => `${number(own)} milik Anda, ${number(builtin)} bawaan`,
  found: (count: number) => (count === 0 ? "Tidak ada prompt yang ditemukan" : `${number(count)} prompt ditemukan`),
  add: "Prompt baru",
  edit: "Edit prompt",
  read: "Prompt bawaan",
  editOne: (title: string) => `Edit “${title}”`,
  readOne: (title: string) => `Lihat “${title}”`,
  deleteOne: (title: string) => `Hapus “${title}”`,
  deleted: "Prompt dihapus",
  name: "Judul",
  content: "Teks",
  otherEdition: "Versi lain, ditulis bersamaan di tempat lain",
  useEdition: "Pakai yang ini",
  placesHint: "Gunakan [kurung siku] untuk bagian yang berubah-ubah: kursor berhenti di situ saat Anda memilih prompt.",
  readOnly: "Prompt bawaan tidak dapat diubah. Buat salinan untuk punya versi Anda sendiri.",
  copy: "Buat salinan",
  save: "Simpan",
  saveFailed: "Tidak dapat menyimpan. Pastikan perangkat masih punya ruang.",
}
