import type { FirstTexts } from "../../texts.ts"
import { tw as banner } from "./first/banner.ts"
import { tw as chat } from "./first/chat.ts"
import { tw as composer } from "./first/composer.ts"
import { tw as crash } from "./first/crash.ts"
import { tw as models } from "./first/models.ts"
import { tw as shell } from "./first/shell.ts"
import { tw as talk } from "./first/talk.ts"

/** The interface in Chinese as written in Taiwan (traditional characters). */
export const tw: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
