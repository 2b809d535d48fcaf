import type { Texts } from "../../texts.ts"

export const bn: Texts["construction"] = {
  images: "আপনার তৈরি ছবিগুলো এখানে থাকবে। এই স্ক্রিনটি এখনও তৈরি হচ্ছে।",
  newImage: "এখানে একটি ছবির বর্ণনা দিয়ে তার আকৃতি বেছে নিতে পারবেন। এই স্ক্রিনটি এখনও তৈরি হচ্ছে।",
}
