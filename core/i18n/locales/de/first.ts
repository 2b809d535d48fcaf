import type { FirstTexts } from "../../texts.ts"
import { de as banner } from "./first/banner.ts"
import { de as chat } from "./first/chat.ts"
import { de as composer } from "./first/composer.ts"
import { de as crash } from "./first/crash.ts"
import { de as models } from "./first/models.ts"
import { de as shell } from "./first/shell.ts"
import { de as talk } from "./first/talk.ts"

/** The interface in German. */
export const de: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
