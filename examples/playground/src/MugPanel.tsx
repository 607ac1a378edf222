import { messageOf } from '@latchkey/kernel/plugin'
import { EvmCalls } from '@latchkey/plugin-eip155'
import { useSendCalls, useWallet } from '@latchkey/ui-react'
import { useState } from 'react'
import type { MugOrder, MugReceipt } from '../mugShop.js'
import { askShop } from './askShop.js'
import type { LocalStack } from './localStack.js'

interface MugPanelProps {
  readonly stack: LocalStack
  readonly paymasterUrl: string
}

type Said = { readonly kind: 'busy' | 'done' | 'failed'; readonly text: string }

/** A shop that sells one thing for three calls, and pays the network fee for accounts that support it. */
export function MugPanel({ stack, paymasterUrl }: MugPanelProps) {
  const wallet = useWallet({ namespace: 'eip155' })
  const { run, state } = useSendCalls(EvmCalls)
  const [said, setSaid] = useState<Said>()
  const [first] = stack.evm.chains
  const isHere = wallet?.networkId === `eip155:${first?.chain.id}`
  const buyer = isHere ? wallet.account.address : undefined

  async function show(action: () => Promise<string | undefined>): Promise<void> {
    setSaid({ kind: 'busy', text: 'Waiting for the wallet…' })
    try {
      const text = await action()
      setSaid(text === undefined ? undefined : { kind: 'done', text })
    } catch (error) {
      setSaid({ kind: 'failed', text: messageOf(error) })
    }
  }

  async function getDollars(): Promise<string> {
    const body = JSON.stringify({ namespace: 'eip155', address: buyer, dollarsOnly: true })
    const response = await fetch('/faucet', { method: 'POST', body })
    if (!response.ok) throw new Error(await response.text())
    return 'You have 100 LUSD more.'
  }

  async function buy(): Promise<string | undefined> {
    const { id, calls } = (await askShop(`/api/mugs/order?buyer=${buyer}`)) as MugOrder
    const submitted = await run({ calls, atomic: 'preferred', paymaster: { url: paymasterUrl } })
    // The state says why nothing was sent.
    if (!submitted) return undefined
    const { reason } = await submitted.wait()
    const { isSold, isFree } = (await askShop(`/api/mugs/sold?id=${id}`)) as MugReceipt
    if (!isSold) throw new Error(reason ?? 'The shop found no receipt in your account.')
    const fee = isFree ? 'The shop paid the network fee.' : 'You paid the network fee.'
    return `The mug is yours, and so is receipt ${id}. ${fee}`
  }

  return (
    <section className="card shop" aria-labelledby="mug-title" data-testid="mug">
      <h2 id="mug-title">One press, three calls</h2>
      <p className="hint">
        A mug costs 7.50 LUSD, and buying it takes three calls: let the shop take the price, pay, take the
        receipt. Log in by email, and you agree once, hold no ETH, and the shop pays the network fee. Other
        wallets do it in their own way.
      </p>
      {wallet && !isHere ? <p className="hint">Switch to {first?.chain.name} to buy.</p> : null}
      <div className="buttons">
        <button type="button" disabled={!buyer} onClick={() => void show(getDollars)}>
          Get 100 LUSD
        </button>
        <button type="button" disabled={!buyer} onClick={() => void show(buy)}>
          Buy the mug for 7.50 LUSD
        </button>
      </div>
      {said ? <output className={`result ${said.kind}`}>{said.text}</output> : null}
      {!said && state.error ? <output className="result failed">{state.error.shortMessage}</output> : null}
    </section>
  )
}
