import type { FirstTexts } from "../../texts.ts"
import { ko as banner } from "./first/banner.ts"
import { ko as chat } from "./first/chat.ts"
import { ko as composer } from "./first/composer.ts"
import { ko as crash } from "./first/crash.ts"
import { ko as models } from "./first/models.ts"
import { ko as shell } from "./first/shell.ts"
import { ko as talk } from "./first/talk.ts"

/** The interface in Korean. Values stand where no particle depends on how they sound. */
export const ko: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
