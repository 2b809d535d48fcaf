import type { FirstTexts } from "../../texts.ts"
import { ru as banner } from "./first/banner.ts"
import { ru as chat } from "./first/chat.ts"
import { ru as composer } from "./first/composer.ts"
import { ru as crash } from "./first/crash.ts"
import { ru as models } from "./first/models.ts"
import { ru as shell } from "./first/shell.ts"
import { ru as talk } from "./first/talk.ts"

/** The interface in Russian. */
export const ru: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
