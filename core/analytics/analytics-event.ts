/**
 * The events that may be counted: presses on a link to a payment page, by the place of the link. The names are
 * NextChat's.
 */
export const analyticsEvents = [
  "AuthorizationPageButtonToCPaymentClick",
  "AuthorizationPageBannerToCPaymentClick",
  "SettingsPageGuideToCPaymentClick",
  "ConversationGuideToCPaymentClick",
] as const

export type AnalyticsEvent = (typeof analyticsEvents)[number]
