import { untilAborted } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import type { TokenFactsRequest, TokenReference } from '@latchkey/kernel/contracts'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import * as z from 'zod/mini'
import { toChecksumAddress } from '../address.js'
import type { CapabilityTools } from '../capabilities.js'
import { type Ask, createAsk } from './history/createAsk.js'
import { createTokenFacts, isUnreachable } from './history/tokenFacts.js'
import { nodeError } from './nodeError.js'

/** Amounts that are shown have no more decimals. A token with none is a collectible or a ticket, and isn't shown as money. */
const mostDecimals = 77
const bytes = z.string().check(z.regex(/^0x[0-9a-f]*$/i, 'expected hex bytes'))

/** Reads what ERC-20 contracts say of themselves. */
export function createTokenReader({ clients, networks }: CapabilityTools) {
  return {
    async read({ networkId, token, address, signal }: TokenFactsRequest): Promise<TokenReference> {
      const network = networks.get(networkId)?.network.name ?? networkId
      const contract = toChecksumAddress(token)
      const holder = toChecksumAddress(address)
      if (contract === undefined || holder === undefined) throw notFound(token, network)
      signal?.throwIfAborted()
      const ask = createAsk(await clients.client(networkId), signal)
      const reading = Promise.all([
        // A new one for each question: a person who tries again wants the node's answer of now.
        createTokenFacts()(ask, networkId, contract),
        answersBalance(ask, contract, holder),
      ]).catch((error: unknown) => {
        throw nodeError(error, network)
      })
      const [{ symbol, name, decimals }, isToken] = await untilAborted(signal, reading)
      if (!isToken || symbol === '' || decimals === undefined || decimals > mostDecimals) {
        throw notFound(contract, network)
      }
      return { address: contract, symbol, decimals, ...(name === '' ? {} : { name }) }
    },
  }
}

/** Whether there is code that answers `balanceOf` with one number. */
async function answersBalance(ask: Ask, contract: Address, holder: Address): Promise<boolean> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
  try {
    const answer = (await ask('eth_call', [{ to: contract, data }, 'latest'], bytes)) as Hex
    return answer.length === 66
  } catch (error) {
    if (isUnreachable(error)) throw error
    return false
  }
}

const notFound = (token: string, network: string) =>
  new BaseError(`Couldn’t find a token at this address on ${network}. Check both.`, {
    code: 'TOKEN_NOT_FOUND',
    parameters: { network },
    metaMessages: [
      `Received: "${token.slice(0, 80)}"`,
      'Expected a contract with symbol, decimals from 0 to 77 and balanceOf (ERC-20).',
    ],
  })
