import type { FirstTexts } from "../../texts.ts"
import { es as banner } from "./first/banner.ts"
import { es as chat } from "./first/chat.ts"
import { es as composer } from "./first/composer.ts"
import { es as crash } from "./first/crash.ts"
import { es as models } from "./first/models.ts"
import { es as shell } from "./first/shell.ts"
import { es as talk } from "./first/talk.ts"

/** The interface in Spanish, as Latin America speaks it. */
export const es: FirstTexts = { shell, banner, crash, chat, models, composer, talk }
