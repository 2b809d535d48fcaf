import type { FirstTexts } from "../../texts.ts"
import { no as banner } from "./first/banner.ts"
import { no as chat } from "./first/chat.ts"
import { no as composer } from "./first/composer.ts"
import { no as crash } from "./first/crash.ts"
import { no as models } from "./first/models.ts"
import { no as shell } from "./first/shell.ts"
import { no as talk } from "./first/talk.ts"

/** The interface in Norwegian Bokmål. */
export const no: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
