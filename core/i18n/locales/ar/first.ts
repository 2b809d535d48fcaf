import type { FirstTexts } from "../../texts.ts"
import { ar as banner } from "./first/banner.ts"
import { ar as chat } from "./first/chat.ts"
import { ar as composer } from "./first/composer.ts"
import { ar as crash } from "./first/crash.ts"
import { ar as models } from "./first/models.ts"
import { ar as shell } from "./first/shell.ts"
import { ar as talk } from "./first/talk.ts"

/** The interface in Arabic. */
export const ar: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
