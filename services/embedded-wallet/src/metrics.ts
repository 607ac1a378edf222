import { createMetrics as create, type Metrics as Counters } from '@latchkey/service-kit'

const help = {
  requests: 'Requests by status class.',
  codes_sent: 'One-time codes sent.',
  codes_wrong: 'One-time codes that were wrong.',
  logins: 'Logins by the way people signed in.',
  shares_released: 'Shares of the server released to a session.',
  wallets_created: 'Wallets made.',
  refused: 'Requests refused, by reason.',
} as const

export type Metrics = Counters<keyof typeof help>

export const createMetrics = (): Metrics => create(help)
