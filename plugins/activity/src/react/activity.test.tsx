import '@latchkey/ui-react/styles.css'
import { AccountRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { definePlugin, Feature } from '@latchkey/kernel/plugin'
import { TransactionSubmitted } from '@latchkey/kernel/transaction'
import { type PriceCurrency, Prices } from '@latchkey/kernel/contracts'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { KernelProvider, type KernelProviderProps } from '@latchkey/ui-react'
import axe from 'axe-core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  alice,
  bob,
  ether,
  pageOf,
  record,
  type TestActivity,
  testActivity,
  transfer,
  usdc,
} from '../../test/testActivity.js'
import { ActivityFeed } from '../ActivityFeed.js'
import { TransactionsOpened } from '../events.js'
import { TransactionsRoute } from '../routes.js'
import { activity, useActivity } from './index.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

interface Setting {
  readonly answer?: TestActivity['answer']
  readonly receive?: () => void
  readonly props?: Partial<KernelProviderProps>
  readonly child?: () => React.ReactNode
  /** Prices by asset, `coin` for the coin; absent, no plugin provides any. */
  readonly prices?: Readonly<Record<string, string>>
  readonly currency?: PriceCurrency
}

async function shown({ answer, receive, props, child: Child, prices, currency }: Setting = {}) {
  const data = testActivity()
  if (answer) data.answer = answer
  const heard: unknown[] = []
  let emit: Parameters<Parameters<typeof definePlugin>[0]['setup']>[0]['emit'] | undefined
  const others = definePlugin({
    id: 'test.others',
    kernel: '^1.0.0',
    setup(context) {
      emit = context.emit
      context.on(TransactionsOpened, (facts) => void heard.push(facts))
      if (receive) context.add(Feature, { id: 'test.receive', label: 'Receive', open: receive })
    },
  })
  const asked: unknown[] = []
  const market = definePlugin({
    id: 'test.market',
    kernel: '^1.0.0',
    provides: [Prices],
    setup(context) {
      context.provide(Prices, () => ({
        async read({ networkId, address, currency: wanted }) {
          asked.push([networkId, address, wanted])
          if (prices?.[address ?? 'coin'] === 'fails') throw new Error('No prices now.')
          return prices?.[address ?? 'coin']
        },
      }))
    },
  })
  const plugins = [...data.plugins, activity({ currency }), others, ...(prices ? [market] : [])]
  const kernel: Kernel = createKernel(plugins, {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <KernelProvider kernel={kernel} {...props}>
        {Child ? <Child /> : null}
      </KernelProvider>
    </StrictMode>,
  )
  cleanup = async () => {
    root.unmount()
    container.remove()
    await kernel.dispose()
  }
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const navigation = kernel.get(Navigation)
  await vi.waitFor(() => expect(navigation.draws(TransactionsRoute.name)).toBe(true), 10_000)
  return { kernel, data, navigation, heard, asked, emit: emit! }
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? undefined
const byId = (id: string) => find(`[data-testid="${id}"]`)
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-testid^="activity-row-"]')]
/** What is seen of a row, without what is there for assistive technology only. */
function textOf(row: HTMLElement | undefined): string {
  const copy = row?.cloneNode(true) as HTMLElement | undefined
  for (const hidden of copy?.querySelectorAll('.lk-visually-hidden, .lk-picture') ?? []) hidden.remove()
  return (copy?.textContent ?? '').replaceAll('\u00a0', ' ')
}
const headings = () => [...document.querySelectorAll('dialog h3')].map((heading) => heading.textContent)

async function openTab(setting?: Setting) {
  const bench = await shown(setting)
  bench.navigation.open(AccountRoute)
  await vi.waitFor(() => expect(byId('activity-tab')).toBeDefined(), 10_000)
  return bench
}
async function openAll(setting?: Setting) {
  const bench = await shown(setting)
  bench.navigation.open(TransactionsRoute)
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(0), 10_000)
  return bench
}
async function faults(): Promise<readonly string[]> {
  // What is still fading in has the contrast of neither state, and what the card still grows for is cut off.
  const ending = () =>
    document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (let count = 0; count < 3 || ending().length > 0; count += 1) {
    await Promise.allSettled([frame(), ...ending().map(({ finished }) => finished)])
  }
  const { violations } = await axe.run(find('dialog') as HTMLElement, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

describe('values', () => {
  const cents = usdc(2_500_000n)
  const moves = [
    record('1', { transfers: [transfer()] }),
    record('2', {
      operation: 'trade',
      transfers: [transfer(), transfer({ direction: 'in', amount: cents, asset: 'usdc' })],
    }),
    record('3', { transfers: [transfer({ amount: cents, asset: 'scam' })] }),
    record('4', { transfers: [transfer({ isUnproven: true })] }),
    // An approval moves nothing.
    record('5', { operation: 'approve', transfers: [transfer()] }),
  ]
  const shownValues = () => rows().map((row) => row.querySelector('.lk-fiat')?.textContent)

  it('stand beside amounts that have a price of today, which is said, and are asked for once an asset', async () => {
    const { asked } = await openTab({ answer: () => pageOf(moves), prices: { coin: '2000', usdc: '0.99' } })
    await vi.waitFor(
      () => expect(shownValues()).toEqual(['$2,000.00', '$2.47', undefined, undefined, undefined]),
      10_000,
    )
    expect(byId('activity-values')?.textContent).toBe('Values use today’s prices.')
    const distinct = new Set(asked.map((each) => JSON.stringify(each)))
    expect([...distinct].sort()).toEqual([
      '["eip155:1","scam","usd"]',
      '["eip155:1","usdc","usd"]',
      '["eip155:1",null,"usd"]',
    ])
  })

  it('are in the currency of the host, and stay away where no price is known or can be read', async () => {
    const one = await openAll({ answer: () => pageOf(moves), prices: { coin: '1800' }, currency: 'eur' })
    await vi.waitFor(() => expect(shownValues()[0]).toBe('€1,800.00'), 10_000)
    expect(byId('activity-values')).toBeDefined()
    expect(one.asked).toContainEqual(['eip155:1', undefined, 'eur'])
    await cleanup?.()
    const other = await openAll({ answer: () => pageOf(moves), prices: { coin: 'fails' } })
    await vi.waitFor(() => expect(other.asked.length).toBeGreaterThan(2), 10_000)
    expect(shownValues()).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(byId('activity-values')).toBeUndefined()
  })
})

it('says from when the list is while the newest can’t be read again, and reads them at a press', async () => {
  const { kernel, data } = await openTab()
  await vi.waitFor(() => expect(rows().length).toBe(1), 10_000)
  expect(byId('activity-old')).toBeUndefined()
  data.answer = () => Promise.reject(new Error('Down.'))
  await kernel.get(ActivityFeed).refresh()
  await vi.waitFor(() => expect(byId('activity-old')?.textContent).toMatch(/This is from \d+:\d\d/), 10_000)
  expect(rows().length).toBe(1)
  data.answer = () => pageOf([record('2'), record('1')])
  byId('activity-old-retry')?.click()
  await vi.waitFor(() => expect(rows().length).toBe(2), 10_000)
  expect(byId('activity-old')).toBeUndefined()
})

describe('a row', () => {
  const rowOf = async (over: Parameters<typeof record>[1]) => {
    await openTab({ answer: () => pageOf([record('1', over)]) })
    await vi.waitFor(() => expect(rows()).not.toEqual([]), 10_000)
    return rows().map(textOf)
  }
  const day = (time: number) => new Intl.DateTimeFormat('en', { day: '2-digit', month: 'short' }).format(time)
  const date = day(1_700_000_000_000)

  it.each([
    ['receive', 'in', `Received0xB0b0…0B0b+1 ETH${date}`],
    ['deposit', 'out', `Deposited+1 ETH${date}`],
    ['borrow', 'in', `Borrowed+1 ETH${date}`],
    ['claim', 'in', `Claimed+1 ETH${date}`],
    ['withdraw', 'in', `Withdrew−1 ETH${date}`],
    ['repay', 'out', `Repaid−1 ETH${date}`],
    ['burn', 'out', `Burned−1 ETH${date}`],
    ['send', 'out', `Sent0xB0b0…0B0b−1 ETH${date}`],
    ['mint', 'in', `Minted+1 ETH${date}`],
    ['restake', 'out', `Restake−1 ETH${date}`],
    ['approve', 'out', `Approved1 ETH${date}`],
  ] as const)('of %s has its verb in the past tense and its sign', async (operation, direction, expected) => {
    const ends = direction === 'in' ? { from: bob, to: alice } : { from: alice, to: bob }
    expect(await rowOf({ operation, transfers: [transfer({ direction })], ...ends })).toEqual([expected])
  })

  it('of what came names who paid it, never the account itself', async () => {
    const own = { operation: 'receive', from: alice, to: alice } as const
    expect(await rowOf({ ...own, transfers: [transfer({ direction: 'in', from: bob })] })).toEqual([
      `Received0xB0b0…0B0b+1 ETH${date}`,
    ])
    await cleanup?.()
    expect(await rowOf({ ...own, transfers: [transfer({ direction: 'in' })] })).toEqual([
      `Received+1 ETH${date}`,
    ])
  })

  it('of what failed says how much it was about', async () => {
    expect(await rowOf({ status: 'failed' })).toEqual([`SentFailed0xB0b0…0B0b−1 ETH${date}`])
  })

  it('of what somebody else made is no send of the account, and names no address to copy', async () => {
    const over = { isMadeByOther: true, from: bob, to: bob } as const
    const out = transfer({ from: alice, to: bob, name: 'Ether' })
    expect(await rowOf({ ...over, transfers: [out] })).toEqual([`By another account−1 ETH${date}`])
    await cleanup?.()
    expect(await rowOf({ ...over, operation: 'send', transfers: [] })).toEqual([
      `By another accountConfirmed${date}`,
    ])
    await cleanup?.()
    const back = transfer({ direction: 'in', amount: usdc(2_500_000n) })
    const [trade] = await rowOf({ ...over, operation: 'trade', transfers: [out, back] })
    expect(trade).toBe(`By another account−1 ETH · +2.5 USDC${date}`)
  })

  it('of what somebody else made keeps its words whole, whatever amount they chose', async () => {
    const amount = usdc(10n ** 30n + 1n)
    await rowOf({ isMadeByOther: true, transfers: [transfer({ amount, from: alice, to: bob })] })
    const [row] = rows()
    const title = [...(row?.querySelectorAll<HTMLElement>('*') ?? [])].find(
      ({ childElementCount, textContent }) => childElementCount === 0 && textContent === 'By another account',
    )
    expect(title?.scrollWidth).toBeLessThanOrEqual(title?.clientWidth ?? 0)
  })

  it('of what no wallet has named says so, and leads to the account', async () => {
    const over = { isUncertain: true, status: 'pending' } as const
    expect(await rowOf(over)).toEqual([`May have been sent0xB0b0…0B0b−1 ETH${date}`])
    expect((rows()[0] as HTMLAnchorElement).href).toBe(`https://explorer.example/address/${alice}`)
  })

  it('of what nobody here can read says so in whole, and leads to the explorer', async () => {
    const over = { isUnread: true, transfers: [], operation: 'execute' } as const
    expect(await rowOf(over)).toEqual([`TransactionThis app can’t read it yet${date}`])
    const [row] = rows()
    expect((row as HTMLAnchorElement).href).toMatch(/^https:\/\/explorer\.example\/tx\//)
    const title = [...(row?.querySelectorAll<HTMLElement>('*') ?? [])].find(
      ({ childElementCount, textContent }) =>
        childElementCount === 0 && textContent === 'This app can’t read it yet',
    )
    expect(title?.scrollWidth).toBeLessThanOrEqual(title?.clientWidth ?? 0)
    await cleanup?.()
    expect(await rowOf({ ...over, status: 'failed' })).toEqual([
      `TransactionFailedThis app can’t read it yet${date}`,
    ])
  })

  it('of two transfers has two icons and two descriptions', async () => {
    const found = await rowOf({
      operation: 'trade',
      transfers: [transfer({ amount: usdc(2_500_000n) }), transfer({ direction: 'in' })],
    })
    expect(found).toEqual([`Swapped${date}−2.5 USDC+1 ETH`])
    expect(document.querySelectorAll('.lk-asset-icon')).toHaveLength(2)
  })

  it('is one for each transfer of a transaction that moved more, without spam', async () => {
    const found = await rowOf({
      operation: 'receive',
      transfers: [
        transfer({ direction: 'in' }),
        transfer({ direction: 'in', amount: usdc(1n) }),
        transfer({ direction: 'in', collectible: { id: '9', isSpam: true } }),
        transfer({ direction: 'in', amount: ether(3n), name: 'Painted cats', collectible: { id: '7' } }),
      ],
    })
    expect(found).toHaveLength(3)
    expect(found[1]).toContain('+0.000 USDC')
    expect(found[2]).toContain('+3 × Painted cats #7')
  })

  it('of a send or receive that moved nothing shows both ends; any other its status', async () => {
    expect(await rowOf({ transfers: [] })).toEqual([`SentFrom 0xA1…00A11cTo 0xB0…000B0b${date}`])
    await cleanup?.()
    expect(await rowOf({ operation: 'approve', transfers: [] })).toEqual([`ApprovedConfirmed${date}`])
    await cleanup?.()
    expect(await rowOf({ operation: 'execute', status: 'failed', transfers: [] })).toEqual([
      `ExecutedFailed${date}`,
    ])
    await cleanup?.()
    expect(await rowOf({ operation: 'execute', status: 'pending', transfers: [] })).toEqual([
      `ExecutedPending${date}`,
    ])
  })

  it('leads to the explorer of its network, in a tab of its own', async () => {
    await rowOf({})
    const link = rows()[0] as HTMLAnchorElement
    expect(link.href).toBe('https://explorer.example/tx/1')
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
  })

  it('shows what strangers chose as text, and loads nothing of it that is not safe', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202eevil'
    await openTab({
      answer: () =>
        pageOf([
          record('<script>', {
            operation: hostile,
            from: hostile,
            transfers: [
              transfer({
                name: hostile,
                icon: 'javascript:alert(1)',
                amount: { value: 1n, decimals: 0, symbol: hostile },
              }),
              transfer({ name: hostile, collectible: { id: hostile, picture: 'http://evil.example/a.svg' } }),
            ],
          }),
          record('addresses', {
            operation: 'send',
            from: hostile,
            to: `javascript:${hostile}`,
            transfers: [],
          }),
        ]),
    })
    await vi.waitFor(() => expect(rows()).toHaveLength(2), 10_000)
    const list = byId('activity-tab') as HTMLElement
    expect(list.querySelectorAll('img, script')).toHaveLength(0)
    expect(list.textContent).not.toContain('\u202e')
    expect(textOf(rows()[0])).toContain('<img src=x')
    expect((rows()[0] as HTMLAnchorElement).href).toBe('https://explorer.example/tx/%3Cscript%3E')
    expect(await faults()).toEqual([])
  })
})

describe('the list', () => {
  it('is grouped by month, and names the year of years that are over', async () => {
    const now = new Date()
    const thisMonth = now.getTime() - 1_000
    const past = new Date(2021, 2, 3).getTime()
    await openTab({
      answer: () =>
        pageOf([
          record('a', { minedAt: thisMonth }),
          record('b', { minedAt: thisMonth }),
          record('c', { minedAt: past }),
          record('d', { minedAt: past - 40 * 86_400_000 }),
        ]),
    })
    const month = new Intl.DateTimeFormat('en', { month: 'long' }).format(now)
    await vi.waitFor(() => expect(headings()).toEqual([month, 'March 2021', 'January 2021']), 10_000)
  })

  it('speaks the language of the page', async () => {
    await openTab({
      answer: () => pageOf([record('c', { minedAt: new Date(2021, 2, 3).getTime() })]),
      props: { locale: 'de' },
    })
    await vi.waitFor(() => expect(headings()).toEqual(['März 2021']), 10_000)
  })

  it('shows seven skeletons first, and can be used without a mouse or eyes in both themes', async () => {
    let release = () => {}
    const answer = () =>
      new Promise<ReturnType<typeof pageOf>>((resolve) => {
        release = () => resolve(pageOf([record('1'), record('2', { status: 'failed' })]))
      })
    const { data } = await openTab({ answer })
    await vi.waitFor(() => expect(data.asked).toHaveLength(1), 10_000)
    await vi.waitFor(() => expect(byId('activity-loading')?.querySelectorAll('.lk-row')).toHaveLength(7))
    expect(await faults()).toEqual([])
    release()
    await vi.waitFor(() => expect(rows()).toHaveLength(2), 10_000)
    for (const theme of ['light', 'dark']) {
      for (const root of document.querySelectorAll<HTMLElement>('[data-theme]')) root.dataset['theme'] = theme
      expect(await faults()).toEqual([])
    }
  })

  it('is empty with a way to receive where the host lists it', async () => {
    const receive = vi.fn()
    await openTab({ answer: () => pageOf([]), receive })
    await vi.waitFor(() => expect(byId('activity-receive')).toBeDefined(), 10_000)
    byId('activity-receive')?.click()
    expect(receive).toHaveBeenCalledOnce()
    expect(find('dialog')?.innerText).toContain('What you send and receive on Ethereum appears here.')
    expect(await faults()).toEqual([])
  })

  it('says how far back was looked, and looks further when asked', async () => {
    const since = new Date(2026, 4, 6).getTime()
    const searched = { fromBlock: 1_234_567n, since, coin: { fromBlock: 2_000_000n, since } }
    let count = 0
    const answer = () => {
      count += 1
      return pageOf([], { searched, next: `older ${count}` })
    }
    const { data } = await openTab({ answer })
    await vi.waitFor(() => expect(byId('activity-more')?.getAttribute('aria-busy')).toBeNull(), 10_000)
    await vi.waitFor(() => expect(count).toBe(4), 10_000)
    expect(byId('activity-searched')?.textContent).toBe(
      'Shown since block 1,234,567, May 6, 2026. Transfers of ETH are shown since block 2,000,000, May 6, 2026.',
    )
    data.answer = () => pageOf([record('far')])
    byId('activity-more')?.click()
    await vi.waitFor(() => expect(rows()).toHaveLength(1), 10_000)
    expect(byId('activity-more')).toBeUndefined()
  })

  it('says that it failed, and comes back with another try', async () => {
    const { data } = await openTab({ answer: () => Promise.reject(new Error('no')) })
    await vi.waitFor(() => expect(find('dialog [role="alert"]')).toBeDefined(), 10_000)
    expect(find('dialog')?.innerText).toContain('Failed to fetch transactions')
    expect(await faults()).toEqual([])
    data.answer = () => pageOf([record('1')])
    find('dialog [role="alert"] button')?.click()
    await vi.waitFor(() => expect(rows()).toHaveLength(1), 10_000)
  })

  it('shows at once what the app sent', async () => {
    const { emit } = await openTab()
    await vi.waitFor(() => expect(rows()).toHaveLength(1), 10_000)
    const { minedAt: _, ...sent } = record('sent', { status: 'pending' })
    let decide = (_: { status: 'confirmed' }) => {}
    const wait = () => new Promise<{ status: 'confirmed' }>((resolve) => (decide = resolve))
    emit(TransactionSubmitted, { address: alice, record: sent, wait })
    await vi.waitFor(() => expect(textOf(rows()[0])).toContain('SentPending'), 10_000)
    decide({ status: 'confirmed' })
    await vi.waitFor(() => expect(textOf(rows()[0])).not.toContain('Pending'), 10_000)
  })
})

describe('all transactions', () => {
  const many = (start: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      record(`${start + index}`, { minedAt: 1_700_000_000_000 - (start + index) * 3_600_000 }),
    )

  it('are reached from the tab, and that is told', async () => {
    const { navigation, heard } = await openTab({ answer: () => pageOf(many(0, 30)) })
    await vi.waitFor(() => expect(byId('activity-see-all')).toBeDefined(), 10_000)
    byId('activity-see-all')?.click()
    expect(navigation.state.entries.at(-1)?.name).toBe('Transactions')
    expect(heard).toEqual([{ isSmartAccount: false }])
  })

  it('are drawn as far as they are seen, and older ones are read when the end comes into view', async () => {
    const answer: TestActivity['answer'] = ({ cursor = '0' }) =>
      pageOf(many(Number(cursor), 20), { next: `${Number(cursor) + 20}` })
    const { data } = await openAll({ answer })
    const list = byId('activity-list') as HTMLElement
    const isAsked = (cursor: string) => data.asked.some((request) => request.cursor === cursor)
    for (const cursor of ['20', '40', '60']) {
      await vi.waitFor(() => {
        list.scrollTop = list.scrollHeight
        expect(isAsked(cursor)).toBe(true)
      }, 10_000)
    }
    expect(rows().length).toBeLessThan(40)
    expect(await faults()).toEqual([])
  })

  it('say at the end what the source cannot see', async () => {
    const message = 'Some contract payouts may not appear here. Your balance has them.'
    const gaps = [{ code: 'INTERNAL_TRANSFERS_UNSEEN', message }]
    await openAll({ answer: () => pageOf(many(0, 2), { gaps }) })
    await vi.waitFor(
      () => expect(byId('activity-gap-INTERNAL_TRANSFERS_UNSEEN')?.textContent).toBe(message),
      10_000,
    )
  })

  it('say at the end how far was looked', async () => {
    await openAll({ answer: () => pageOf(many(0, 2), { searched: { fromBlock: 5n } }) })
    await vi.waitFor(
      () => expect(byId('activity-searched')?.textContent).toBe('Shown since block 5.'),
      10_000,
    )
  })
})

function Own() {
  const { status, transactions, networkId } = useActivity()
  return <p data-testid="own">{`${status} ${transactions.map(({ id }) => id)} ${networkId}`}</p>
}

describe('useActivity', () => {
  it('gives the transactions to components of the host', async () => {
    await shown({ child: Own })
    await vi.waitFor(() => expect(byId('own')?.textContent).toBe('success 1 eip155:1'), 10_000)
  })
})
