import type { Amount, TokenReference } from '@latchkey/kernel/contracts'
import type { BaseError } from '@latchkey/kernel/plugin'
import { useBalance } from './useBalance.js'

declare function take<T>(value: T): void
declare const usdc: TokenReference
declare const address: `0x${string}`

/** Any address, token and network, each in the form of its namespace. */
export function UsesBalances(): null {
  const own = useBalance()
  // @ts-expect-error nothing may be read yet
  take<Amount>(own.amount)
  if (own.status === 'success') take<Amount>(own.amount)
  if (own.status === 'error') {
    take<BaseError>(own.error)
    take<Amount | undefined>(own.amount)
  }
  own.refresh()

  useBalance({ namespace: 'solana', address: '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK' })
  useBalance({ networkId: 'eip155:8453', address, token: usdc })
  useBalance({ networkId: 'bip122:000000000019d6689c085ae165831e93', address: 'bc1q' })
  useBalance({ networkId: 'cosmos:cosmoshub-4', address: 'cosmos1' })
  // @ts-expect-error an EVM address begins with 0x
  useBalance({ namespace: 'eip155', address: 'bc1q' })
  // @ts-expect-error a network of another namespace
  useBalance({ namespace: 'solana', networkId: 'eip155:1' })
  // @ts-expect-error CAIP-2, and no number
  useBalance({ networkId: 1 })
  // @ts-expect-error a token has decimals and a symbol
  useBalance({ token: '0x0' })
  return null
}
