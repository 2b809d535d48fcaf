import type { FirstTexts } from "../../texts.ts"
import { jp as banner } from "./first/banner.ts"
import { jp as chat } from "./first/chat.ts"
import { jp as composer } from "./first/composer.ts"
import { jp as crash } from "./first/crash.ts"
import { jp as models } from "./first/models.ts"
import { jp as shell } from "./first/shell.ts"
import { jp as talk } from "./first/talk.ts"

/** The interface in Japanese. */
export const jp: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
