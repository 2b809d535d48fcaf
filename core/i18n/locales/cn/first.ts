import type { FirstTexts } from "../../texts.ts"
import { cn as banner } from "./first/banner.ts"
import { cn as chat } from "./first/chat.ts"
import { cn as composer } from "./first/composer.ts"
import { cn as crash } from "./first/crash.ts"
import { cn as models } from "./first/models.ts"
import { cn as shell } from "./first/shell.ts"
import { cn as talk } from "./first/talk.ts"

/** The interface in Chinese as written on the mainland (simplified characters). */
export const cn: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
