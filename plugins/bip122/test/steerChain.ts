import type { BitcoinStack } from '@latchkey/devstack/bitcoin'
import { hex } from '@scure/base'
import { Transaction } from 'bitcoinjs-lib'
import { vi } from 'vitest'
import { deriveAccount } from '../../../testkit/src/bitcoin/bitcoinKeys.js'
import { bitcoinNetworks } from '../../../testkit/src/bitcoin/bitcoinNetworks.js'
import { buildTransfer } from '../../../testkit/src/bitcoin/buildTransfer.js'

/** The wallet whose payments the chain is to decide. */
export interface SteeredWallet {
  readonly seed: string
  /** Satoshis of its only coin. */
  readonly coin: bigint
  /** Gets what a payment that failed would have spent. */
  readonly somebody: string
}

/**
 * Has a chain decide what is handed in to its node, and has the node fail.
 *
 * @returns the members of `CapabilityHarness` of the same names
 */
export function steerChain(stack: BitcoinStack, wallet: SteeredWallet) {
  /** A payment that was replaced is gone from the node, and is mined by its bytes. */
  const sent = new Map<string, string>()
  const ask = globalThis.fetch
  let isRefusing = false
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const [given, options] = asked
    const { url, method } = given instanceof Request ? given : { url: `${given}`, method: options?.method }
    // The chain itself talks to its node by `fetch`, too.
    if (!url.startsWith(stack.url) || method !== 'POST') return ask(...asked)
    const request = new Request(...asked)
    if (isRefusing) {
      isRefusing = false
      const refusal = { code: -26, message: 'min relay fee not met' }
      return new Response(`sendrawtransaction RPC error: ${JSON.stringify(refusal)}`, { status: 400 })
    }
    const transaction = (await request.clone().text()).trim()
    const answer = await ask(request)
    if (answer.ok) sent.set(Transaction.fromHex(transaction).getId(), transaction)
    return answer
  })
  return {
    async decide(id: string, status: 'confirmed' | 'failed'): Promise<void> {
      const transaction = sent.get(id)
      if (transaction === undefined) throw new Error(`${id} was not sent here.`)
      await stack.mineOnly([status === 'confirmed' ? transaction : conflictOf(transaction, wallet)])
    },
    nodeRefuses() {
      isRefusing = true
    },
    nodeHangs: () => void vi.stubGlobal('fetch', hang),
    nodeFails: () => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed'))),
  }
}

/** Leaves a request without an answer, until it's aborted. */
async function hang(...asked: Parameters<typeof fetch>): Promise<never> {
  const { signal } = new Request(...asked)
  signal.throwIfAborted()
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** A payment to somebody else of the coin that a transaction spends: a block with the one can't have the other. */
function conflictOf(transaction: string, { seed, coin, somebody }: SteeredWallet): string {
  const [input] = Transaction.fromHex(transaction).ins
  if (!input) throw new Error('It spends nothing.')
  const network = bitcoinNetworks.regtest
  const txid = hex.encode(Uint8Array.from(input.hash).reverse())
  const conflict = buildTransfer({
    from: deriveAccount(seed, 0, network).payment,
    unspent: [{ txid, index: input.index, amount: coin, confirmed: true }],
    recipients: [{ address: somebody, amount: coin / 2n }],
    feeRate: 5,
    network,
  })
  conflict.finalize()
  return conflict.hex
}
