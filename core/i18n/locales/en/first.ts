import type { FirstTexts } from "../../texts.ts"
import { en as banner } from "./first/banner.ts"
import { en as chat } from "./first/chat.ts"
import { en as composer } from "./first/composer.ts"
import { en as crash } from "./first/crash.ts"
import { en as models } from "./first/models.ts"
import { en as shell } from "./first/shell.ts"
import { en as talk } from "./first/talk.ts"

/** The interface in English. */
export const en: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
