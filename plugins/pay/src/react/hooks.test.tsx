// The hooks of paying, as a host's own components use them, without any view of ours.
import { definePlugin } from '@latchkey/kernel/plugin'
import { KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { bill, bob, payBench } from '../../test/payBench.js'
import { type Bill, Exchange, type ExchangeContribution } from '../index.js'
import { useAvailableExchanges, usePay, type UsePayResult } from './index.js'

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

interface Seen {
  readonly paying: UsePayResult
  readonly exchanges: readonly ExchangeContribution[]
}

function Host({ asked, tell }: { readonly asked: Bill | undefined; readonly tell: (seen: Seen) => void }) {
  tell({ paying: usePay(), exchanges: useAvailableExchanges(asked) })
  return null
}

const early = definePlugin({
  id: 'test.early',
  kernel: '^1.0.0',
  setup(context) {
    context.add(Exchange, {
      ...{ id: 'test.early', name: 'Early', order: 1 },
      supports: ({ asset }) => asset === 'eip155:1',
      link: async () => ({ url: 'https://early.example/pay', session: '1' }),
      status: async () => ({ status: 'pending' }),
    })
  },
})

async function rendered(asked?: Bill) {
  const bench = payBench({ plugins: [early] })
  await bench.connect()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const seen: Seen[] = []
  root.render(
    <KernelProvider kernel={bench.kernel}>
      <Host asked={asked} tell={(one) => seen.push(one)} />
    </KernelProvider>,
  )
  stop = async () => {
    root.unmount()
    container.remove()
    await bench.kernel.dispose()
  }
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
  return { ...bench, seen, last: () => (seen.at(-1) as Seen).paying, exchanges: () => seen.at(-1)?.exchanges }
}

it('useAvailableExchanges lists those that can pay the bill, or an alternative of it, in their order', async () => {
  const names = async (asked?: Bill) => {
    const { exchanges } = await rendered(asked)
    const found = exchanges()?.map(({ name }) => name)
    await stop?.()
    return found
  }
  expect(await names()).toEqual([])
  expect(await names(bill())).toEqual([])
  expect(await names(bill({ asset: 'eip155:1' }))).toEqual(['Early', 'Example Exchange'])
  const coin = { asset: 'eip155:1', amount: '1', decimals: 18, symbol: 'COIN', receiver: bob }
  expect(await names(bill({ alternatives: [coin] }))).toEqual(['Early', 'Example Exchange'])
})

it('usePay shows the bill, tells each phase and the transaction, and returns one outcome for every call', async () => {
  const { last, seen, payer, chain } = await rendered()
  const { pay } = last()
  expect(last()).toMatchObject({ phase: 'idle', transaction: undefined, error: undefined })
  const asked = bill()
  const outcomes = [pay(asked), pay({ ...asked })]
  await vi.waitFor(() => expect(payer.state.ways.status).toBe('ready'), { timeout: 15_000 })
  const controller = await payer.load()
  const [way] = payer.state.ways.list
  expect(way && (await controller.choose(way))).toBe(true)
  void controller.confirm()
  await vi.waitFor(() => expect(last().phase).toBe('asking'), { timeout: 15_000 })
  chain.answer('approve')
  await vi.waitFor(() => expect(last().phase).toBe('pending'), { timeout: 15_000 })
  chain.decide('confirmed')
  await vi.waitFor(() => expect(last().phase).toBe('paid'), { timeout: 15_000 })
  const [one, other] = await Promise.all(outcomes)
  expect(one).toEqual(other)
  expect(last().transaction).toBe(one?.transaction)
  expect(new Set(seen.map(({ paying }) => paying.pay)).size).toBe(1)
})

it('usePay tells why a bill can’t be paid', async () => {
  const { last } = await rendered()
  await expect(last().pay(bill({ amount: '1e3' }))).rejects.toMatchObject({ code: 'PAY_BILL_INVALID' })
  const outcome = last().pay(bill({ payer: bob }))
  outcome.catch(() => {})
  await vi.waitFor(() => expect(last().phase).toBe('choosing'), { timeout: 15_000 })
})
