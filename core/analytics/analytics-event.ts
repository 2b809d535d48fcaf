/** What may be counted: presses on a link to a payment page, by where the link stood. The ancestor's names. */
export const analyticsEvents = [
  "AuthorizationPageButtonToCPaymentClick",
  "AuthorizationPageBannerToCPaymentClick",
  "SettingsPageGuideToCPaymentClick",
  "ConversationGuideToCPaymentClick",
] as const

export type AnalyticsEvent = (typeof analyticsEvents)[number]
