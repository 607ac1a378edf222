export { analytics } from './analytics.js'
export type { AnalyticsOptions } from './AnalyticsOptions.js'
export { Analytics } from './AnalyticsService.js'
export type { AnalyticsService } from './AnalyticsService.js'
