import type { Texts } from "../../texts.ts"

export const en: Texts["prompts"] = {
  title: "Prompts",
  search: "Search prompts",
  count: (own: number, builtin: number) => `${own} of yours, ${builtin} built in`,
  found: (count: number) =>
    count === 0 ? "No prompt found" : count === 1 ? "1 prompt found" : `${count} prompts found`,
  add: "New prompt",
  edit: "Edit prompt",
  read: "Built-in prompt",
  editOne: (title: string) => `Edit ${title}`,
  readOne: (title: string) => `View ${title}`,
  deleteOne: (title: string) => `Delete ${title}`,
  deleted: "Prompt deleted",
  name: "Title",
  content: "Text",
  otherEdition: "Another edition, written elsewhere at the same time",
  useEdition: "Use this one",
  placesHint: "Use [brackets] for what changes each time: the cursor stops there when you pick the prompt.",
  readOnly: "Built-in prompts do not change. Make a copy to have your own version.",
  copy: "Make a copy",
  save: "Save",
  saveFailed: "It could not be saved. Check that the device has room.",
}
