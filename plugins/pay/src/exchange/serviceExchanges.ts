import { definePlugin, Http, lazy, type Plugin } from '@latchkey/kernel/plugin'
import { Exchange } from '../Exchange.js'
import { checkExchange } from './checkExchange.js'

export interface ServiceExchangesOptions {
  /** Address of a service that speaks JSON-RPC: `pay_getExchangeLink` and `pay_getExchangeStatus`. */
  readonly url: string
  /** The exchanges that it has, and what each can pay: CAIP-2 and CAIP-19. */
  readonly exchanges: readonly {
    readonly id: string
    readonly name: string
    readonly icon?: string
    readonly assets: readonly string[]
  }[]
}

const names = { url: true, exchanges: true } satisfies Record<keyof ServiceExchangesOptions, true>

/**
 * Exchanges behind one service: each question names its exchange. The service holds the keys.
 *
 * @throws KernelError `EXCHANGE_OPTIONS_INVALID`
 * @example
 * serviceExchanges({ url: 'https://pay.example/rpc', exchanges: [{ id: 'one', name: 'One', assets: ['eip155:1'] }] })
 */
export function serviceExchanges(options: ServiceExchangesOptions): Plugin {
  checkExchange('serviceExchanges', options, names, ['url', 'exchanges'])
  const { url, exchanges } = options
  return definePlugin({
    id: 'pay.exchanges.service',
    kernel: '^1.0.0',
    requires: { http: Http },
    setup(context, { http }) {
      const load = lazy('The code for exchanges', async () => {
        const { askService } = await import('./lazy/askService.js')
        return askService(http, url)
      })
      for (const { id, name, icon, assets } of exchanges) {
        const known = new Set(assets.map((asset) => asset.toLowerCase()))
        context.add(Exchange, {
          id: `service.${id}`,
          name,
          ...(icon === undefined ? {} : { icon }),
          supports: ({ asset }) => known.has(asset.toLowerCase()),
          link: async (bill) => (await load()).link(id, bill),
          status: async (session) => (await load()).status(id, session),
        })
      }
    },
  })
}
