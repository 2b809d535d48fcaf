import type { Texts } from "../../texts.ts"

export const bn: Texts["update"] = {
  error504: "সার্ভারে অতিরিক্ত চাপ (504)। কয়েক সেকেন্ড পরে আবার চেষ্টা করুন।",
  error502: "গেটওয়েতে ত্রুটি (502)। কয়েক সেকেন্ড পরে আবার চেষ্টা করুন।",
  error503: "পরিষেবাটি সাময়িকভাবে বন্ধ আছে (503)। কয়েক সেকেন্ড পরে আবার চেষ্টা করুন।",
  notJson: (contentType: string) => `আপডেটে ত্রুটি: উত্তরটি বৈধ JSON নয় (${contentType})`,
  failed: (status: string) => `আপডেটে ত্রুটি: commit/tag আনা যায়নি ${status}`,
}
