import { createMetrics as create, type Metrics as Counters } from '@latchkey/service-kit'

const help = {
  requests: 'Requests by status class.',
  routes: 'Requests by route.',
} as const

export type Metrics = Counters<keyof typeof help>

export const createMetrics = (): Metrics => create(help)
