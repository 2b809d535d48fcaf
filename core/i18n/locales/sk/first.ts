import type { FirstTexts } from "../../texts.ts"
import { sk as banner } from "./first/banner.ts"
import { sk as chat } from "./first/chat.ts"
import { sk as composer } from "./first/composer.ts"
import { sk as crash } from "./first/crash.ts"
import { sk as models } from "./first/models.ts"
import { sk as shell } from "./first/shell.ts"
import { sk as talk } from "./first/talk.ts"

/** The interface in Slovak. */
export const sk: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
