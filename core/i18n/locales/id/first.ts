import type { FirstTexts } from "../../texts.ts"
import { id as banner } from "./first/banner.ts"
import { id as chat } from "./first/chat.ts"
import { id as composer } from "./first/composer.ts"
import { id as crash } from "./first/crash.ts"
import { id as models } from "./first/models.ts"
import { id as shell } from "./first/shell.ts"
import { id as talk } from "./first/talk.ts"

/** The interface in Indonesian. */
export const id: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
