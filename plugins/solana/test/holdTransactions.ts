import type { SolanaStack } from '@latchkey/devstack/solana'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { parseTransaction } from '../../../devstack/src/solana/ledger/parseTransaction.js'

const sending = z.object({
  id: z.unknown(),
  method: z.literal('sendTransaction'),
  params: z.tuple([z.string(), z.looseObject({ encoding: z.literal('base64') })]),
})

const systemProgram = '11111111111111111111111111111111'

/**
 * Keeps what is sent to a chain until `decide` says what becomes of it. Until then the node has answered with the signature and knows no
 * such transaction, as on the main network.
 *
 * @returns `decide` and `expire` as `CapabilityHarness` wants them, and `refuseNext` for its `nodeRefuses`
 */
export function holdTransactions(stack: SolanaStack, payer: string) {
  const waiting = new Map<string, string>()
  const ask = globalThis.fetch
  let isRefusing = false
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const request = new Request(...asked)
    const sent = sending.safeParse(JSON.parse(await request.clone().text()))
    if (!sent.success) return ask(request)
    if (isRefusing) {
      isRefusing = false
      const error = { code: -32003, message: 'Transaction signature verification failure' }
      return Response.json({ jsonrpc: '2.0', id: sent.data.id, error })
    }
    const [transaction] = sent.data.params
    const { signature } = parseTransaction(new Uint8Array(Buffer.from(transaction, 'base64')))
    waiting.set(signature, transaction)
    return Response.json({ jsonrpc: '2.0', id: sent.data.id, result: signature })
  })
  /** Hands it to the chain while the payer has no funds, so that it fails. */
  async function fail(give: () => Promise<void>): Promise<void> {
    const funds = await stack.balanceOf(payer)
    await stack.placeAccount({ address: payer, program: systemProgram, data: new Uint8Array() })
    await give()
    await stack.airdrop(payer, funds)
  }
  function take(id: string): string {
    const transaction = waiting.get(id)
    if (transaction === undefined) throw new Error(`${id} doesn’t wait.`)
    waiting.delete(id)
    return transaction
  }
  return {
    async decide(id: string, status: 'confirmed' | 'failed'): Promise<void> {
      const transaction = take(id)
      const give = () => handIn(ask, stack.url, transaction)
      await (status === 'failed' ? fail(give) : give())
    },
    refuseNext() {
      isRefusing = true
    },
    /** Loses it, and lets the blocks pass in which its blockhash holds. */
    async expire(id: string): Promise<void> {
      take(id)
      await stack.advanceSlots(200)
    },
  }
}

async function handIn(ask: typeof fetch, url: string, transaction: string): Promise<void> {
  const options = { encoding: 'base64', skipPreflight: true }
  const answer = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: [transaction, options],
    }),
  })
  const { error } = (await answer.json()) as { readonly error?: unknown }
  if (error !== undefined) throw new Error(`The chain refuses it: ${JSON.stringify(error)}`)
}
