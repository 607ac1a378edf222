import { NetworkError } from '@latchkey/kernel/chain'
import type { Clock } from '@latchkey/kernel/plugin'
import { describe, expect, it } from 'vitest'
import { solanaMainnet } from '../index.js'
import { type ConfirmOptions, confirmTransaction } from './confirmTransaction.js'
import type { SolanaRpc } from './rpc.js'

/** Time that passes as fast as somebody waits for it. */
function createClock(): Clock & { time: number } {
  const clock = {
    time: 0,
    now: () => clock.time,
    setTimeout(callback: () => void, delay: number) {
      clock.time += delay
      return setTimeout(callback, 0)
    },
    clearTimeout: (handle: ReturnType<typeof setTimeout>) => clearTimeout(handle),
  }
  return clock
}

/** A chain that moves ten blocks with each question and answers statuses from a list, the last one for ever. */
function confirm(statuses: unknown[], options: Partial<ConfirmOptions> = {}) {
  let height = 1_000
  const asked: string[] = []
  const rpc: SolanaRpc = {
    async call(_network, { method, schema }) {
      asked.push(method)
      const status = statuses.length > 1 ? statuses.shift() : statuses[0]
      if (status instanceof Error) throw status
      height += 10
      const context = { slot: height }
      const answers: Record<string, unknown> = {
        getBlockHeight: height,
        getLatestBlockhash: {
          context,
          value: { blockhash: 'b', lastValidBlockHeight: height + 150 },
        },
      }
      const result = answers[method] ?? { context, value: [status] }
      const parsed = schema['~standard'].validate(result) as { value: never; issues?: unknown }
      if (parsed.issues) throw new Error(JSON.stringify(parsed.issues))
      return parsed.value
    },
  }
  return confirmTransaction({ rpc, clock: createClock(), network: solanaMainnet, signature: 's', ...options })
}

const status = (confirmationStatus: string, err: unknown = null) => ({ err, confirmationStatus })
const unreachable = new NetworkError('x', { code: 'SOLANA_RPC_UNREACHABLE' })

describe('waiting for a transaction', () => {
  it('ends when the network has settled it as far as the app asked', async () => {
    expect(
      await confirm([null, null, status('processed'), status('processed'), status('confirmed')]),
    ).toEqual({
      status: 'confirmed',
    })
    const network = { ...solanaMainnet, commitment: 'finalized' as const }
    expect(
      await confirm([status('confirmed'), status('confirmed'), status('finalized')], { network }),
    ).toEqual({
      status: 'confirmed',
    })
  })

  it('ends with the reason when it failed', async () => {
    expect(await confirm([status('processed', 'InsufficientFundsForFee')])).toEqual({
      status: 'failed',
      code: 'InsufficientFundsForFee',
      reason: 'There is not enough SOL to pay the network fee.',
    })
  })

  it('ends when the block hash has expired, known or not', async () => {
    const expired = {
      status: 'failed',
      code: 'TRANSACTION_EXPIRED',
      reason: 'The network did not take the transaction in time. Nothing was sent: try again.',
    }
    expect(await confirm([null], { lastValidBlockHeight: 1_100 })).toEqual(expired)
    expect(await confirm([null])).toEqual(expired)
  })

  it('does not call what nodes may have forgotten a failure', async () => {
    const expired = { lastValidBlockHeight: 1 }
    expect(await confirm([null], { ...expired, sentAt: 0 })).toMatchObject({ status: 'failed' })
    await expect(confirm([null], { ...expired, sentAt: -3_600_001 })).rejects.toMatchObject({
      code: 'TRANSACTION_UNDECIDED',
    })
    expect(await confirm([null, status('finalized')], { ...expired, sentAt: -3_600_001 })).toEqual({
      status: 'confirmed',
    })
  })

  it('still finds a transaction of the last valid block', async () => {
    expect(await confirm([null, status('finalized')], { lastValidBlockHeight: 1 })).toEqual({
      status: 'confirmed',
    })
  })

  it('bears a node that fails for a while, and never calls silence a failure', async () => {
    expect(await confirm([unreachable, unreachable, status('confirmed')])).toEqual({ status: 'confirmed' })
    await expect(confirm([unreachable])).rejects.toThrowErrorMatchingInlineSnapshot(
      `[NetworkError: Solana did not say what became of the transaction. Check the explorer before you send again.]`,
    )
  })

  it('does not take the word of a node that lags behind the one that told the height', async () => {
    const slots = [900, 900, 2_500]
    const rpc: SolanaRpc = {
      async call(_network, { method, schema }) {
        const slot = method === 'getSignatureStatuses' ? (slots.shift() ?? 2_500) : 2_400
        const answers: Record<string, unknown> = {
          getBlockHeight: 2_000,
          getLatestBlockhash: {
            context: { slot },
            value: { blockhash: 'b', lastValidBlockHeight: 2_150 },
          },
          getSignatureStatuses: {
            context: { slot },
            value: [slot < 2_000 ? null : { err: null, confirmationStatus: 'finalized' }],
          },
        }
        const parsed = schema['~standard'].validate(answers[method]) as { value: never; issues?: unknown }
        if (parsed.issues) throw new Error(JSON.stringify(parsed.issues))
        return parsed.value
      },
    }
    const options = { network: solanaMainnet, signature: 's', lastValidBlockHeight: 1_900 }
    expect(await confirmTransaction({ rpc, clock: createClock(), ...options })).toEqual({
      status: 'confirmed',
    })
  })

  it('stops when it is told to', async () => {
    const controller = new AbortController()
    controller.abort(new Error('closed'))
    await expect(confirm([null], { signal: controller.signal })).rejects.toThrow('closed')
  })
})
