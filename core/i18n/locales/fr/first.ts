import type { FirstTexts } from "../../texts.ts"
import { fr as banner } from "./first/banner.ts"
import { fr as chat } from "./first/chat.ts"
import { fr as composer } from "./first/composer.ts"
import { fr as crash } from "./first/crash.ts"
import { fr as models } from "./first/models.ts"
import { fr as shell } from "./first/shell.ts"
import { fr as talk } from "./first/talk.ts"

/** The interface in French. Before high punctuation and inside « » stand no-break spaces, as French has them. */
export const fr: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
