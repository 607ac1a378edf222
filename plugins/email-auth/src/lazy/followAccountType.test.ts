import type { Account } from '@latchkey/kernel/plugin'
import type { ActiveWallet } from '@latchkey/kernel/wallet'
import { expect, test, vi } from 'vitest'
import { PreferredAccountSet } from '../events.js'
import { followAccountType } from './followAccountType.js'

const account = (address: string, kind: string) =>
  ({ id: `eip155:1:${address}`, namespace: 'eip155', address, kind }) as unknown as Account
const smart = account('0xs', 'smartAccount')
const eoa = account('0xe', 'eoa')

function follow(accounts: readonly Account[]) {
  const listeners = new Set<(wallet: ActiveWallet | undefined) => void>()
  const ask = vi.fn(async () => ({}))
  const onChosen = vi.fn()
  const emit = vi.fn()
  const stop = followAccountType({
    wallets: {
      follow(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    context: { emit },
    log: { debug: () => undefined } as never,
    ask: ask as never,
    accounts,
    onChosen,
  })
  const use = (chosen: Account | undefined) => {
    for (const listener of listeners)
      listener(chosen && ({ account: chosen, networkId: 'eip155:1' } as unknown as ActiveWallet))
  }
  return { ask, emit, onChosen, stop, use, listeners }
}

test('the frame is told which account the person uses, once for each change', () => {
  const { ask, onChosen, stop, use, listeners } = follow([smart, eoa])
  use(smart)
  expect(ask).not.toHaveBeenCalled()
  use(eoa)
  use(eoa)
  expect(ask.mock.calls).toEqual([['setPreferredAccount', { type: 'eoa' }]])
  expect(onChosen).toHaveBeenCalledWith(eoa)
  use(undefined)
  use(account('0xother', 'eoa'))
  use(smart)
  expect(ask.mock.calls.at(-1)).toEqual(['setPreferredAccount', { type: 'smartAccount' }])
  stop()
  expect(listeners.size).toBe(0)
})

test('the app is told which kind of account the person turned to', () => {
  const { emit, use } = follow([smart, eoa])
  use(smart)
  expect(emit).not.toHaveBeenCalled()
  use(eoa)
  use(eoa)
  use(smart)
  expect(emit.mock.calls).toEqual([
    [PreferredAccountSet, { accountType: 'eoa', network: 'eip155:1' }],
    [PreferredAccountSet, { accountType: 'smartAccount', network: 'eip155:1' }],
  ])
})

test('a wallet with one account is not followed', () => {
  expect(follow([eoa]).listeners.size).toBe(0)
})
