import { createMetrics as create, type Metrics as Counters } from '@latchkey/service-kit'

const help = {
  requests: 'Requests by status class.',
  routes: 'Requests by route.',
  replica_reads: 'Reads where there are replicas: used, passed over because none was near enough, or failed.',
  redis_failures: 'Questions that Redis did not answer, so that this instance counted on its own.',
} as const

export type Metrics = Counters<keyof typeof help>

export const createMetrics = (): Metrics => create(help)
