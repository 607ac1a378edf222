import { toDecimal } from '@latchkey/kernel/contracts'
import type { Holding, HoldingsService } from '@latchkey/kernel/contracts'
import { check, checkCode, isPlainDecimal } from './check.js'
import type { WalletDataFacts, WalletDataHarness } from './harness.js'
import type { SuiteTest } from './walletDataSuite.js'

const withHoldings =
  (body: (holdings: HoldingsService, facts: WalletDataFacts, harness: WalletDataHarness) => Promise<void>) =>
  async (harness: WalletDataHarness) => {
    if (harness.holdings) await body(harness.holdings, harness.facts, harness)
  }

export const holdingsTests: readonly SuiteTest[] = [
  {
    title: 'answer exactly what the account holds, the coin first',
    run: withHoldings(async (service, facts) => {
      const { networkId, address } = facts
      const { holdings, source } = await service.read({ networkId, address })
      check(source === facts.source, `the source "${facts.source}", found "${source}"`)
      const [coin, ...others] = holdings
      check(coin?.address === undefined, 'the coin first')
      check(coin?.amount.value === facts.coin, `${facts.coin} of the coin, found ${coin?.amount.value}`)
      for (const token of facts.tokens) {
        const held = others.find((other) => other.address?.toLowerCase() === token.address.toLowerCase())
        check(held, `the token ${token.address}`)
        check(held.amount.value === token.value, `${token.value} of it, found ${held.amount.value}`)
        check(
          held.amount.decimals === token.decimals,
          `${token.decimals} decimals, found ${held.amount.decimals}`,
        )
      }
    }),
  },
  {
    title:
      'are sound: each asset once, bigint amounts, plain decimal money, worth that is amount times price',
    run: withHoldings(async (service, { networkId, address }) => {
      const { holdings, problems } = await service.read({ networkId, address })
      check(problems.length === 0, `no problem, found ${problems.map(({ code }) => code).join()}`)
      const seen = new Set<string>()
      for (const holding of holdings) {
        const key = (holding.address ?? '').toLowerCase()
        check(!seen.has(key), `"${key}" once`)
        seen.add(key)
        check(holding.networkId === networkId, `the network ${networkId}, found ${holding.networkId}`)
        checkHolding(holding)
      }
    }),
  },
  {
    title: 'take one request for equal asks at one time, and another when told to',
    run: withHoldings(async (service, facts, { requests }) => {
      if (!requests) return
      const { networkId, address, spelling = address } = facts
      await service.read({ networkId, address })
      const first = requests()
      await Promise.all([address, spelling, address].map((who) => service.read({ networkId, address: who })))
      check(requests() === first, `no further request, found ${requests() - first}`)
      await service.read({ networkId, address, fresh: true })
      check(requests() > first, 'a request for a fresh answer')
    }),
  },
  {
    title: 'end when they are aborted',
    run: withHoldings(async (service, { networkId, address }) => {
      const controller = new AbortController()
      controller.abort()
      const reading = service.read({ networkId, address, fresh: true, signal: controller.signal })
      await checkCode(reading, 'REQUEST_ABORTED')
    }),
  },
  {
    title: 'ask nobody about what is no address, and say BALANCE_UNAVAILABLE where nobody knows',
    run: withHoldings(async (service, { networkId, address }, { requests }) => {
      const before = requests?.()
      for (const nonsense of ['', '../admin', '<script>', 'a'.repeat(5_000)]) {
        await checkCode(service.read({ networkId, address: nonsense }), 'ADDRESS_INVALID')
      }
      await checkCode(service.read({ networkId: 'nowhere:1', address }), 'BALANCE_UNAVAILABLE')
      check(requests?.() === before, 'nobody to be asked')
    }),
  },
]

function checkHolding({ address, amount, name, price, worth }: Holding): void {
  const { value, decimals, symbol } = amount
  check(typeof value === 'bigint' && value >= 0n, `an amount, found ${value}`)
  check(Number.isInteger(decimals) && decimals >= 0 && decimals <= 255, `decimals, found ${decimals}`)
  check(typeof symbol === 'string' && typeof name === 'string' && name !== '', 'a name and a symbol')
  check(address === undefined || (value > 0n && decimals > 0), `"${address}" to be held, as money`)
  for (const money of [price, worth]) {
    check(money === undefined || isPlainDecimal(money), `a plain decimal, found ${money}`)
  }
  if (price === undefined || worth === undefined) return
  const [, places = ''] = price.split('.')
  const product = toDecimal(value * BigInt(price.replace('.', '')), decimals + places.length)
  check(worth === product, `a worth of ${product}, found ${worth}`)
}
