import type { CallsDecision, SubmittedCalls } from '@latchkey/kernel/contracts'
import { BitcoinCalls } from '@latchkey/plugin-bip122'
import { EvmCalls } from '@latchkey/plugin-eip155'
import { PolkadotCalls } from '@latchkey/plugin-polkadot'
import { SolanaCalls } from '@latchkey/plugin-solana'
import { useSendCalls, useWaitForTransaction } from '@latchkey/ui-react'

declare function take<T>(value: T): void
declare const script: Uint8Array

/** What a component hands to the wallet of each namespace: the calls of that namespace and no others. */
export function UsesCalls(): null {
  const evm = useSendCalls(EvmCalls)
  void evm.run({
    calls: [
      { to: '0x00', value: 1n },
      { to: '0x00', data: '0x12' },
    ],
    atomic: 'required',
    upgrade: true,
  })
  // @ts-expect-error amounts are bigint
  void evm.run({ calls: [{ to: '0x00', value: 1 }] })
  // @ts-expect-error data is hex
  void evm.run({ calls: [{ to: '0x00', data: script }] })
  // @ts-expect-error a call has a receiver
  void evm.run({ calls: [{ data: '0x12' }] })

  const solana = useSendCalls(SolanaCalls)
  const accounts = [{ address: 'So1', isSigner: true, isWritable: true }]
  void solana.run({ calls: [{ programId: 'Memo', accounts, data: script }] })
  // @ts-expect-error a call of another namespace
  void solana.run({ calls: [{ to: '0x00', value: 1n }] })

  const bitcoin = useSendCalls(BitcoinCalls)
  void bitcoin.run({ calls: [{ address: 'bc1', amount: 1n }, { script, amount: 1n }, { data: script }] })
  // @ts-expect-error an output has one of address, script and data
  void bitcoin.run({ calls: [{ address: 'bc1', script, amount: 1n }] })
  // @ts-expect-error data holds no money
  void bitcoin.run({ calls: [{ data: script, amount: 1n }] })
  // @ts-expect-error an amount is not left out
  void bitcoin.run({ calls: [{ address: 'bc1' }] })

  const polkadot = useSendCalls(PolkadotCalls)
  void polkadot.run({ calls: [{ pallet: 'system', method: 'remark', args: ['hello'] }, '0x0001'] })
  // @ts-expect-error a call has a method
  void polkadot.run({ calls: [{ pallet: 'system' }] })
  // @ts-expect-error hex has 0x
  void polkadot.run({ calls: ['0001'] })

  const states = [evm.state, solana.state, bitcoin.state, polkadot.state] as const
  for (const state of states) take<SubmittedCalls | undefined>(state.data)
  const { data } = useWaitForTransaction(bitcoin.state.data)
  take<Partial<CallsDecision> | undefined>(data)
  return null
}
