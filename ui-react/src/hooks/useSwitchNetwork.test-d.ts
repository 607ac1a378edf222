import type { NetworkId } from '@latchkey/kernel/plugin'
import { useSwitchNetwork } from './useSwitchNetwork.js'

declare function take<T>(value: T): void

export function SwitchesNetworks(): null {
  const { run, state } = useSwitchNetwork()
  void run({ networkId: 'eip155:8453' })
  void run('eip155:8453')
  void run(8453)
  void run({ networkId: 8453 })
  // @ts-expect-error no CAIP-2 id
  void run('8453')
  // @ts-expect-error a network is named
  void run({})
  if (state.status === 'success') {
    take<NetworkId>(state.data)
    take<NetworkId>(state.variables.networkId)
  }
  const evm = useSwitchNetwork({ namespace: 'eip155' })
  void evm.run({ networkId: 'eip155:1' })
  // @ts-expect-error a network of another namespace
  void evm.run({ networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  return null
}
