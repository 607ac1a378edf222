import { definePlugin, type Plugin } from '@latchkey/kernel/plugin'
import type { Bill } from '../bill/Bill.js'
import { Exchange, type ExchangeContribution, type ExchangeStatus } from '../Exchange.js'
import { checkExchange } from './checkExchange.js'

export interface LinkedExchangeOptions {
  /** Unique: `example`. */
  readonly id: string
  /** As shown to the person. */
  readonly name: string
  readonly icon?: string | undefined
  /** CAIP-2 and CAIP-19 of what it can pay. */
  readonly assets: readonly string[]
  /** `createLink` puts the bill's references and memo of Solana Pay in the payment. Default false: no such bill is offered. */
  readonly carriesReferences?: boolean | undefined
  /** Asks your server for the page of a payment: only the server may hold the exchange's key. */
  createLink(bill: Bill): Promise<{ readonly url: string; readonly session: string }>
  /** Asks your server how the payment stands. */
  readStatus(session: string): Promise<ExchangeStatus>
}

const names = {
  id: true,
  name: true,
  icon: true,
  assets: true,
  carriesReferences: true,
  createLink: true,
  readStatus: true,
} satisfies Record<keyof LinkedExchangeOptions, true>

/**
 * An exchange that your own server talks to.
 *
 * @throws KernelError `EXCHANGE_OPTIONS_INVALID`
 * @example
 * linkedExchange({ id: 'example', name: 'Example', assets: ['eip155:1'], createLink, readStatus })
 */
export function linkedExchange(options: LinkedExchangeOptions): Plugin {
  checkExchange('linkedExchange', options, names, ['id', 'name', 'assets', 'createLink', 'readStatus'])
  const { id, name, icon, assets, carriesReferences = false } = options
  const known = new Set(assets.map((asset) => asset.toLowerCase()))
  const exchange: ExchangeContribution = {
    id: `linked.${id}`,
    name,
    carriesReferences,
    ...(icon === undefined ? {} : { icon }),
    supports: ({ asset }) => known.has(asset.toLowerCase()),
    link: (bill) => options.createLink(bill),
    status: (session) => options.readStatus(session),
  }
  return definePlugin({
    id: `pay.exchange.${id}`,
    kernel: '^1.0.0',
    setup: (context) => void context.add(Exchange, exchange),
  })
}
