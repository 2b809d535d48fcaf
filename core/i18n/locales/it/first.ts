import type { FirstTexts } from "../../texts.ts"
import { it as banner } from "./first/banner.ts"
import { it as chat } from "./first/chat.ts"
import { it as composer } from "./first/composer.ts"
import { it as crash } from "./first/crash.ts"
import { it as models } from "./first/models.ts"
import { it as shell } from "./first/shell.ts"
import { it as talk } from "./first/talk.ts"

/** The interface in Italian. */
export const it: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
