import { capability, History, type HistoryRequest, type TransactionRecord } from '@latchkey/kernel/contracts'
import { fakeClock } from '@latchkey/kernel/testing'
import { afterEach, expect, it } from 'vitest'
import { alice, fakeChain } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, until } from '../../test/page.js'
import { EndingDetails, type EndingDetailsProps } from './EndingDetails.js'

afterEach(unmountAll)

const ether = (value: bigint) => ({ value, decimals: 18, symbol: 'ETH' })
const own: TransactionRecord = {
  ...{ id: '0x1', networkId: 'eip155:1', operation: 'send', status: 'confirmed', transfers: [] },
  fee: ether(17n * 10n ** 12n),
  minedAt: Date.UTC(2020, 1, 3, 12),
}

/** Shows an ending, and tells what was asked of a history that answers with `pages`, one after the other. */
function show(over: Partial<EndingDetailsProps> = {}, pages: readonly (TransactionRecord[] | Error)[] = []) {
  const asked: HistoryRequest[] = []
  const history = capability(History, {
    async read(request) {
      asked.push(request)
      const live = asked.filter(({ signal }) => !signal?.aborted).length
      const page = pages[live - 1] ?? []
      if (page instanceof Error) throw page
      return { transactions: page }
    },
  })
  const clock = fakeClock()
  const kernel = testKernel([fakeChain({ capabilities: [history] })], { clock })
  const mounted = mountShell(
    kernel,
    <EndingDetails
      {...{ about: [], networkId: 'eip155:1', address: alice, id: '0x1', isEnded: true, testId: 'ending' }}
      fee={ether(21n * 10n ** 12n)}
      {...over}
    />,
  )
  return {
    clock,
    mounted,
    /** Without those that the page has called off. */
    reads: () => asked.filter(({ signal }) => !signal?.aborted).length,
    fee: () => byTestId('ending-paid-fee')?.innerText.replace(/\s+/g, ' '),
  }
}

it('says the limit of the fee while the network decides, and reads nothing', async () => {
  const { reads, fee } = show({ isEnded: false }, [[own]])
  await until(() => fee() === 'Max network fee 0.000021 ETH')
  expect(reads()).toBe(0)
})

it('says what the network took, and when, as soon as the history has it', async () => {
  const { fee } = show({}, [[{ ...own, id: '0x2', fee: ether(1n) }, own]])
  await until(() => fee() === 'Network fee 0.000017 ETH')
  expect(byTestId('ending-at-time')?.innerText).toContain('2020')
})

it('looks again while the history is behind, four times in all, and then leaves the limit', async () => {
  const pending: TransactionRecord = { ...own, status: 'pending' }
  const { clock, reads, fee } = show({}, [[], [pending], [], [], [own]])
  for (const look of [1, 2, 3, 4]) {
    await until(() => reads() === look)
    await until(() => look === 4 || clock.pending === 1)
    clock.advance(3_999)
    expect(reads()).toBe(look)
    clock.advance(1)
  }
  expect(clock.pending).toBe(0)
  expect(fee()).toBe('Max network fee 0.000021 ETH')
})

it('takes it from a later look', async () => {
  const { clock, reads, fee } = show({}, [[], [own]])
  await until(() => reads() === 1 && clock.pending === 1)
  clock.advance(4_000)
  await until(() => fee() === 'Network fee 0.000017 ETH')
  expect(clock.pending).toBe(0)
})

it('leaves the limit where the history can’t be read', async () => {
  const { reads, clock, fee } = show({}, [new Error('down')])
  await until(() => reads() === 1)
  await until(() => fee() === 'Max network fee 0.000021 ETH')
  clock.advance(60_000)
  expect(reads()).toBe(1)
})

it('stops looking when it leaves the page', async () => {
  const { clock, mounted, reads } = show()
  await until(() => reads() === 1 && clock.pending === 1)
  mounted.unmount()
  await until(() => clock.pending === 0)
})

it('says no fee, and reads none, where somebody else pays or nobody said one', async () => {
  for (const fee of [ether(0n), undefined]) {
    const shown = show({ fee }, [[own]])
    await until(() => byTestId('ending-at-network')?.innerText.includes('Ethereum'))
    expect([shown.fee(), shown.reads()]).toEqual([undefined, 0])
    shown.mounted.unmount()
  }
})

it('says first how much it was about, with every digit, where the title doesn’t', async () => {
  show({ amount: ether(5n * 10n ** 17n + 1n), about: [{ label: 'To', value: 'Bob' }] })
  await until(() => byTestId('ending-of-amount')?.innerText.includes('0.500000000000000001'))
  expect(document.querySelector('.lk-detail')?.textContent).toMatch(/^Amount0\.5/)
})

it('links the transaction to the explorer by a web address alone', async () => {
  const shown = show({ explorerUrl: 'https://explorer.example/tx/0x1' })
  await until(() => byTestId('ending-explorer')?.getAttribute('href') === 'https://explorer.example/tx/0x1')
  shown.mounted.unmount()
  show({ explorerUrl: 'javascript:alert(1)' })
  await until(() => document.body.innerText.includes('0x1'))
  expect(byTestId('ending-explorer')).toBeNull()
})
