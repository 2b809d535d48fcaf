import { pt as banner } from "./first/banner.ts"
import { pt as chat } from "./first/chat.ts"
import { pt as composer } from "./first/composer.ts"
import { pt as crash } from "./first/crash.ts"
import { pt as models } from "./first/models.ts"
import { pt as shell } from "./first/shell.ts"
import { pt as talk } from "./first/talk.ts"

/** The interface in Brazilian Portuguese: the source of all languages. Texts with values are functions. */
export const pt = { shell, banner, crash, chat, models, composer, talk }
