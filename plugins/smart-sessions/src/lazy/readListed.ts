import type { NetworkId } from '@latchkey/kernel/plugin'
import type { NetworksService } from '@latchkey/kernel/wallet'
import type { Eip155ClientService, EvmClient } from '@latchkey/plugin-eip155'
import { erc20Abi } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import type { ListedSession, SmartSession } from '../SmartSessionsService.js'
import { decodeContext } from '../sdk/delegation.js'
import { readPermissionState } from '../sdk/readPermissionState.js'

interface ListTools {
  readonly clients: Eip155ClientService
  readonly networks: Pick<NetworksService, 'find'>
}

/** A permission with its state on the chain. Without an answer of the node it's unknown, never over. */
export async function readListed(session: SmartSession, tools: ListTools): Promise<ListedSession> {
  const { terms, permission, networkId } = session
  const delegation = decodeContext(permission.context)
  const unknown = {
    ...session,
    left: undefined,
    callsLeft: undefined,
    asset: undefined,
    status: 'unknown',
  } as const
  if (!delegation) return unknown
  try {
    const client = await tools.clients.client(networkId)
    const [state, block, asset] = await Promise.all([
      readPermissionState(client, delegation, terms),
      getBlock(client),
      readAsset(session, client, tools.networks),
    ])
    const isOver = terms !== undefined && block.timestamp >= BigInt(terms.until)
    const status = state.isEnded ? 'ended' : isOver ? 'expired' : 'active'
    return { ...session, left: state.left, callsLeft: state.callsLeft, asset, status }
  } catch {
    return unknown
  }
}

async function readAsset(
  { terms, networkId }: { readonly terms: SmartSession['terms']; readonly networkId: NetworkId },
  client: EvmClient,
  networks: Pick<NetworksService, 'find'>,
): Promise<ListedSession['asset']> {
  if (!terms) return undefined
  const { allowance } = terms
  if (!('token' in allowance)) {
    const coin = networks.find(networkId)?.nativeCurrency
    return coin && { symbol: coin.symbol, decimals: coin.decimals }
  }
  const shared = { address: allowance.token, abi: erc20Abi }
  const read = await Promise.all([
    readContract(client, { ...shared, functionName: 'symbol' }),
    readContract(client, { ...shared, functionName: 'decimals' }),
  ]).catch(() => undefined)
  if (!read) return undefined
  const [symbol, decimals] = read
  return /^[\p{L}\p{N}$._-]{1,11}$/u.test(symbol) && decimals <= 36 ? { symbol, decimals } : undefined
}
