import type { CallsRequest, PreparedCalls } from '@latchkey/kernel/contracts'
import type { LogService } from '@latchkey/kernel/plugin'
import { BaseError } from '@latchkey/kernel/plugin'
import type { SolanaCall } from '../../calls.js'
import { networkOf } from '../../networks.js'
import type { Client } from '../client.js'
import { type Chain, createChain } from '../send/chain.js'
import { priorityLimit } from '../send/price.js'
import { simulationFailed } from '../send/quote.js'
import { signerOf } from '../send/signingVersion.js'
import { handOver } from '../send/submitSend.js'
import { checkTransaction } from '../signTransactions.js'
import { accessWallet } from '../walletAccess.js'
import { callsInvalid } from './callsInvalid.js'
import { finishCalls } from './finishCalls.js'
import type { Cosigned } from './readCosigned.js'

/** Lamports for each signature. What is charged beyond is for priority. */
const signaturePrice = 5_000n

/**
 * A transaction that others have signed: tried as it is, and signed as it is. Its price stands in it, and is refused where
 * this app would never pay as much.
 */
export async function prepareCosigned(
  client: Client,
  log: LogService,
  request: CallsRequest<SolanaCall>,
  { bytes, wire }: Cosigned,
): Promise<PreparedCalls> {
  const { from, provider, signal } = request
  const network = networkOf(client.networks, request.networkId)
  const wallet = accessWallet(provider, from)
  checkTransaction(wallet, wire, from, signerOf(wallet).supportedTransactionVersions)
  const chain = createChain(client, network, signal)
  await checkAge(chain, wire.blockhash)
  const watched = [...new Set([from.address, ...wire.written])]
  const [before, simulation, fee] = await Promise.all([
    chain.accounts(watched),
    chain.simulate(bytes, watched),
    chain.fee(wire.message),
  ])
  if (simulation.error !== null) {
    const programs = wire.instructions.map(({ program }) => program)
    throw simulationFailed(simulation, programs, 'EXECUTION_REVERTED')
  }
  const priority = fee - signaturePrice * BigInt(wire.signers.length)
  if (priority > priorityLimit) {
    throw callsInvalid(
      `The transaction pays ${priority} lamports for priority. At most ${priorityLimit} are.`,
    )
  }
  return finishCalls({
    ...{ chain, network, log, watched, before, fee },
    address: from.address,
    after: simulation.after,
    charged: fee,
    async ask(handingOver) {
      const current = createChain(client, network, signal)
      await checkAge(current, wire.blockhash)
      // That of the newest block hash is no earlier than that of the one in it.
      const { lastValidBlockHeight } = await current.blockhash()
      return handOver({
        ...{ client, network, request, handingOver, lastValidBlockHeight },
        transaction: bytes,
        blockhash: wire.blockhash,
      })
    },
  })
}

/** A nonce in the place of the block hash would leave the transaction valid for as long as somebody likes. */
async function checkAge(chain: Chain, blockhash: string): Promise<void> {
  if (await chain.isCurrent(blockhash)) return
  throw new BaseError('This offer is too old for the network. Nothing was sent: ask for a new one.', {
    code: 'TRANSACTION_EXPIRED',
    metaMessages: ['Expected a recent block hash in the transaction.'],
  })
}
