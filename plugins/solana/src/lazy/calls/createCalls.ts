import type { CallsCapability, CallsRequest, PreparedCalls } from '@latchkey/kernel/contracts'
import type { LogService } from '@latchkey/kernel/plugin'
import { PublicKey } from '#web3'
import type { SolanaCall } from '../../calls.js'
import { networkOf } from '../../networks.js'
import type { Client } from '../client.js'
import { followTransaction } from '../followTransaction.js'
import { checkedAddress } from '../readBalance.js'
import { createChain } from '../send/chain.js'
import { priorityFee } from '../send/price.js'
import { priceSend } from '../send/quote.js'
import { signingVersion } from '../send/signingVersion.js'
import { submitSend } from '../send/submitSend.js'
import { accessWallet } from '../walletAccess.js'
import { checkSize } from './checkSize.js'
import { finishCalls, toCalls } from './finishCalls.js'
import { prepareCosigned } from './prepareCosigned.js'
import { readCalls } from './readCalls.js'
import { readCosigned } from './readCosigned.js'

/** Any instructions, all in one transaction; or one transaction that others have signed. */
export function createCalls(client: Client, log: LogService): Required<CallsCapability<SolanaCall>> {
  return {
    feeLevels: ['slow', 'normal', 'fast'],
    async support({ networkId, provider, from }) {
      networkOf(client.networks, networkId)
      signingVersion(accessWallet(provider, from))
      return { atomic: 'supported' }
    },
    prepare: async (request) => {
      const cosigned = readCosigned(checkedAddress(request.from.address), request.calls)
      return cosigned ? prepareCosigned(client, log, request, cosigned) : prepare(client, log, request)
    },
    follow: async (request) => toCalls(await followTransaction(client, request)),
  }
}

async function prepare(
  client: Client,
  log: LogService,
  request: CallsRequest<SolanaCall>,
): Promise<PreparedCalls> {
  const { from, feeLevel = 'normal', signal } = request
  const network = networkOf(client.networks, request.networkId)
  const payer = new PublicKey(checkedAddress(from.address))
  const instructions = readCalls(from.address, request.calls)
  const version = signingVersion(accessWallet(request.provider, from))
  checkSize(payer, instructions, version)
  const chain = createChain(client, network, signal)
  const written = instructions.flatMap(({ keys }) => keys.filter((key) => key.isWritable))
  const watched = [...new Set([payer, ...written.map(({ pubkey }) => pubkey)].map((key) => key.toBase58()))]
  const refusalCode = 'EXECUTION_REVERTED'
  const [before, quote] = await Promise.all([
    chain.accounts(watched),
    priceSend({ chain, payer, instructions, watched, feeLevel, version, refusalCode }),
  ])
  const { fee, after, budget } = quote
  return finishCalls({
    ...{ chain, network, log, watched, before, after, fee },
    address: from.address,
    charged: fee - priorityFee(budget.price, budget.limit),
    ask: (handingOver) => submitSend({ client, network, request, instructions, quote, handingOver }),
  })
}
