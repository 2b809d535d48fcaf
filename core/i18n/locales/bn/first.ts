import type { FirstTexts } from "../../texts.ts"
import { bn as banner } from "./first/banner.ts"
import { bn as chat } from "./first/chat.ts"
import { bn as composer } from "./first/composer.ts"
import { bn as crash } from "./first/crash.ts"
import { bn as models } from "./first/models.ts"
import { bn as shell } from "./first/shell.ts"
import { bn as talk } from "./first/talk.ts"

/** The interface in Bengali. */
export const bn: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
