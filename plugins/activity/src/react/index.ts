'use client'

export { activity } from './activity.js'
export { useActivity } from './useActivity.js'
export type { UseActivityResult } from './useActivity.js'
