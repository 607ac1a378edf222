import { type Address, type Hash, type Hex, numberToHex } from 'viem'
import * as z from 'zod/mini'
import { DataParam, QuantityParam } from './params.js'
import { rpcErrors } from './providerRpcError.js'
import { sendBatch } from './sendBatch.js'
import { sendTransaction } from './sendTransaction.js'
import type { WalletAccount } from './walletAccount.js'
import type { WalletContext } from './walletContext.js'

export interface BundleCall {
  readonly to?: Address
  readonly data?: Hex
  readonly value?: Hex
}

const Receipt = z.object({
  logs: z.array(z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })),
  status: QuantityParam,
  blockHash: DataParam,
  blockNumber: QuantityParam,
  gasUsed: QuantityParam,
  transactionHash: DataParam,
})

/** What wallet_getCallsStatus answers (EIP-5792, version 2.0.0). */
export interface BundleStatus {
  readonly version: '2.0.0'
  readonly id: string
  readonly chainId: Hex
  /** 100 pending, 200 confirmed, 400 failed before the chain, 500 all reverted, 600 some reverted. */
  readonly status: number
  readonly atomic: boolean
  readonly receipts: readonly z.output<typeof Receipt>[]
}

/** Bundles of calls, sent one after the other; the first that fails ends the bundle. With a delegate, they are one. */
export interface CallBundles {
  has(id: string): boolean
  /** @throws ProviderRpcError 5730 */
  status(id: string): BundleStatus
  run(
    context: WalletContext,
    id: string,
    account: WalletAccount,
    chainId: number,
    calls: readonly BundleCall[],
    delegate?: Address,
  ): void
}

const RECEIPT_POLL_MILLISECONDS = 50

export function createCallBundles(): CallBundles {
  const bundles = new Map<string, BundleStatus>()
  return {
    has: (id) => bundles.has(id),
    status(id) {
      const status = bundles.get(id)
      if (!status) throw rpcErrors.unknownCallsId(id)
      return status
    },
    run(context, id, account, chainId, calls, delegate) {
      const atomic = delegate !== undefined
      const start = { version: '2.0.0', id, chainId: numberToHex(chainId), atomic } as const
      bundles.set(id, { ...start, status: 100, receipts: [] })
      const update = (status: number, receipts: BundleStatus['receipts']): void =>
        void bundles.set(id, { ...start, status, receipts })
      if (delegate) void runAtomically(context, account, chainId, calls, delegate, update)
      else void runCalls(context, account, chainId, calls, update)
    },
  }
}

async function runCalls(
  context: WalletContext,
  account: WalletAccount,
  chainId: number,
  calls: readonly BundleCall[],
  update: (status: number, receipts: BundleStatus['receipts']) => void,
): Promise<void> {
  const receipts: z.output<typeof Receipt>[] = []
  for (const call of calls) {
    try {
      const hash = await sendTransaction(context, account, chainId, { from: account.address, ...call })
      receipts.push(await waitForReceipt(context, chainId, hash))
    } catch {
      // EIP-5792 has a status and no place for a reason: 400 when nothing ran, 600 when some did.
      return update(receipts.length === 0 ? 400 : 600, receipts)
    }
    if (receipts.at(-1)?.status !== '0x1') return update(receipts.length === 1 ? 500 : 600, receipts)
    update(100, [...receipts])
  }
  update(200, receipts)
}

async function runAtomically(
  context: WalletContext,
  account: WalletAccount,
  chainId: number,
  calls: readonly BundleCall[],
  delegate: Address,
  update: (status: number, receipts: BundleStatus['receipts']) => void,
): Promise<void> {
  try {
    const hash = await sendBatch(context, account, chainId, calls, delegate)
    const receipt = await waitForReceipt(context, chainId, hash)
    update(receipt.status === '0x1' ? 200 : 500, [receipt])
  } catch {
    update(400, [])
  }
}

async function waitForReceipt(
  context: WalletContext,
  chainId: number,
  hash: Hash,
): Promise<z.output<typeof Receipt>> {
  for (;;) {
    const answer = await context.node(chainId)('eth_getTransactionReceipt', [hash])
    if (answer !== null) return Receipt.parse(answer)
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLL_MILLISECONDS))
  }
}
