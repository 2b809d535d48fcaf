import type { Message } from "../conversation/message.ts"
import type { SessionMask } from "../conversation/session.ts"
import type { ModelConfig } from "../settings/model-config.ts"
import { sameness, type Mask } from "./mask.ts"

type ChosenModel = Pick<ModelConfig, "model" | "providerName">

export interface MaskStart {
  readonly globalConfig: ModelConfig
  /** The model that this user's new conversations begin with. */
  readonly own: ChosenModel
  /** The model that is offered under these names; without a provider's, the first of that name. */
  readonly find: (model: string, providerName: string | undefined) => ChosenModel | undefined
}

export interface StartedMask {
  readonly mask: SessionMask
  /** The model that the mask wants and this user is not offered: the user's own is taken in its place. */
  readonly missing?: string
}

/**
 * The mask of a conversation that begins from a mask: a copy that knows where it comes from. The conversation follows the
 * global settings unless the mask has some of its own.
 */
export function startFromMask(mask: Mask, { globalConfig, own, find }: MaskStart): StartedMask {
  const settings = mask.syncGlobalConfig ? {} : mask.modelConfig
  const { model, providerName, ...rest } = settings
  const found = model === undefined ? undefined : find(model, providerName)
  const { id, avatar, name, context, hideContext, lang, builtin, createdAt, plugin } = mask
  return {
    mask: {
      id,
      avatar,
      name,
      context,
      ...(hideContext === undefined ? {} : { hideContext }),
      syncGlobalConfig: Object.keys(settings).length === 0,
      modelConfig: { ...globalConfig, ...rest, ...own, ...found },
      lang,
      builtin,
      createdAt,
      ...(plugin === undefined ? {} : { plugin }),
    },
    ...(model !== undefined && found === undefined ? { missing: model } : {}),
  }
}

/**
 * A conversation's mask with the messages and the name of another one, from now on; the settings of its model stay, and so
 * does what the user pinned.
 */
export function withMask(current: SessionMask, mask: Mask): SessionMask {
  const { hideContext: _hidden, plugin: _plugin, ...rest } = current
  const { id, avatar, name, context, hideContext, lang, builtin, createdAt, plugin } = mask
  return {
    ...rest,
    id,
    avatar,
    name,
    context: [...context, ...pinnedIn(current)],
    ...(hideContext === undefined ? {} : { hideContext }),
    lang,
    builtin,
    createdAt,
    ...(plugin === undefined ? {} : { plugin }),
  }
}

/** Whether a mask was changed since a conversation took it over. */
export function isOutdated(current: SessionMask, mask: Mask): boolean {
  const taken = { ...current, context: presetsIn(current), syncGlobalConfig: true }
  return current.id === mask.id && sameness(taken) !== sameness({ ...mask, syncGlobalConfig: true })
}

/** The messages that came with the mask. */
export function presetsIn({ context }: Pick<SessionMask, "context">): readonly Message[] {
  return context.filter(({ date }) => date === 0)
}

/** The messages that the user pinned: they keep the date they were written on. */
export function pinnedIn({ context }: Pick<SessionMask, "context">): readonly Message[] {
  return context.filter(({ date }) => date !== 0)
}
