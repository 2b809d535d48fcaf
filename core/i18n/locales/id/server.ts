import type { Texts } from "../../texts.ts"

export const id: Texts["server"] = {
  title: "Alamat server",
  hint: "Aplikasi ini mengobrol melalui sebuah server. Pengelolanya dapat memberi tahu alamatnya.",
  connect: "Sambungkan",
  connecting: "Mencari server…",
  noAddress: "Ini bukan alamat. Bentuknya seperti https://chat.contoh.id",
  notSecure: "Alamat harus diawali https:// agar tidak ada yang membaca percakapan Anda di perjalanan.",
  noAnswer:
    "Tidak ada server yang menjawab di sana, atau server itu tidak menerima aplikasi ini. Periksa alamatnya atau tanyakan kepada pengelolanya.",
  settingHint:
    "Tempat pesan Anda dijawab. Mengganti server menghapus kode akses dari perangkat ini; percakapan tetap ada.",
}
