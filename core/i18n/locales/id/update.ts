import type { Texts } from "../../texts.ts"

export const id: Texts["update"] = {
  error504: "Server kelebihan beban (504). Coba lagi dalam beberapa detik.",
  error502: "Kesalahan gateway (502). Coba lagi dalam beberapa detik.",
  error503: "Layanan sedang tidak tersedia (503). Coba lagi dalam beberapa detik.",
  notJson: (contentType: string) => `Kesalahan pembaruan: balasan bukan JSON yang valid (${contentType})`,
  failed: (status: string) => `Kesalahan pembaruan: gagal mengambil commit/tag ${status}`,
}
