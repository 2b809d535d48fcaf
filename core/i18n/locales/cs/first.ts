import type { FirstTexts } from "../../texts.ts"
import { cs as banner } from "./first/banner.ts"
import { cs as chat } from "./first/chat.ts"
import { cs as composer } from "./first/composer.ts"
import { cs as crash } from "./first/crash.ts"
import { cs as models } from "./first/models.ts"
import { cs as shell } from "./first/shell.ts"
import { cs as talk } from "./first/talk.ts"

/** The interface in Czech. */
export const cs: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
