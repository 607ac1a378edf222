import { startEvm } from '@latchkey/devstack/evm'
import { startExchange } from '@latchkey/devstack/exchange'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/kernel/plugin'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Bill, Exchange, type ExchangeContribution, linkedExchange, serviceExchanges } from '../index.js'
import { canPayBill } from '../Exchange.js'
import { createPaymentVerifier, evmPayments, memoryPayments } from '../server/index.js'

let stack: Awaited<ReturnType<typeof startEvm>>
let exchange: Awaited<ReturnType<typeof startExchange>>
beforeAll(async () => {
  stack = await startEvm()
  exchange = await startExchange({ chain: stack, exchanges: ['one', 'two'] })
}, 60_000)
afterAll(async () => {
  await exchange?.stop()
  await stack?.stop()
})

/** The exchanges that plugins list. */
function listed(...plugins: Parameters<typeof createKernel>[0]): readonly ExchangeContribution[] {
  let found: readonly ExchangeContribution[] = []
  const spy = definePlugin({
    id: 'spy',
    kernel: '^1.0.0',
    setup: (context) => ({
      start() {
        found = context.list(Exchange)
      },
    }),
  })
  const kernel = createKernel([...plugins, spy], { storage: memoryStorage(), logLevel: 'silent' })
  void kernel.start()
  return found.length > 0 ? found : kernel.list(Exchange)
}

let count = 0
function billOf(amount: string): Bill {
  count += 1
  const { address } = stack.tokens.usd
  return {
    id: `exchange-${count}`,
    asset: `eip155:${stack.chainId}/erc20:${address}`,
    ...{ amount, decimals: 6, symbol: 'LUSD', createdAt: Date.now() - 60_000 },
    receiver: stack.accounts[7]!.address,
  }
}

it('links to the page of the exchange, tells its status, and the shop finds exactly what was asked for', async () => {
  const { asset } = billOf('1')
  const [one, two] = listed(
    serviceExchanges({
      url: exchange.rpcUrl,
      exchanges: [
        { id: 'one', name: 'One', assets: [asset] },
        { id: 'two', name: 'Two', assets: [] },
      ],
    }),
  ) as [ExchangeContribution, ExchangeContribution]
  const verifier = createPaymentVerifier({
    chains: [evmPayments({ networkId: `eip155:${stack.chainId}`, url: stack.url, confirmations: 1 })],
    store: memoryPayments(),
  })
  const bill = billOf('12.345678')
  expect([one.supports(bill), two.supports(bill)]).toEqual([true, false])
  const { url, session } = await one.link(bill)
  expect(await one.status(session)).toEqual({ status: 'pending' })
  expect(await (await fetch(url)).text()).toContain('Pay 12.345678')
  await fetch(url, { method: 'POST' })
  const { status, transaction } = await one.status(session)
  expect(status).toBe('success')
  expect(await verifier.verify(bill, transaction)).toMatchObject({ ok: true, units: '12345678' })

  // The exchange says that it paid, and kept a unit.
  exchange.setFault({ missing: 1n })
  const short = billOf('5')
  const begun = await one.link(short)
  await fetch(begun.url, { method: 'POST' })
  const said = await one.status(begun.session)
  expect(said.status).toBe('success')
  expect(await verifier.verify(short, said.transaction)).toMatchObject({ code: 'AMOUNT_TOO_LOW' })

  exchange.setFault({ fails: true })
  const refused = await one.link(billOf('5'))
  await fetch(refused.url, { method: 'POST' })
  expect(await one.status(refused.session)).toEqual({ status: 'failed' })
  exchange.setFault({})
  await expect(one.status('nobody')).rejects.toMatchObject({ code: 'PAY_EXCHANGE_REFUSED' })
})

it('asks the host’s own functions for an exchange that its server talks to', async () => {
  const createLink = vi.fn(async () => ({ url: 'https://exchange.example/7', session: '7' }))
  const readStatus = vi.fn(async () => ({ status: 'pending' as const }))
  const { asset } = billOf('1')
  const [own] = listed(
    linkedExchange({ id: 'own', name: 'Own', assets: [asset.toUpperCase()], createLink, readStatus }),
  ) as [ExchangeContribution]
  const bill = billOf('3')
  expect([own.supports(bill), own.supports({ ...bill, asset: 'eip155:5' })]).toEqual([true, false])
  expect(await own.link(bill)).toEqual({ url: 'https://exchange.example/7', session: '7' })
  expect(await own.status('7')).toEqual({ status: 'pending' })
  expect([createLink.mock.calls, readStatus.mock.calls]).toEqual([[[bill]], [['7']]])
})

it('offers no exchange for a bill with references or a memo, unless it says that it carries them', () => {
  const options = {
    ...{ name: 'Own', assets: ['solana:1'] },
    createLink: async () => ({ url: 'https://exchange.example/7', session: '7' }),
    readStatus: async () => ({ status: 'pending' as const }),
  }
  const all = listed(
    linkedExchange({ ...options, id: 'plain' }),
    linkedExchange({ ...options, id: 'carrying', carriesReferences: true }),
    serviceExchanges({ url: exchange.rpcUrl, exchanges: [{ ...options, id: 'service' }] }),
  )
  const offered = (bill: Bill) => all.filter((one) => canPayBill(one, bill)).map(({ id }) => id)
  const bill = { ...billOf('3'), asset: 'solana:1' }
  const every = ['linked.plain', 'linked.carrying', 'service.service']
  expect(offered(bill).sort()).toEqual(every.sort())
  expect(offered({ ...bill, memo: 'Order 5' })).toEqual(['linked.carrying'])
  expect(offered({ ...bill, reference: stack.accounts[7]!.address })).toEqual(['linked.carrying'])
})
