import type { FirstTexts } from "../../texts.ts"
import { tr as banner } from "./first/banner.ts"
import { tr as chat } from "./first/chat.ts"
import { tr as composer } from "./first/composer.ts"
import { tr as crash } from "./first/crash.ts"
import { tr as models } from "./first/models.ts"
import { tr as shell } from "./first/shell.ts"
import { tr as talk } from "./first/talk.ts"

/**
 * The interface in Turkish. A noun stays singular after a number; names and amounts take no suffix here, for its vowels
 * would hang on them.
 */
export const tr: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
