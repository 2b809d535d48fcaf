import type { Texts } from "../../texts.ts"

export const en: Texts["server"] = {
  title: "Server address",
  hint: "This app chats through a server. Whoever runs it can tell you its address.",
  connect: "Connect",
  connecting: "Looking for the server…",
  noAddress: "This is not an address. It looks like https://chat.example.com",
  notSecure: "The address must begin with https://, so that nobody can read your chats on the way.",
  noAnswer: "No server answered there, or it does not accept this app. Check the address or ask whoever runs it.",
  settingHint:
    "Where your messages are answered. Changing the server removes the access code from this device; your chats stay.",
}
