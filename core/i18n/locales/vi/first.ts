import type { FirstTexts } from "../../texts.ts"
import { vi as banner } from "./first/banner.ts"
import { vi as chat } from "./first/chat.ts"
import { vi as composer } from "./first/composer.ts"
import { vi as crash } from "./first/crash.ts"
import { vi as models } from "./first/models.ts"
import { vi as shell } from "./first/shell.ts"
import { vi as talk } from "./first/talk.ts"

/** The interface in Vietnamese. */
export const vi: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
